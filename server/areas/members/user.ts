import { sql } from 'kysely';
import { z } from 'zod';
import { memberCalls } from '#contract/areas/members/member-calls.ts';
import { userStatus } from '#contract/areas/members/member-enums.ts';
import { userGrowth, userPoint } from '#contract/areas/members/member-log.ts';
import { memberOrder } from '#contract/areas/members/member-order.ts';
import { user } from '#contract/areas/members/user.ts';
import { userStored } from '#contract/areas/members/user-stored.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import type { Hiding } from '#server/kit/registry.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { erase } from './erase.ts';

/** Members: their mobiles are told one by one with a reason, and a member who asks for it is forgotten (domain.md §3.9, §12.1). */
export function serveUser(kit: Kit): void {
  const { registry } = kit;
  serveEntity(kit, user, hooks);
  for (const log of [userPoint, userGrowth, userStored, memberOrder]) serveEntity(kit, log);
  const id = z.int().min(1);
  const reason = z.string().trim().min(limits.reasonLeast).max(limits.reason);
  registry.write(
    memberCalls.status,
    z.strictObject({
      ids: z
        .array(id)
        .min(1)
        .max(limits.pastedEntries)
        .refine((all) => new Set(all).size === all.length, '不能重复'),
      status: z.literal([userStatus.live, userStatus.frozen]),
      reason,
    }),
    changeStatus,
    user,
  );
  registry.write(memberCalls.mobile, z.strictObject({ id, reason }), showMobile, user);
  registry.write(
    memberCalls.erase,
    z.strictObject({ id, version: id, reason }),
    (context, asked) => erase(kit, context, asked),
    user,
  );
}

/** Lists and files show mobiles in part by their kind: nothing is hidden besides. */
export const memberHiding: Hiding = () => ({ fields: [], when: sql<boolean>`false` });

const hooks: EntityHooks<typeof user> = {
  // As lists show it: whole it is told by a call that keeps a trace.
  present: (_context, record, lines) => ({ record: { ...record, mobile: inPart(record['mobile']) }, lines }),
  hiding: memberHiding,
  mayEdit: (_actor, { status }) =>
    status === userStatus.erased ? new Refusal('illegalTransition', '会员已注销') : undefined,
};

const inPart = (mobile: unknown): string | null =>
  typeof mobile !== 'string' || mobile === '' ? null : mobile.replace(/^(\d{3})[\d*]+(\d{4})$/, '$1****$2');

async function changeStatus(
  context: WriteContext,
  { ids, status, reason }: { ids: number[]; status: number; reason: string },
): Promise<{ count: number }> {
  const members = await lockRecords(context, user, ids);
  if (members.length < ids.length) throw new Refusal('notFound');
  const gone = members.find((one) => one['status'] === userStatus.erased);
  if (gone) throw new Refusal('illegalTransition', `会员 ${String(gone['user_no'])} 已注销`);
  const changing = members.filter((one) => one['status'] !== status);
  await sql`
    update member_user set status = ${status}, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
    where id = any(${changing.map((one) => one.id)}::bigint[])`.execute(context.db);
  await writeAudit(
    context,
    changing.map((one) => ({
      docType: user.name,
      docId: one.id,
      docNo: String(one['user_no']),
      action: 'status',
      label: status === userStatus.frozen ? '冻结' : '恢复',
      fromStatus: one['status'],
      toStatus: status,
      remark: reason,
    })),
  );
  return { count: changing.length };
}

async function showMobile(
  context: WriteContext,
  { id, reason }: { id: number; reason: string },
): Promise<{ mobile: string | null }> {
  const [member] = await lockRecords(context, user, [id]);
  if (!member) throw new Refusal('notFound');
  const no = String(member['user_no']);
  await writeAudit(context, [
    { docType: user.name, docId: id, docNo: no, action: 'showMobile', label: '查看手机号', remark: reason },
  ]);
  const { rows } = await sql<{ mobile: string | null }>`select mobile from member_user where id = ${id}`.execute(
    context.db,
  );
  return { mobile: rows[0]?.mobile ?? null };
}
