import { limits } from '#contract/kit/limits.ts';

/** How fast one stream is sent: how large a batch, and not before when. In memory; a restart begins afresh. */
export interface Backoff {
  /** Operations in the next batch. */
  size: number;
  /** Failed tries in a row. */
  tries: number;
  /** Epoch milliseconds of the device before which nothing is sent. */
  notBefore: number;
  /** Times in a row that the server failed over one single operation. */
  doubts: number;
}

export const firstBackoff: Backoff = {
  size: limits.drainBatch,
  tries: 0,
  notBefore: 0,
  doubts: 0,
};

/** Milliseconds until a stream may be sent; 0 for now. A wait beyond any that we set is a clock that was put back. */
export function waitOf(pace: Backoff, now: number): number {
  const wait = pace.notBefore - now;
  return wait > longest ? 0 : Math.max(0, wait);
}

/** After progress: no waiting, and back towards the full batch where this one was a smaller one, and full. */
export function faster(pace: Backoff, sent: number): Backoff {
  return {
    size: sent < pace.size ? pace.size : Math.min(pace.size * 2, limits.drainBatch),
    tries: 0,
    notBefore: 0,
    doubts: 0,
  };
}

/**
 * After a failure: full jitter between 1 s and 2ⁿ s, at most 60 s, and never before the server's Retry-After (10 min at most).
 * `chance` in [0, 1); times in milliseconds.
 */
export function slower(pace: Backoff, at: { now: number; chance: number; retryAfter?: number | null }): Backoff {
  const tries = pace.tries + 1;
  const cap = Math.min(most, least * 2 ** Math.min(tries, 10));
  const wait = Math.min(longest, Math.max(least + at.chance * (cap - least), at.retryAfter ?? 0));
  return { ...pace, tries, notBefore: at.now + wait };
}

/** After an answer that the batch was too large, or none in time: half of it, 1 at least. */
export function halved(pace: Backoff, sent: number): Backoff {
  return {
    ...pace,
    size: Math.max(1, Math.floor(Math.min(sent, pace.size) / 2)),
  };
}

const least = 1_000;
const most = 60_000;
const longest = 600_000;
