import { type Kysely, type RawBuilder, sql } from 'kysely';
import { noticeTarget } from '#contract/areas/shell/notice.ts';
import { Refusal } from '#contract/kit/errors.ts';

/** The table whose ids `target_ids` holds, by `target_type`. */
const tables: Readonly<Record<number, string>> = {
  [noticeTarget.organizes]: 'organize',
  [noticeTarget.roles]: 'role',
  [noticeTarget.people]: 'admin',
};

/** Refuses ids that are none of the sort that `type` asks for. */
export async function checkTargets(db: Kysely<unknown>, type: number, ids: readonly number[]): Promise<void> {
  const table = tables[type];
  if (!table || ids.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select t.id from unnest(${ids}::bigint[]) as t (id) left join ${sql.table(table)} x on x.id = t.id where x.id is null limit 1`.execute(
    db,
  );
  if (rows.length > 0) throw new Refusal('invalid', '通知对象不存在', 'target_ids');
}

/** Puts these targets in place of those that a notice had. */
export async function keepTargets(db: Kysely<unknown>, noticeId: number, ids: readonly number[]): Promise<void> {
  await sql`delete from notify_target where notify_id = ${noticeId}`.execute(db);
  await sql`insert into notify_target (notify_id, target_id) select distinct ${noticeId}::bigint, t.id from unnest(${ids}::bigint[]) as t (id)`.execute(
    db,
  );
}

/** The targets of these notices, by notice. */
export async function targetsOf(db: Kysely<unknown>, noticeIds: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ notify_id: number; ids: number[] }>`
    select notify_id, array_agg(target_id order by target_id) as ids from notify_target where notify_id = any(${noticeIds}::bigint[]) group by 1`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.notify_id, row.ids]));
}

/**
 * The people, as `admin` under alias `a`, for whom a notice is: those with an open account at this moment. An organisation
 * stands for all below it, and for who belongs to it besides another.
 */
export function isTarget({ id, target_type }: { id: number; target_type: number }): RawBuilder<boolean> {
  const open = sql<boolean>`a.status = 1 and a.id <> 1`;
  if (target_type === noticeTarget.everyone) return open;
  const targets = sql`(select target_id from notify_target where notify_id = ${id})`;
  if (target_type === noticeTarget.people) return sql<boolean>`${open} and a.id in ${targets}`;
  if (target_type === noticeTarget.roles)
    return sql<boolean>`${open} and exists (select 1 from admin_role h where h.admin_id = a.id and h.role_id in ${targets})`;
  const below = sql`(
    with recursive tree as (
      select id from organize where id in ${targets}
      union select child.id from organize child join tree on child.parent_id = tree.id
    ) select id from tree)`;
  return sql<boolean>`${open} and (a.main_organize_id in ${below}
    or exists (select 1 from admin_organize o where o.admin_id = a.id and o.organize_id in ${below}))`;
}
