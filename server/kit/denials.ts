import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { limits } from '#contract/kit/limits.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { writeAudit } from './audit-trail.ts';
import type { Origin } from './call-context.ts';

/** What somebody tried who may not: `separated` is somebody with a part in what he would judge. */
export const denialSteps = { denied: '无权操作', forged: '冒用他人身份', separated: '职责分离被拒' } as const;

/** One try: who, what, and at which call. */
export interface Denial {
  readonly actor: Actor;
  readonly step: keyof typeof denialSteps;
  readonly call: string;
  readonly origin: Origin;
}

const everyMs = 60_000;
const mostRemembered = 5000;
const noted = new WeakMap<Kysely<unknown>, Map<string, number>>();

/**
 * Keeps in the log and in the audit trail who was refused for want of a permission, or called under another's name: once a minute for each person and
 * call, in this process, or a flood would fill the table.
 */
export async function noteDenial(
  { db, clock, log }: { db: Kysely<unknown>; clock: Clock; log: Log },
  { actor, step, call, origin }: Denial,
): Promise<void> {
  const now = clock.now();
  if (!isDue(db, `${actor.id} ${step} ${call}`, now.getTime())) return;
  log.warn({ adminId: actor.id, step, call, ip: origin.ip, requestId: origin.requestId }, 'a call was denied');
  try {
    await inTransaction(db, (tx) =>
      writeAudit({ db: tx, actor, now, origin, log, opId: randomUUID() }, [
        {
          docType: 'denial',
          docId: actor.id,
          docNo: call.slice(0, limits.name),
          action: step,
          label: denialSteps[step],
        },
      ]),
    );
  } catch (error) {
    // The caller is refused all the same, and the log has it.
    log.error({ err: error, requestId: origin.requestId }, 'a denial could not be kept');
  }
}

function isDue(db: Kysely<unknown>, key: string, now: number): boolean {
  const times = noted.get(db) ?? new Map<string, number>();
  noted.set(db, times);
  const last = times.get(key);
  if (last !== undefined && Math.abs(now - last) < everyMs) return false;
  times.delete(key);
  times.set(key, now);
  const [oldest] = times.keys();
  if (times.size > mostRemembered && oldest !== undefined) times.delete(oldest);
  return true;
}
