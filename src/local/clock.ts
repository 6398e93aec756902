import type { Journal } from './databases.ts';
import type { World } from './world.ts';

/** The device's clock, set right by what servers said (amendments A: `counted_at` is corrected by the measured skew). */
export interface Clock {
  /** Epoch milliseconds, corrected by what this page knows. */
  now(): number;
  /** Server minus device, milliseconds, as this page knows it: median of the last five samples; 0 before the first. */
  skew(): number;
  /**
   * A moment of the device (epoch milliseconds) as ISO time, corrected by what the device knows: another page of it may
   * have measured. Inside a transaction over `meta`, or outside of any.
   */
  correct(moment: number): Promise<string>;
  /**
   * Takes a sample: the server's ISO time, and the device's times (epoch milliseconds) before and after the call that
   * brought it. Nothing is taken from an answer without a time; a slow one moves the clock only as far as it must.
   */
  observe(serverTime: string, before: number, after: number): Promise<void>;
  /** Reads the samples that the device keeps, of earlier runs and other pages. */
  load(): Promise<void>;
}

export function createClock(db: Journal, world: World): Clock {
  let samples: number[] = [];
  const skew = () => median(samples);
  const load = async () => {
    const row = await db.meta.get('skew');
    samples = row?.key === 'skew' ? row.samples : [];
  };
  return {
    load,
    skew,
    now: () => world.now() + skew(),
    async correct(moment) {
      await load();
      return new Date(moment + skew()).toISOString();
    },
    async observe(serverTime, before, after) {
      const server = Date.parse(serverTime);
      if (after < before || Number.isNaN(server)) return;
      await db.transaction('rw', db.meta, async () => {
        await load();
        // The server spoke somewhere on the way: of a short one in the middle, of a long one nobody knows where.
        const slow = after - before > slowest;
        const nearest = Math.min(Math.max(skew(), server - after), server - before);
        if (slow && nearest === skew()) return;
        const sample = slow ? nearest : Math.round(server - (before + after) / 2);
        // The device's clock has been set: what was measured before that speaks of another clock.
        if (Math.abs(sample - skew()) > steady) samples = [];
        samples = [...samples, sample].slice(-5);
        await db.meta.put({ key: 'skew', samples });
      });
    },
  };
}

/** Middle value of a few numbers, the lower one of two; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** Milliseconds: the longest way whose middle says enough, and how far samples of one setting of the clock lie apart. */
const slowest = 10_000;
const steady = 120_000;
