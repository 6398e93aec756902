/**
 * A scan is NOT kept: no tone of success, no line on the screen. `full` when the device has no room left even after
 * the caches were dropped; `broken` when the storage failed otherwise (`cause`).
 */
export class NotSaved extends Error {
  readonly reason: 'full' | 'broken';

  constructor(cause: unknown) {
    super('not saved', { cause });
    this.name = 'NotSaved';
    this.reason = isFull(cause) ? 'full' : 'broken';
  }
}

/** A quota error, by name or inside the error that the database layer wraps around it. */
export function isFull(problem: unknown): boolean {
  if (typeof problem !== 'object' || problem === null) return false;
  const { name, inner } = problem as { name?: unknown; inner?: unknown };
  return name === 'QuotaExceededError' || (inner !== problem && isFull(inner));
}
