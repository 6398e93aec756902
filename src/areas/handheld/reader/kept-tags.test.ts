// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getStored, setStored } from '#src/platform/storage.ts';
import { keepTags } from './kept-tags.ts';

// Files of one worker share the window: what another one left is none of these tags.
beforeEach(() => localStorage.clear());

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const epcs = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `E28${from + at}`);

it('are there again in their order, and gone for good once they are cleared', () => {
  const kept = keepTags('device:reader:7');
  expect(kept.add(epcs(1234))).toBe(true);
  expect(kept.add(epcs(2, 1234))).toBe(true);
  expect(keepTags('device:reader:7').all()).toEqual(epcs(1236));
  expect(keepTags('device:reader:8').all()).toEqual([]);
  kept.clear();
  expect(keepTags('device:reader:7').all()).toEqual([]);
  expect(localStorage.length).toBe(0);
});

it('of twenty thousand the next one is written with a few hundred others', () => {
  const kept = keepTags('device:reader:7');
  kept.add(epcs(20_000));
  const written = vi.spyOn(Storage.prototype, 'setItem');
  kept.add(epcs(1, 20_000));
  expect(written.mock.calls.map(([, text]) => text.length).every((length) => length < 20_000)).toBe(true);
  expect(written).toHaveBeenCalledTimes(1);
});

it('that the device would not take are tried again with the next ones', () => {
  const kept = keepTags('device:reader:7');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(kept.add(epcs(700))).toBe(false);
  expect(kept.all()).toHaveLength(700);
  full.mockRestore();
  expect(kept.add(epcs(1, 700))).toBe(true);
  expect(keepTags('device:reader:7').all()).toEqual(epcs(701));
});

it('that an earlier build kept as one value are taken over', () => {
  setStored('device:reader:7', epcs(600));
  expect(keepTags('device:reader:7').all()).toEqual(epcs(600));
  expect(getStored('device:reader:7').found).toBe('nothing');
  expect(keepTags('device:reader:7').all()).toEqual(epcs(600));
});
