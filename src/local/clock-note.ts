/**
 * What a device knows of its own clock between two measurements (decision 0036). Ticks (`performance.now()`) cannot be set;
 * they stand still while the device sleeps, and begin anew with each life of a page. So ticks that agree with the clock since
 * a measurement prove a time; a clock that fell behind them was set back; one that ran ahead of them was set, or has slept:
 * the next measurement says which.
 */

/** Beside the time of an entry: the tick at which it was made, and what that proves. */
export interface ClockNote {
  /** Of a page: its ticks are of no use to another. */
  life: string;
  /** Milliseconds. */
  tick: number;
  /** Number of the measurement by which the time was corrected; 0 for none. */
  measured: number;
  /** `steady`: the ticks since that measurement agree · `set_back`: the clock fell behind them · `open`: nobody knows yet. */
  verdict: 'steady' | 'set_back' | 'open';
}

/** The latest measurement of the clock, and what was seen of it since. */
export interface Measurement {
  /** Rises by one with each. */
  number: number;
  /** Where it was made, by its clock (epoch milliseconds) and ticks. */
  life: string;
  at: number;
  tick: number;
  /** The clock was seen to go back since. */
  setBack: boolean;
  /** Measurements between which and the next one the clock was set: what was open then is in doubt. */
  doubted: number[];
}

/** What a time is worth: `unmeasured` where only a new measurement can tell. */
export type Word = 'sure' | 'doubtful' | 'unmeasured';

type Moment = { at: number; tick: number };

/** What the ticks say of a moment, as long as nothing was measured since. */
export function verdictOn(
  measured: Measurement | undefined,
  moment: Moment & { life: string },
): Pick<ClockNote, 'measured' | 'verdict'> {
  const number = measured?.number ?? 0;
  if (!measured) return { measured: number, verdict: 'open' };
  if (moment.at < measured.at - steady) return { measured: number, verdict: 'set_back' };
  if (moment.life !== measured.life) return { measured: number, verdict: 'open' };
  const ahead = gained(measured, moment);
  return { measured: number, verdict: ahead < -steady ? 'set_back' : ahead > steady ? 'open' : 'steady' };
}

/** What an entry's time is worth by what has been measured. An entry of a build without ticks is open from the beginning. */
export function judgeNote(measured: Measurement | undefined, note: ClockNote | undefined): Word {
  const { verdict, measured: number } = note ?? { verdict: 'open', measured: 0 };
  if (verdict !== 'open') return verdict === 'steady' ? 'sure' : 'doubtful';
  if (measured?.doubted.includes(number)) return 'doubtful';
  return number < (measured?.number ?? 0) ? 'sure' : 'unmeasured';
}

/** Whether the clock fell behind the ticks between two moments of one life: only somebody who sets it can do that. */
export function stepsBack(from: Moment, to: Moment): boolean {
  return gained(from, to) < -steady;
}

/** Milliseconds that the clock won over the ticks. */
function gained(from: Moment, to: Moment): number {
  return to.at - from.at - (to.tick - from.tick);
}

/** Milliseconds: how far one setting of a clock may stray, between samples and from its ticks. */
export const steady = 120_000;
