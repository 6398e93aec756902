/**
 * Something is NOT kept: no tone of success, no line on the screen. `full` when the device has no room left even after
 * the caches were dropped; `nothing` when there was nothing (any more) to take back; `broken` when the storage failed
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

/** Runs a change of the journal; on a full device once more after making room. Rejects with NotSaved: then nothing of it is kept. */
export async function withRoom<T>(makeRoom: () => Promise<void>, change: () => Promise<T>): Promise<T> {
  try {
    return await change().catch(async (problem: unknown) => {
      if (!isFull(problem)) throw problem;
      await makeRoom();
      return change();
    });
  } catch (problem) {
    throw new NotSaved(problem);
  }
}

/** A quota error, by name or inside the error that the database layer wraps around it. */
export function isFull(problem: unknown): boolean {
  if (typeof problem !== 'object' || problem === null) return false;
  const { name, inner } = problem as { name?: unknown; inner?: unknown };
  return name === 'QuotaExceededError' || (inner !== problem && isFull(inner));
}
