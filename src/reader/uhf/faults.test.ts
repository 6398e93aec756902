import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shareOf } from '#tests/boot/share.ts';
import { fakeSerial } from '#tests/factories/serial.ts';
import { fakeUsb, fakeUsbDevice } from '#tests/factories/usb.ts';
import { bytesOf } from './bytes.ts';
import { allowedReaders, onReaderBack } from './ports.ts';
import type { Family, Faults, SimulatedReader } from './simulated-reader.ts';
import { createTagList } from './tag-list.ts';
import { connectReader, type ReaderTimes } from './uhf-reader.ts';

// What goes wrong with readers, through the interfaces of both browsers' kinds of ports. Tags that no reader shows must not turn up either.

const quick: ReaderTimes = { listen: 5, answer: 60, tell: 5, silence: 60 };
const options = { every: 1, burst: 4 };
const epcs = (count: number) =>
  Array.from({ length: count }, (_, at) => `30751FEB705C5904${at.toString(16).toUpperCase().padStart(8, '0')}`);

/** A browser's port with a reader on it. */
interface Line {
  readonly device: SimulatedReader;
  plug(): void;
  /** More comes than the browser holds. */
  overrun(): void;
}

const lines: Readonly<Record<string, (family: Family) => Line>> = {
  'Web Serial': (family) => {
    const { serial, device, plug, overrun } = fakeSerial(family, options);
    vi.stubGlobal('navigator', { serial });
    return { device, plug, overrun };
  },
  WebUSB: (family) => {
    const { device, behind, halt } = fakeUsbDevice({ vendorId: 0x1a86, productId: 0x7523 }, family, options);
    const { usb, plug } = fakeUsb([device]);
    vi.stubGlobal('navigator', { usb });
    return { device: behind, plug, overrun: halt };
  },
};

beforeEach(() => {
  // What no browser's page is there to hear of fails the test.
  vi.stubGlobal('reportError', (problem: unknown) => {
    throw problem;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function bench(kind: string, family: Family) {
  const line = lines[kind]?.(family);
  if (!line) throw new Error(`no such line: ${kind}`);
  const list = createTagList();
  const troubles: string[] = [];
  const gone = vi.fn();
  const connect = async () => {
    const [transport] = await allowedReaders();
    if (!transport) throw new Error('no port');
    const tags = (read: Parameters<typeof list.take>[0]) => void list.take(read, 0);
    const reader = await connectReader(transport, { tags, trouble: (words) => void troubles.push(words), gone }, quick);
    if (!reader) throw new Error('no reader was found');
    return reader;
  };
  const reader = await connect();
  line.device.show(epcs(50));
  const read = async (count: number) => await expect.poll(() => list.size, { timeout: 10_000 }).toBe(count);
  return { ...line, list, troubles, gone, connect, reader, read };
}

/** Each port and family has its own share of the faults. */
let turns = 0;

// R200 speaks as M100 does, but for two bytes.
const families: readonly Family[] = ['thingmagic', 'a0', 'm100'];
const passing: readonly (readonly [string, Faults])[] = [
  ['junk between frames', { junk: bytesOf('BB FF 00 A0 AA 7E') }],
  ['half frames', { pieces: 5 }],
  ['double frames', { doubles: true }],
  ['lost bytes', { loses: 7 }],
  ['misread tags', { misreads: 9 }],
  ['rounds whose end is lost', { losesEnd: 4 }],
  ['slow frames', { slow: 40 }],
  ['all of it at once', { junk: bytesOf('A0 BB'), pieces: 3, doubles: true, loses: 11, misreads: 13, losesEnd: 6 }],
];

describe.each(Object.keys(lines))('through %s', (kind) => {
  describe.each(families)('%s', (family) => {
    it.each(shareOf(passing, turns++))('reads every tag and no other through %s', async (_name, faults) => {
      const { device, reader, list, read } = await bench(kind, family);
      device.fail(faults);
      await reader.start();
      await read(50);
      expect(list.epcs().toSorted()).toEqual(epcs(50));
      device.fail({});
      await reader.close();
    });

    it('goes on after more came than the browser holds', async () => {
      const { device, reader, read, overrun, gone } = await bench(kind, family);
      await reader.start();
      await read(50);
      overrun();
      device.show(epcs(80));
      await read(80);
      overrun();
      device.show(epcs(90));
      await read(90);
      expect(gone).not.toHaveBeenCalled();
      await reader.close();
    });

    it('says that it is silent, and goes on by itself when it is no longer', async () => {
      const { device, reader, read, troubles } = await bench(kind, family);
      await reader.start();
      await read(50);
      device.fail({ dumb: true });
      await expect.poll(() => troubles.at(-1), { timeout: 10_000 }).toBe('读写器没有回应，请检查连接和电源');
      device.show(epcs(60));
      device.fail({});
      await read(60);
      await expect.poll(() => troubles.at(-1)).toBe('');
      await reader.close();
    });

    it('is pulled out in the middle, and what was read stands when it is back', async () => {
      const { device, reader, read, gone, connect, plug } = await bench(kind, family);
      await reader.start();
      await read(50);
      device.unplug();
      await expect.poll(() => gone.mock.calls.length).toBe(1);
      await reader.close();
      const back = vi.fn();
      const end = onReaderBack(back);
      plug();
      await expect.poll(() => back.mock.calls.length).toBe(1);
      end();
      device.show(epcs(70));
      const again = await connect();
      await again.start();
      await read(70);
      await again.close();
    });
  });

  it.each<[Family, 'hot' | 'antenna', string]>([
    ['thingmagic', 'hot', '读写器过热，请停一会儿'],
    ['thingmagic', 'antenna', '没有接天线'],
    ['a0', 'hot', '达不到设定的功率'],
    ['a0', 'antenna', '没有接天线'],
    ['m100', 'hot', '跳频超时，请稍后再试'],
  ])('%s that is %s says why it does not read, and reads on once it can', async (family, trouble, words) => {
    const { device, reader, read, troubles, list } = await bench(kind, family);
    device.fail({ trouble });
    await reader.start();
    await expect.poll(() => troubles.at(-1), { timeout: 10_000 }).toBe(words);
    expect(list.size).toBe(0);
    device.fail({});
    await read(50);
    await expect.poll(() => troubles.at(-1)).toBe('');
    await reader.close();
  });
});
