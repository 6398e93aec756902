import { sql } from 'kysely';
import type { GrantDecision, GrantSubject } from '#contract/areas/access/grant.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { verdict } from '#contract/kit/transition.ts';
import { holdAccess, refuseStronger } from '#server/identity/hold-access.ts';
import { type Rights, readRights } from '#server/identity/read-rights.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { refuseParticipant } from '#server/kit/participants.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { numberOf } from '#server/kit/record-name.ts';
import { refusePlace, widenedBy } from '../organize-place.ts';
import { holdersOf, membersUnder, pushInvalidation } from '../push-invalidation.ts';
import { applyChange } from './apply.ts';
import { refuseLacking, refuseOwn } from './check.ts';
import { refuseSwitchedOff } from './describe.ts';
import { type Change, idsOf, type StoredItem } from './item.ts';
import { subjects } from './subjects.ts';

/**
 * Approves or rejects a waiting request. An approval checks everything anew under the access lock: that the subject is
 * in use, that requester and approver are two people, also behind their accounts, neither of them the one concerned, and
 * that both hold what is granted.
 */
export async function decide(context: WriteContext, subject: GrantSubject, decision: GrantDecision): Promise<null> {
  const rights = await holdAccess(context);
  const request = await lockRequest(context, decision.id);
  if (request?.subject !== subject) throw new Refusal('notFound');
  const [record] = await lockRecords(context, subjects[subject].definition, [request.subjectId]);
  if (!record) throw new Refusal('notFound');
  if (request.requestedBy === context.actor.id) throw new Refusal('illegalTransition', '不能审批自己提出的授权申请');
  if (decision.result === verdict.pass) await approve(context, { request, rights, record });
  await close(context, request, decision);
  await writeAudit(context, [
    {
      docType: subject,
      docId: request.subjectId,
      docNo: numberOf(subjects[subject].definition, record),
      action: 'grant',
      label: decision.result === verdict.pass ? '授权通过' : '授权驳回',
      result: decision.result,
      remark: decision.remark ?? null,
      changes: {
        授权: { before: request.lost.map((item) => item.name), after: request.gained.map((item) => item.name) },
      },
    },
  ]);
  return null;
}

/** Takes an own request back; nothing has changed, so nothing is undone. */
export async function withdraw(context: WriteContext, id: number): Promise<null> {
  await holdAccess(context);
  const request = await lockRequest(context, id);
  if (request?.requestedBy !== context.actor.id) throw new Refusal('notFound');
  const now = context.now.toISOString();
  await sql`update grant_request set state = 3, decided_by = ${context.actor.id}, decided_at = ${now} where id = ${id}`.execute(
    context.db,
  );
  await writeAudit(context, [
    { docType: request.subject, docId: request.subjectId, docNo: null, action: 'grantWithdraw', label: '撤回授权申请' },
  ]);
  return null;
}

interface Request extends Change {
  readonly id: number;
  readonly requestedBy: number;
}

async function lockRequest({ db }: WriteContext, id: number): Promise<Request | undefined> {
  const { rows } = await sql<{
    subject: GrantSubject;
    subject_id: number;
    gained: StoredItem[];
    lost: StoredItem[];
    state: number;
    requested_by: number;
  }>`
    select subject, coalesce(admin_id, role_id, organize_id) as subject_id, gained, lost, state, requested_by
    from grant_request where id = ${id} for update`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  if (row.state !== 0) throw new Refusal('illegalTransition', '该申请已处理');
  const { subject, gained, lost } = row;
  return { id, subject, subjectId: row.subject_id, gained, lost, requestedBy: row.requested_by };
}

interface Approving {
  readonly request: Request;
  readonly rights: Rights;
  readonly record: Record<string, unknown>;
}

async function approve(context: WriteContext, { request, rights, record }: Approving): Promise<void> {
  const { subject, subjectId } = request;
  await refuseOwn(context, request);
  if (subject === 'admin')
    await refuseStronger(context, rights, {
      people: [{ id: subjectId, nickname: String(record.nickname) }],
      opens: false,
    });
  await refuseParticipant(context, [{ id: request.requestedBy, part: '申请人' }], { words: '审批其授权申请' });
  if (record.status !== 1) throw new Refusal('illegalTransition', `${subjects[subject].word}已停用，不能授权`);
  const requester = await readRights(context.db, request.requestedBy);
  if (requester?.status !== 1 || !subjects[subject].asking.some((key) => requester.permissions.has(key)))
    throw new Refusal('illegalTransition', '申请人已无权提出此申请，请驳回');
  // What was in use when it was asked for may no longer be.
  await refuseSwitchedOff(context.db, request.gained);
  const [parentId] = idsOf(request.gained, 'parent');
  if (parentId !== undefined) await refusePlace(context, { before: record, parentId });
  const widened = parentId === undefined ? [] : await widenedBy(context, { before: record, parentId });
  await applyChange(context, request);
  await refuseLacking(context, rights, request);
  await refuseLacking(context, requester, request);
  await pushInvalidation(context.db, [...(await concerned(context, subject, subjectId)), ...widened], 'access');
}

async function concerned({ db }: WriteContext, subject: GrantSubject, id: number): Promise<number[]> {
  if (subject === 'admin') return [id];
  return subject === 'role' ? await holdersOf(db, [id]) : await membersUnder(db, [id]);
}

async function close(context: WriteContext, { id }: Request, { result, remark }: GrantDecision): Promise<void> {
  await sql`
    update grant_request set state = ${result === verdict.pass ? 1 : 2}, decided_by = ${context.actor.id}, decided_at = ${context.now.toISOString()}, remark = ${remark ?? null}
    where id = ${id}`.execute(context.db);
}
