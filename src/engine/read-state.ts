import type { Failure } from '#src/wire/sent.ts';
import { faceOf, failureOf, isAnswered, type Queried } from './failure.ts';

/** A read as it stands: what it shows, what is shown instead of it, or what is said above it. */
export interface ReadState<T> {
  /** What came; undefined before it came and when it may not be shown any more. */
  readonly value: T | undefined;
  /** Shown instead of a value. */
  readonly failure: Failure | null;
  /** Why the value that stands could not be read again, or cannot be now: it is of before. */
  readonly stale: Failure | null;
}

/** Tells how a query stands. Throws what is no failure of a call: a mistake of ours. */
export function readStateOf<T>(query: Queried<T>): ReadState<T> {
  const failure = failureOf(query);
  if (failure && (!isAnswered(query) || takesAway(failure))) return { value: undefined, failure, stale: null };
  const stale = failure ?? (query.fetchStatus === 'paused' ? offline : null);
  return { value: query.data, failure: null, stale };
}

const offline: Failure = { kind: 'offline' };

/** True of a failure that ends what was read before: this person may not see it any more, or there is nothing any more. */
function takesAway(failure: Failure): boolean {
  return failure.kind === 'forbidden' || failure.kind === 'signedOut' || faceOf(failure) === 'missing';
}
