import { sql } from 'kysely';
import { userStatus } from '#contract/areas/members/member-enums.ts';
import { memberForgotten } from '#contract/areas/members/member-events.ts';
import { user } from '#contract/areas/members/user.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { forgetHistory, writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { countMembers } from './labels.ts';

/** The number, the balances and what refers to them stay: the books are about a member, whoever that was. */
export async function erase(
  { registry: { events } }: Pick<Kit, 'registry'>,
  context: WriteContext,
  { id, version, reason }: { id: number; version: number; reason: string },
): Promise<Saved> {
  const { db, actor, now } = context;
  // Labels are put on under the locks of their groups, which come before those of members.
  await sql`
    select 1 from user_label_group where id in (
      select l.group_id from user_label l join member_user u on l.id = any(u.label_ids) where u.id = ${id}) order by id for no key update`.execute(
    db,
  );
  const [member] = await lockRecords(context, user, [id]);
  if (!member) throw new Refusal('notFound');
  if (member['status'] === userStatus.erased) throw new Refusal('illegalTransition', '会员已注销');
  if (member.version !== version) throw new Refusal('versionConflict');
  await sql`
    update member_user set mobile = null, nickname = null, real_name = null, sex = null, birthday = null, remark = null, label_ids = '{}',
      status = ${userStatus.erased}, version = version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()}
    where id = ${id}`.execute(db);
  await events.emit(context, memberForgotten, { user_id: id, user_no: String(member['user_no']) });
  await countMembers(db, member['label_ids']);
  await forgetHistory(context, user.name, id);
  await writeAudit(context, [
    {
      docType: user.name,
      docId: id,
      docNo: String(member['user_no']),
      action: 'erase',
      label: '注销',
      fromStatus: member['status'],
      toStatus: userStatus.erased,
      remark: reason,
    },
  ]);
  return { id, version: version + 1, no: String(member['user_no']) };
}
