import type { Journal } from './databases.ts';
import type { World } from './world.ts';

/** The device's clock, set right by what servers said (amendments A: `counted_at` is corrected by the measured skew). */
export interface Clock {
  /** Epoch milliseconds, corrected. */
  now(): number;
  /** ISO time, corrected. */
  iso(): string;
  /** Server minus device, milliseconds: median of the last five samples; 0 before the first. */
  skew(): number;
  /** Takes a sample: the server's time, and the device's times before and after the call that brought it. */
  observe(serverTime: number, before: number, after: number): Promise<void>;
  /** Reads the samples of earlier runs. */
  load(): Promise<void>;
}

export function createClock(db: Journal, world: World): Clock {
  let samples: number[] = [];
  const skew = () => median(samples);
  const now = () => world.now() + skew();
  return {
    now,
    skew,
    iso: () => new Date(now()).toISOString(),
    async load() {
      const row = await db.meta.get('skew');
      if (row?.key === 'skew') samples = row.samples;
    },
    async observe(serverTime, before, after) {
      // A slow answer says little about the clock: half of the way may hide in it.
      if (after < before || after - before > slowest) return;
      samples = [...samples, Math.round(serverTime - (before + after) / 2)].slice(-5);
      await db.meta.put({ key: 'skew', samples });
    },
  };
}

/** Middle value of a few numbers, the lower one of two; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

const slowest = 10_000;
