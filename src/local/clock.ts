import { type ClockNote, judgeNote, type Measurement, steady, stepsBack, verdictOn, type Word } from './clock-note.ts';
import type { Journal } from './databases.ts';
import type { World } from './world.ts';

/** A moment of the device: what its clock said, right or wrong, and its ticks, which nobody can set. Milliseconds. */
export interface Moment {
  at: number;
  tick: number;
}

/** The device's clock, set right by what servers said (amendments A: the time of a deed is corrected by the measured skew). */
export interface Clock {
  /** Epoch milliseconds, corrected by what this page knows. */
  now(): number;
  /** Server minus device, milliseconds, as this page knows it: median of the last five samples; 0 before the first. */
  skew(): number;
  /**
   * A moment of this page as ISO time, corrected by what the device knows: another page of it may have measured. With it,
   * what speaks for that time and against it. Inside a transaction over `meta`.
   */
  read(moment: Moment): Promise<{ at: string; clock: ClockNote }>;
  /** What each time is worth by what was measured since. */
  judge(notes: readonly (ClockNote | undefined)[]): Promise<Word[]>;
  /**
   * Takes a sample: the server's ISO time, and the device's times (epoch milliseconds) before and after the call that
   * brought it. Nothing is taken from an answer without a time; a slow one moves the clock only as far as it must.
   */
  observe(serverTime: string, before: number, after: number): Promise<void>;
  /** Reads the samples that the device keeps, of earlier runs and other pages. */
  load(): Promise<void>;
}

export function createClock(db: Journal, world: World): Clock {
  /** Ticks of two lives of a page have nothing to do with one another. */
  const life = world.newOpId();
  let samples: number[] = [];
  let measured: Measurement | undefined;
  let last: Moment | undefined;
  const skew = () => median(samples);
  const load = async () => {
    const row = await db.meta.get('skew');
    samples = row?.key === 'skew' ? row.samples : [];
    measured = row?.key === 'skew' ? row.measured : undefined;
  };
  /** Whether the clock went back between two looks at it, or behind its last measurement. */
  const wentBack = (moment: Moment) => {
    const back = last !== undefined && stepsBack(last, moment);
    last = moment;
    return back || (measured !== undefined && moment.at < measured.at - steady);
  };
  return {
    load,
    skew,
    now: () => world.now() + skew(),
    async read(moment) {
      await load();
      if (wentBack(moment) && !measured?.setBack) {
        measured = { ...(measured ?? unmeasured), setBack: true };
        await db.meta.put({ key: 'skew', samples, measured });
      }
      const clock = { life, tick: moment.tick, ...verdictOn(measured, { ...moment, life }) };
      return { at: new Date(moment.at + skew()).toISOString(), clock };
    },
    async judge(notes) {
      await load();
      return notes.map((note) => judgeNote(measured, note));
    },
    async observe(serverTime, before, after) {
      const server = Date.parse(serverTime);
      if (after < before || Number.isNaN(server)) return;
      await db.transaction('rw', db.meta, async () => {
        await load();
        // The server spoke somewhere on the way: of a short one in the middle, of a long one nobody knows where.
        const slow = after - before > slowest;
        const nearest = Math.min(Math.max(skew(), server - after), server - before);
        const sample = slow ? nearest : Math.round(server - (before + after) / 2);
        // The device's clock has been set: what was measured before that speaks of another clock.
        const wasSet = Math.abs(sample - skew()) > steady;
        const moment = { at: world.now(), tick: world.ticks() };
        // So long on the way, an answer says nothing of where the clock stood.
        if (after - before <= steady) {
          const { number, setBack, doubted } = measured ?? unmeasured;
          const doubts = wentBack(moment) || setBack || wasSet;
          measured = {
            ...moment,
            life,
            number: number + 1,
            setBack: false,
            doubted: doubts ? [...doubted, number] : doubted,
          };
        }
        if (!slow || nearest !== skew()) samples = [...(wasSet ? [] : samples), sample].slice(-5);
        if (measured || samples.length > 0) {
          await db.meta.put({ key: 'skew', samples, ...(measured && { measured }) });
        }
      });
    },
  };
}

/** Middle value of a few numbers, the lower one of two; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** Before the first measurement, or of a build that did not number them. No life: no ticks speak for it. */
const unmeasured: Measurement = {
  number: 0,
  life: '',
  at: Number.NEGATIVE_INFINITY,
  tick: 0,
  setBack: false,
  doubted: [],
};
/** Milliseconds: the longest way whose middle says enough. */
const slowest = 10_000;
