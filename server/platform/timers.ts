import type { Kysely } from 'kysely';
import type { Clock } from './clock.ts';
import type { FileStore } from './file-store.ts';
import type { Log } from './log.ts';

/** One work that a serving process does again and again; `name` is what the health screen calls it. */
export interface HouseTimer {
  readonly name: string;
  readonly everyMs: number;
  /** It is done once before the server is open. */
  readonly atStart?: true;
  run(house: TimerHouse, signal: AbortSignal): Promise<void>;
}

/** What timers stand on. */
export interface TimerHouse {
  readonly db: Kysely<unknown>;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly log: Log;
}

/** One work that a process does again and again, and how it went. */
export interface Timer {
  readonly name: string;
  readonly everyMs: number;
  lastAt: Date | undefined;
  lastProblem: string | undefined;
}

const timers = new Set<Timer>();

/** The timers of this process, for the health screen. */
export function runningTimers(): readonly Readonly<Timer>[] {
  return [...timers];
}

/**
 * Runs `work` every so many milliseconds, never twice at once; a failure is logged and the next turn tries again.
 * Returns the stop: it tells the work by its signal and waits for it.
 */
export function startTimer(
  { name, everyMs, log }: { name: string; everyMs: number; log: Log },
  work: (signal: AbortSignal) => Promise<void>,
): () => Promise<void> {
  const timer: Timer = { name, everyMs, lastAt: undefined, lastProblem: undefined };
  const stopping = new AbortController();
  let turn: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    try {
      await work(stopping.signal);
      timer.lastProblem = undefined;
    } catch (error) {
      timer.lastProblem = error instanceof Error ? error.name : 'Error';
      log.error({ err: error, timer: name }, 'a timer failed');
    }
    timer.lastAt = new Date();
    turn = undefined;
  };
  const interval = setInterval(() => {
    turn ??= run();
  }, everyMs);
  timers.add(timer);
  return async () => {
    clearInterval(interval);
    stopping.abort();
    await turn;
    timers.delete(timer);
  };
}
