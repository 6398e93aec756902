import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeUsbDevice as fakeDevice, fakeUsb } from '#tests/factories/usb.ts';
import type { Family } from './simulated-reader.ts';
import { createTagList } from './tag-list.ts';
import { connectReader, type ReaderTimes } from './uhf-reader.ts';
import { bridgeOf, bridges, payloadOf, type UsbDevice } from './usb-bridges.ts';
import { allowedDevices, chooseDevice, onDeviceBack, transportOf } from './web-usb.ts';

// Readers behind the chips of USB plugs, through WebUSB's own interface (reference rfid §1.9).

const quick: ReaderTimes = { listen: 5, answer: 60, tell: 5, silence: 200 };
const at = (bridge: (typeof bridges)[number] | undefined) => {
  if (!bridge) throw new Error('no bridge');
  return { vendorId: bridge.vendorId, productId: bridge.productIds[0] ?? 0 };
};
const [cp210x, ch340, ftdi] = bridges.map(at) as [Ids, Ids, Ids];
type Ids = Pick<UsbDevice, 'vendorId' | 'productId'>;

// What no browser's page is there to hear of fails the test.
beforeEach(() => {
  vi.stubGlobal('reportError', (problem: unknown) => {
    throw problem;
  });
});

function browser(...given: Parameters<typeof fakeUsb>) {
  const { usb } = fakeUsb(...given);
  vi.stubGlobal('navigator', { usb });
  return usb;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const epcs = (count: number) =>
  Array.from({ length: count }, (_, place) => `30751FEB705C5904${place.toString(16).toUpperCase().padStart(8, '0')}`);

async function connected(ids: Ids, family: Family) {
  const fake = fakeDevice(ids, family);
  const transport = transportOf(fake.device);
  if (!transport) throw new Error('no bridge');
  const list = createTagList();
  const on = {
    tags: (tags: Parameters<typeof list.take>[0]) => void list.take(tags, 0),
    trouble: vi.fn(),
    gone: vi.fn(),
  };
  const connect = async () => {
    const reader = await connectReader(transport, on, quick);
    if (!reader) throw new Error('no reader was found');
    return reader;
  };
  return { ...fake, fake, list, on, connect };
}

describe('orders to the chips', () => {
  const said = (ids: Ids, baud: number) =>
    bridgeOf(ids)
      ?.orders(baud, { interfaceNumber: 0, several: false })
      .map(({ setup: { request, value, index }, data }) => [request, value, index, ...(data ? [[...data]] : [])]);

  it('are those that bring up 115200 8N1', () => {
    expect(said(cp210x, 115_200)).toEqual([
      [0x00, 1, 0],
      [0x1e, 0, 0, [0x00, 0xc2, 0x01, 0x00]],
      [0x03, 0x0800, 0],
      [0x07, 0x0300, 0],
    ]);
    expect(said(ch340, 115_200)).toContainEqual([0x9a, 0x1312, 0xcc83]);
    expect(said(ch340, 115_200)).toContainEqual([0x9a, 0x2518, 0x00c3]);
    expect(said(ftdi, 115_200)).toContainEqual([0x03, 0x001a, 0]);
    expect(said(ftdi, 115_200)).toContainEqual([0x04, 0x0008, 0]);
  });

  it('know other speeds, and none that they would get wrong', () => {
    expect(said(ch340, 57_600)).toContainEqual([0x9a, 0x1312, 0x9883]);
    expect(said(ftdi, 921_600)).toContainEqual([0x03, 0x8003, 0]);
    expect(() => said(ch340, 12_345)).toThrow(RangeError);
    expect(() => said(ftdi, 12_345)).toThrow(RangeError);
  });

  it('of a chip with several lines name the line', () => {
    expect(bridgeOf(ftdi)?.orders(115_200, { interfaceNumber: 1, several: true })[0]?.setup.index).toBe(2);
  });
});

it('what an FTDI chip says of itself is at the head of each packet and of no frame', () => {
  const bytes = Uint8Array.from({ length: 70 }, (_, place) => place);
  expect([...payloadOf(bridges[2] as never, bytes, 64)]).toEqual([...bytes.slice(2, 64), ...bytes.slice(66)]);
  expect(payloadOf(bridges[2] as never, Uint8Array.of(1, 0x60), 64)).toHaveLength(0);
});

describe.each<[string, Ids, Family]>([
  ['CP210x', cp210x, 'm100'],
  ['CH340', ch340, 'r200'],
  ['FTDI', ftdi, 'thingmagic'],
  ['FTDI with A0', ftdi, 'a0'],
])('a reader behind %s', (_name, ids, family) => {
  it('is found, reads, is pulled out and goes on', async () => {
    const { connect, behind, list, on, setups } = await connected(ids, family);
    const reader = await connect();
    expect(reader.protocol.name).toBe(family);
    expect(setups.length).toBeGreaterThan(3);
    behind.show(epcs(100));
    await reader.start();
    await expect.poll(() => list.size, { timeout: 10_000 }).toBe(100);
    behind.unplug();
    await expect.poll(() => on.gone.mock.calls.length).toBe(1);
    await reader.close();
    const again = await connect();
    behind.show(epcs(120));
    await again.start();
    await expect.poll(() => list.size, { timeout: 10_000 }).toBe(120);
    await again.close();
    expect(on.gone).toHaveBeenCalledTimes(1);
  });
});

it('a halted line is cleared and read on', async () => {
  const { connect, behind, list, fake } = await connected(ftdi, 'm100');
  const reader = await connect();
  await reader.start();
  fake.halt();
  await expect.poll(() => fake.cleared).toBeGreaterThan(0);
  behind.show(epcs(10));
  await expect.poll(() => list.size, { timeout: 10_000 }).toBe(10);
  await reader.close();
});

it('a device that the system holds stays closed, and is told as the browser tells it', async () => {
  const { device } = fakeDevice(cp210x, 'm100');
  device.claimInterface = () => Promise.reject(new DOMException('busy', 'NetworkError'));
  await expect(transportOf(device)?.open(115_200, { bytes: vi.fn(), gone: vi.fn() })).rejects.toMatchObject({
    name: 'NetworkError',
  });
  expect(device.opened).toBe(false);
});

it('only chips that we know are offered, chosen or heard of', async () => {
  const known = fakeDevice(ch340, 'm100').device;
  const stranger = { ...fakeDevice(ch340, 'm100').device, vendorId: 1, productId: 1 };
  const usb = browser([known, stranger]);
  expect((await allowedDevices()).map(({ label }) => label)).toEqual(['CH340 USB']);
  expect((await chooseDevice())?.label).toBe('CH340 USB');
  const told = vi.fn();
  const end = onDeviceBack(told);
  usb.dispatchEvent(Object.assign(new Event('connect'), { device: stranger }));
  usb.dispatchEvent(Object.assign(new Event('connect'), { device: known }));
  end();
  usb.dispatchEvent(Object.assign(new Event('connect'), { device: known }));
  expect(told).toHaveBeenCalledTimes(1);
  browser([], () => Promise.reject(new DOMException('nothing was chosen', 'NotFoundError')));
  expect(await chooseDevice()).toBeNull();
});
