import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSimulatedReader } from './simulated-reader.ts';
import { createTagList } from './tag-list.ts';
import { connectReader } from './uhf-reader.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('of a thousand reads a second of 20,000 tags, ten minutes long, none is lost', { timeout: 120_000 }, async () => {
  const device = createSimulatedReader('r200', { every: 20, burst: 20 });
  const list = createTagList();
  const finding = connectReader(device, {
    tags: (tags) => void list.take(tags, 0),
    trouble: () => expect.unreachable(),
    gone: () => expect.unreachable(),
  });
  await vi.advanceTimersByTimeAsync(3_000);
  const reader = await finding;
  if (!reader) throw new Error('no reader was found');
  device.show(
    Array.from({ length: 20_000 }, (_, at) => `30751FEB705C5904${at.toString(16).toUpperCase().padStart(8, '0')}`),
  );
  const starting = reader.start();
  await vi.advanceTimersByTimeAsync(600_000);
  await starting;
  const stopping = reader.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  await stopping;
  expect(device.reads).toBeGreaterThan(590_000);
  expect([list.reads, list.size]).toEqual([device.reads, 20_000]);
});
