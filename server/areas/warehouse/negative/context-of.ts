import type { Tx } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { OffsetBy } from '#server/ledger/negatives.ts';
import { createLog } from '#server/platform/log.ts';

/**
 * The context in which others hear of what a posting did: the house's own, in the name of whoever posted. What follows from it is no
 * deed of theirs, so it carries none of their keys.
 */
export function contextOf(tx: Tx, { opId, adminId }: OffsetBy): WriteContext {
  return {
    db: tx,
    actor: { ...systemActor, id: adminId },
    now: new Date(),
    opId,
    origin: { requestId: opId, ip: '', device: undefined, userAgent: '' },
    log,
  };
}

const log = createLog({ level: 'warn' });
