import type { StorageRecovery } from './recover-storage.ts';

/**
 * Something is NOT kept: no tone of success, no line on the screen. `full` when the device has no room left even after
 * the caches were dropped and the database was opened again; `nothing` when there was nothing (any more) to take back; `broken` when the storage failed
 * otherwise (`cause`).
 */
export class NotSaved extends Error {
  readonly reason: 'full' | 'broken' | 'nothing';

  constructor(cause: unknown) {
    super('not saved', { cause });
    this.name = 'NotSaved';
    this.reason = cause instanceof NothingToTakeBack ? 'nothing' : isFull(cause) ? 'full' : 'broken';
  }
}

/** A void that would take back what is taken back already, or nothing at all. */
export class NothingToTakeBack extends Error {}

/**
 * Runs a change of the journal, and again after what could be mended: room, and the connection that may have gone with it.
 * Rejects with NotSaved: then nothing of it is kept.
 */
export async function withRoom<T>(recover: StorageRecovery['recover'], change: () => Promise<T>): Promise<T> {
  try {
    return await withRecovery(recover, change);
  } catch (problem) {
    throw new NotSaved(problem);
  }
}

/** The same, and rejects with what was wrong. */
export function withRecovery<T>(recover: StorageRecovery['recover'], change: () => Promise<T>): Promise<T> {
  let result = change();
  for (let tries = 0; tries < 2; tries += 1) {
    result = result.catch(async (problem: unknown) => {
      await recover(problem);
      return change();
    });
  }
  return result;
}

/**
 * No room, by name or inside the error that the database layer wraps around it: the quota is used up, or the disk itself is
 * full. Of that Chromium says only that a transaction was given up, and then that the database does not open (decision 0036).
 */
export function isFull(problem: unknown): boolean {
  return anyName(problem, ['QuotaExceededError', 'AbortError', 'UnknownError']);
}

/** The connection to the database is gone. */
export function isLost(problem: unknown): boolean {
  return anyName(problem, ['DatabaseClosedError', 'OpenFailedError', 'InvalidStateError', 'UnknownError']);
}

function anyName(problem: unknown, names: readonly string[]): boolean {
  if (typeof problem !== 'object' || problem === null) return false;
  const { name, inner } = problem as { name?: unknown; inner?: unknown };
  return names.some((one) => one === name) || (inner !== problem && anyName(inner, names));
}
