import type { Kysely } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { Log } from '#server/platform/log.ts';

/** Where a call came from, for the audit trail. */
export interface Origin {
  readonly requestId: string;
  readonly ip: string;
  readonly device: string | undefined;
  readonly userAgent: string;
}

/** What every call is given. `now` is the one instant of the whole call. */
export interface CallContext {
  readonly actor: Actor;
  readonly now: Date;
  readonly origin: Origin;
  readonly log: Log;
}

/** A call that reads: any connection of the pool. */
export interface ReadContext extends CallContext {
  readonly db: Kysely<unknown>;
}

/** A call that writes: one transaction, one op id. */
export interface WriteContext extends CallContext {
  readonly db: Tx;
  readonly opId: string;
}
