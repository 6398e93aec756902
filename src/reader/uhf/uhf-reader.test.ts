import { describe, expect, it, vi } from 'vitest';
import { bytesOf } from './bytes.ts';
import type { Tag } from './protocol.ts';
import { createSimulatedReader, type Family, type Faults } from './simulated-reader.ts';
import { createTagList } from './tag-list.ts';
import { connectReader, type ReaderTimes } from './uhf-reader.ts';

const quick: ReaderTimes = { listen: 5, answer: 40, tell: 5, silence: 100 };
const families: Family[] = ['thingmagic', 'a0', 'm100', 'r200'];

/** EPCs of 96 bits by their number. */
const epcs = (count: number, from = 0): string[] =>
  Array.from(
    { length: count },
    (_, at) => `30751FEB705C5904${(from + at).toString(16).toUpperCase().padStart(8, '0')}`,
  );

function bench(family: Family, options: { faults?: Faults; every?: number; burst?: number } = {}) {
  const device = createSimulatedReader(family, { every: 1, burst: 20, ...options });
  const list = createTagList();
  const fresh: string[] = [];
  const troubles: string[] = [];
  const on = {
    tags: (tags: readonly Tag[]) => void fresh.push(...list.take(tags, 0).map(({ epc }) => epc)),
    trouble: (words: string) => void troubles.push(words),
    gone: vi.fn(),
  };
  const connect = async () => {
    const reader = await connectReader(device, on, quick);
    if (!reader) throw new Error('no reader was found');
    return reader;
  };
  return { device, list, fresh, troubles, on, connect };
}

it('nobody is found where nobody answers', async () => {
  const { device, on } = bench('m100', { faults: { dumb: true } });
  expect(await connectReader(device, on, quick)).toBeNull();
});

describe.each(families)('%s', (family) => {
  it('is found by its answers, says what it is, and takes a power within its limits', async () => {
    const { connect } = bench(family);
    const reader = await connect();
    expect(reader.protocol.name).toBe(family);
    expect(reader.version).not.toBe('');
    expect(await reader.region()).toContain('中国');
    expect(await reader.setPower(12)).toBe(12);
    expect(await reader.setPower(99)).toBe(reader.protocol.power.most);
    await reader.close();
  });

  it('reads every tag once, however often it is read, and stops', async () => {
    const { connect, device, list, fresh } = bench(family);
    const reader = await connect();
    device.show(epcs(200));
    await reader.start();
    await expect.poll(() => list.size).toBe(200);
    await expect.poll(() => list.reads).toBeGreaterThan(400);
    await reader.stop();
    expect(fresh.toSorted()).toEqual(epcs(200));
    await new Promise((resolve) => setTimeout(resolve, 30));
    const { reads } = list;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(list.reads).toBe(reads);
    await reader.close();
  });

  it('is read through junk, in single bytes, with bytes lost', async () => {
    const faults = { junk: bytesOf('BB FF 00 A0 AA'), pieces: 1, loses: 9 };
    const { connect, device, list } = bench(family, { faults });
    const reader = await connect();
    device.show(epcs(50));
    await reader.start();
    await expect.poll(() => list.size).toBe(50);
    await reader.close();
  });

  it('that was left reading is stopped and found', async () => {
    const { connect, device } = bench(family);
    device.show(epcs(10));
    const first = await connect();
    await first?.start();
    // The page went without a word; the device reads on.
    const again = await connectReader(
      device,
      { tags: () => undefined, trouble: () => undefined, gone: () => undefined },
      quick,
    );
    expect(again?.protocol.name).toBe(family);
    await again?.close();
    await first?.close();
  });
});

it('unplugged while it reads, it says so once, and what was read stands; plugged in again it goes on with the same list', async () => {
  const { connect, device, list, on } = bench('m100');
  const reader = await connect();
  device.show(epcs(20));
  await reader.start();
  await expect.poll(() => list.size).toBe(20);
  device.unplug();
  expect(on.gone).toHaveBeenCalledTimes(1);
  expect(list.size).toBe(20);
  const again = await connect();
  device.show(epcs(30));
  await again.start();
  await expect.poll(() => list.size).toBe(30);
  await again?.close();
});

it('that falls silent is asked again, and given up for dead in words', async () => {
  const { connect, device, troubles } = bench('m100');
  const reader = await connect();
  await reader.start();
  await expect.poll(() => troubles).toContain('读写器没有回应，请检查连接和电源');
  expect(device.orders.filter((order) => order === 0x27).length).toBeGreaterThan(2);
  await reader.close();
});

it('20,000 tags are told of without one missing', async () => {
  const { connect, device, list } = bench('thingmagic', { burst: 500 });
  const reader = await connect();
  device.show(epcs(20_000));
  await reader.start();
  await expect.poll(() => list.size, { timeout: 60_000 }).toBe(20_000);
  await reader.close();
  expect(list.epcs().toSorted()).toEqual(epcs(20_000));
});

it('the strongest signal of a tag is kept, and the newest are shown first', () => {
  const list = createTagList();
  const read = (epc: string, rssi: number | null): Tag => ({ epc, rssi, antenna: null });
  expect(list.take([read('A', -60), read('B', null), read('A', -50), read('A', -70)], 5).map(({ epc }) => epc)).toEqual(
    ['A', 'B'],
  );
  expect(list.take([read('B', -40)], 9)).toEqual([]);
  expect(list.newest(1)).toEqual([{ epc: 'B', count: 2, rssi: -40, first: 5, last: 9 }]);
  expect(list.newest(9).map(({ epc, count, rssi }) => [epc, count, rssi])).toEqual([
    ['B', 2, -40],
    ['A', 3, -50],
  ]);
  list.clear();
  expect([list.size, list.reads]).toEqual([0, 0]);
});
