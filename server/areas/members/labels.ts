import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { memberCalls } from '#contract/areas/members/member-calls.ts';
import { user } from '#contract/areas/members/user.ts';
import { labelType, refreshLabelCall, userLabel, userLabelGroup } from '#contract/areas/members/user-label.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import type { Values } from '#server/kit/save-record.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { refreshLabel } from './label-rules.ts';

/** Labels of members and their groups, put on by hand or by rules (domain.md §3.9). */
export function serveLabels(kit: Kit): void {
  const { registry } = kit;
  serveEntity(kit, userLabelGroup, groupHooks);
  serveEntity(kit, userLabel, labelHooks);
  const id = z.int().min(1);
  const ids = z
    .array(id)
    .min(1)
    .max(limits.pastedEntries)
    .refine((all) => new Set(all).size === all.length, '不能重复');
  registry.write(
    memberCalls.setLabels,
    z.strictObject({ user_ids: ids, label_ids: ids, op: z.enum(['add', 'remove']) }),
    setLabels,
  );
  registry.write(refreshLabelCall, z.strictObject({ id }), async (context, asked) => {
    const [label] = await lockRecords(context, userLabel, [asked.id]);
    if (!label) throw new Refusal('notFound');
    if (label.label_type !== labelType.byRule) throw new Refusal('invalid', '手工标签没有规则', 'id');
    if (label.status !== 1) throw new Refusal('illegalTransition', '标签已停用');
    return { user_count: await refreshLabel(context, asked.id) };
  });
}

const groupHooks: EntityHooks<typeof userLabelGroup> = {
  async derive({ db }, values, before) {
    if (!before || values.is_exclusive !== true || before.is_exclusive === true) return {};
    const { rows } = await sql`
      select 1 from member_user u where (
        select count(*) from user_label l where l.group_id = ${before.id} and l.id = any(u.label_ids)) > 1 limit 1`.execute(
      db,
    );
    if (rows.length > 0) throw new Refusal('invalid', '有会员同时有组内多个标签，不能改为互斥', 'is_exclusive');
    return {};
  },
};

const labelHooks: EntityHooks<typeof userLabel> = {
  async derive({ db }, values, before) {
    const used = before !== undefined && Number(before.user_count) > 0;
    for (const name of ['group_id', 'label_type'] as const)
      if (used && values[name] !== before[name]) throw new Refusal('invalid', '已有会员使用，不能修改', name);
    const { rows } = await sql<{ status: number; name: string }>`
      select status, name from user_label_group where id = ${values.group_id} for no key update`.execute(db);
    if (rows[0] && rows[0].status !== 1 && values.group_id !== before?.group_id)
      throw new Refusal('invalid', `标签组“${rows[0].name}”已停用`, 'group_id');
    return {};
  },
  async after(context, _id, values, before) {
    await countLabels(
      context,
      [values.group_id, before?.group_id].filter((one) => typeof one === 'number'),
    );
  },
  async guardRemove({ db }, { user_count, name, group_id }) {
    if (Number(user_count) > 0)
      throw new Refusal('invalid', `${String(user_count)} 个会员有“${String(name)}”，不能删除`);
    await sql`update user_label_group set label_count = label_count - 1 where id = ${group_id}`.execute(db);
  },
};

async function countLabels({ db }: WriteContext, groups: readonly number[]): Promise<void> {
  await sql`
    update user_label_group g set label_count = (select count(*) from user_label l where l.group_id = g.id)
    where id = any(${groups}::bigint[])`.execute(db);
}

interface Labelled {
  user_ids: number[];
  label_ids: number[];
  op: 'add' | 'remove';
}

/** Groups are locked first and members after them, each in one order: labels of one group are put on by one person at a time. */
async function setLabels(context: WriteContext, { user_ids, label_ids, op }: Labelled): Promise<{ count: number }> {
  const { db, actor, now } = context;
  const labels = await lockLabels(db, label_ids);
  const wrong = labels.find(
    ({ status, label_type }) => label_type === labelType.byRule || (op === 'add' && status !== 1),
  );
  if (labels.length < label_ids.length) throw new Refusal('invalid', '标签不存在', 'label_ids');
  if (wrong)
    throw new Refusal(
      'invalid',
      `“${wrong.name}”${wrong.status === 1 ? '由规则维护，不能手工调整' : '已停用'}`,
      'label_ids',
    );
  const rivals = labels.filter(({ is_exclusive }) => is_exclusive);
  const twice = rivals.find(({ group_id }, place) => rivals.findIndex((one) => one.group_id === group_id) !== place);
  if (op === 'add' && twice) throw new Refusal('invalid', `标签组“${twice.group}”内只能选一个`, 'label_ids');
  const users = await lockRecords(context, user, user_ids);
  if (users.length < user_ids.length) throw new Refusal('invalid', '会员不存在', 'user_ids');
  const { rows } = await sql<{ id: number; before: number[]; after: number[] }>`
    with changed as (
      select u.id, u.label_ids as before, (
        select coalesce(array_agg(l order by l), '{}') from (
          select t.l from unnest(u.label_ids) as t (l)
          where not t.l = any(${label_ids}::bigint[])
            and not (${op === 'add'} and exists (
              select 1 from user_label x where x.id = t.l and x.group_id = any(${rivals.map(({ group_id }) => group_id)}::bigint[])))
          union select v from unnest(${op === 'add' ? label_ids : []}::bigint[]) as w (v)
        ) k) as after
      from member_user u where u.id = any(${user_ids}::bigint[])
    )
    update member_user u set label_ids = c.after, version = u.version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()}
    from changed c where c.id = u.id and c.after is distinct from c.before returning u.id, c.before, c.after`.execute(
    db,
  );
  await countMembers(db, [...label_ids, ...rows.flatMap(({ before }) => before)]);
  const nos = new Map(users.map((one) => [one.id, String(one['user_no'])]));
  const names = labels.map(({ name }) => name).join('、');
  await writeAudit(
    context,
    rows.map(({ id }) => ({
      docType: user.name,
      docId: id,
      docNo: nos.get(id) ?? null,
      action: 'setLabels',
      label: op === 'add' ? '打标签' : '去标签',
      remark: names,
    })),
  );
  return { count: rows.length };
}

interface LabelRow extends Values {
  id: number;
  name: string;
  status: number;
  label_type: number;
  group_id: number;
  group: string;
  is_exclusive: boolean;
}

async function lockLabels(db: Kysely<unknown>, ids: readonly number[]): Promise<LabelRow[]> {
  await sql`
    select 1 from user_label_group where id in (select group_id from user_label where id = any(${ids}::bigint[])) order by id for no key update`.execute(
    db,
  );
  const { rows } = await sql<LabelRow>`
    select l.id, l.name, l.status, l.label_type, l.group_id, g.name as "group", g.is_exclusive
    from user_label l join user_label_group g on g.id = l.group_id where l.id = any(${ids}::bigint[]) order by l.id for no key update of l`.execute(
    db,
  );
  return rows;
}

/** Says of these labels how many members have them. Their groups are locked, so nobody puts one on meanwhile. */
export async function countMembers(db: Kysely<unknown>, ids: readonly number[]): Promise<void> {
  await sql`
    update user_label l set user_count = (select count(*) from member_user u where u.label_ids @> array[l.id])
    where l.id = any(${[...new Set(ids)]}::bigint[])`.execute(db);
}
