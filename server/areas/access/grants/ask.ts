import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Rights } from '#server/identity/read-rights.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { pushInvalidation } from '../push-invalidation.ts';
import { applyChange } from './apply.ts';
import { refuseLacking, refuseOwn } from './check.ts';
import { type Change, idsOf, type StoredItem } from './item.ts';

/** Words for the audit trail beside the change itself: the name of the subject. */
export interface Asked extends Change {
  readonly subjectName: string;
}

/**
 * Asks for a widening of rights: it is tried out, judged by what comes of it, undone, and kept as a request for a second
 * person. Answers the request's id; null when there is nothing to ask for. The caller holds the access lock.
 */
export async function askGrant(context: WriteContext, rights: Rights, asked: Asked): Promise<number | null> {
  if (asked.gained.length === 0) return null;
  await refuseOwn(context, asked);
  await sql`savepoint grant_tried`.execute(context.db);
  await applyChange(context, asked);
  await refuseLacking(context, rights, asked);
  if (await namesSecondSuper(context, asked)) return await grantAtOnce(context, asked);
  await sql`rollback to savepoint grant_tried`.execute(context.db);
  const gained = await withoutWaiting(context.db, asked);
  if (gained.length === 0) throw new Refusal('illegalTransition', '相同的授权申请正在等待批准');
  return await keep(context, { ...asked, gained }, 0);
}

async function keep(context: WriteContext, asked: Asked, state: 0 | 1): Promise<number> {
  const { subject, subjectId, gained, lost } = asked;
  const now = context.now.toISOString();
  const { rows } = await sql<{ id: number }>`
    insert into grant_request (subject, ${sql.ref(`${subject}_id`)}, gained, lost, state, requested_by, requested_at, decided_by, decided_at)
    values (${subject}, ${subjectId}, ${JSON.stringify(gained)}::jsonb, ${JSON.stringify(lost)}::jsonb, ${state}, ${context.actor.id}, ${now},
      ${state === 0 ? null : context.actor.id}, ${state === 0 ? null : now}) returning id`.execute(context.db);
  await writeAudit(context, [
    {
      docType: subject,
      docId: subjectId,
      docNo: asked.subjectName,
      action: state === 0 ? 'grantRequest' : 'grant',
      label: state === 0 ? '申请授权' : '授权生效',
      changes: { 授权: { before: lost.map((item) => item.name), after: gained.map((item) => item.name) } },
    },
  ]);
  return rows[0]?.id ?? 0;
}

/**
 * The first installation has one person, whom nobody can approve: naming a second super admin takes effect at once,
 * and only as long as there has never been one (decision 0014).
 */
async function namesSecondSuper({ db, actor }: WriteContext, { subject, gained }: Asked): Promise<boolean> {
  if (subject !== 'admin') return false;
  const { rows } = await sql`
    select 1 from role r join admin_role mine on mine.role_id = r.id and mine.admin_id = ${actor.id}
    where r.code = 'super' and r.id = any(${idsOf(gained, 'role')}::bigint[])
      and not exists (select 1 from grant_request where state = 1)
      and (select count(*) from admin_role h where h.role_id = r.id) = 2`.execute(db);
  return rows.length > 0;
}

async function grantAtOnce(context: WriteContext, asked: Asked): Promise<number> {
  await sql`release savepoint grant_tried`.execute(context.db);
  await pushInvalidation(context.db, [asked.subjectId], 'access');
  return await keep(context, asked, 1);
}

async function withoutWaiting(db: Tx, { subject, subjectId, gained }: Asked): Promise<StoredItem[]> {
  // A limit that is set anew takes the place of the one that waits.
  if (subject === 'organize') return [...gained];
  const { rows } = await sql<{ kind: string; id: number }>`
    select i.kind, i.id from grant_request g, jsonb_to_recordset(g.gained) as i (kind text, id bigint)
    where g.state = 0 and ${sql.ref(`g.${subject}_id`)} = ${subjectId}`.execute(db);
  return gained.filter((item) => !rows.some((one) => one.kind === item.kind && one.id === item.id));
}
