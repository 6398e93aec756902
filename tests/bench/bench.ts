import { performance } from 'node:perf_hooks';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { House } from '#tests/boot/house.ts';

/** What a measurement is given. */
export interface Place {
  readonly db: Kysely<unknown>;
  /** The bare driver under `db`. */
  readonly pool: Pool;
  /** Where the database is, for connections of one's own. */
  readonly url: string;
  readonly house: House;
  /** Short rounds for CI. */
  readonly quick: boolean;
  readonly say: (line: string) => void;
}

/** One line of the table: a ratio measured in this run, and the gate it must pass (design §11). Seconds are never judged. */
export interface Finding {
  readonly name: string;
  readonly ratio: number;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** The figures behind the ratio, for people. */
  readonly figures: string;
}

export type Bench = (place: Place) => Promise<Finding[]>;

/** Does a finding pass its gate? One without a gate is only told. */
export function passes({ ratio, atMost, atLeast }: Finding): boolean {
  return !(atMost !== undefined && ratio > atMost) && !(atLeast !== undefined && ratio < atLeast);
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/**
 * Measures two ways of doing the same in turns, so that whatever else the machine does meets both alike. The first round
 * only warms up. Answers the medians of the rounds, milliseconds each, and the median of the rounds' ratios.
 */
export async function inTurns(
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<{ one: number; other: number; ratio: number }> {
  await one();
  await other();
  const measured: { one: number; other: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Whoever goes first finds cold caches; they take turns in that too.
    const first = round % 2 === 0 ? await one() : undefined;
    const second = await other();
    measured.push({ one: first ?? (await one()), other: second });
  }
  return {
    one: median(measured.map((m) => m.one)),
    other: median(measured.map((m) => m.other)),
    ratio: median(measured.map((m) => m.one / m.other)),
  };
}

/** `12.3 ms`. */
export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(1)} ms`;
