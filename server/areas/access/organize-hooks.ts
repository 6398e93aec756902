import { sql } from 'kysely';
import { organizeLevels } from '#contract/areas/access/organize.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { EntityHooks } from '#server/kit/serve-entity.ts';
import { holdAccess } from './hold-access.ts';
import { membersUnder, tell } from './tell.ts';

/** What keeps the organisation tree a tree, its paths right and its people's data limits in force (domain.md §4.27, decision 0014). */
export const organizeHooks: EntityHooks = {
  async derive(context, values, before) {
    const parent = await nodeOf(context, values.parent_id as number | null | undefined);
    const moves = before === undefined || (before.parent_id ?? null) !== (parent?.id ?? null);
    if (moves && parent?.status === 0) throw new Refusal('invalid', `上级组织“${parent.name}”已停用`, 'parent_id');
    if (before && moves) await refuseMove(context, before, parent);
    const depth = before && moves ? await depthBelow(context, before) : 0;
    if (moves && (parent?.path.split('/').length ?? 0) + 1 + depth > organizeLevels)
      throw new Refusal('invalid', `组织最多 ${organizeLevels} 级`, 'parent_id');
    return {};
  },
  after: writePaths,
  async guardStatus(context, records, status) {
    const ids = records.map((record) => record.id as number);
    await (status === 0 ? refuseInUse(context, ids) : refuseUnderDisabled(context, ids));
  },
};

/** Runs a save of the tree under the access lock, before any row is locked: two moves at once could otherwise close a ring. */
export async function heldSave<T>(context: WriteContext, save: () => Promise<T>): Promise<T> {
  await holdAccess(context);
  return await save();
}

interface Node {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly status: number;
}

async function nodeOf({ db }: WriteContext, id: number | null | undefined): Promise<Node | undefined> {
  const { rows } = await sql<Node>`
    select id, name, coalesce(path, id::text) as path, status from organize where id = ${id ?? null}`.execute(db);
  return rows[0];
}

async function refuseMove(context: WriteContext, before: Values, parent: Node | undefined): Promise<void> {
  const ways = parent?.path.split('/').map(Number) ?? [];
  if (ways.includes(before.id as number)) throw new Refusal('invalid', '不能移到自己或自己的下级组织之下', 'parent_id');
  // Limits hold for everybody below: leaving one behind would widen what they see without anybody's approval.
  const { rows } = await sql<{ name: string }>`
    select o.name from organize o where o.id = any(${pathOf(before)}::bigint[]) and o.id <> ${before.id} and not (o.id = any(${ways}::bigint[]))
      and exists (select 1 from organize_data d where d.organize_id = o.id) limit 1`.execute(context.db);
  if (rows[0])
    throw new Refusal(
      'illegalTransition',
      `“${rows[0].name}”设有数据范围，移出会放宽下属人员的数据范围；请先在本组织设置数据范围`,
      'parent_id',
    );
}

/** How many levels stand below a node. */
async function depthBelow({ db }: WriteContext, before: Values): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    select coalesce(max(cardinality(string_to_array(path, '/'))), 0)::int - ${pathOf(before).length} as depth
    from organize where starts_with(path, ${`${pathOf(before).join('/')}/`})`.execute(db);
  return Math.max(rows[0]?.depth ?? 0, 0);
}

/** The path of a saved node and of everything below it, in one statement whatever the size of the branch. */
async function writePaths({ db }: WriteContext, id: number, values: Values): Promise<void> {
  const { rows } = await sql<{ moved: number }>`
    with recursive branch as (
      select o.id, case when p.id is null then o.id::text else coalesce(p.path, p.id::text) || '/' || o.id end as path
      from organize o left join organize p on p.id = o.parent_id where o.id = ${id}
      union all
      select child.id, branch.path || '/' || child.id from organize child join branch on child.parent_id = branch.id
    ), written as (
      update organize o set path = branch.path from branch where o.id = branch.id and o.path is distinct from branch.path returning 1
    )
    select count(*) as moved from written`.execute(db);
  const isNew = values.id === undefined;
  // The scope of those who may see the old place or the new one follows the tree.
  if (!isNew && (rows[0]?.moved ?? 0) > 0) await tell(db, await membersUnder(db, [id]), 'access');
}

const pathOf = (record: Values): number[] =>
  String(record.path ?? record.id)
    .split('/')
    .map(Number);

async function refuseInUse({ db }: WriteContext, ids: number[]): Promise<void> {
  // Children that are switched off in the same call do not stand in the way.
  const { rows } = await sql<{ name: string; child: string | null; people: number }>`
    select o.name, (select c.name from organize c where c.parent_id = o.id and c.status = 1 and not (c.id = any(${ids}::bigint[])) order by c.id limit 1) as child,
      (select count(*) from staff a where a.status = 1 and o.id = any(a.organize_ids)) as people
    from organize o where o.id = any(${ids}::bigint[]) order by o.id`.execute(db);
  const used = rows.find((row) => row.child !== null || row.people > 0);
  if (!used) return;
  throw new Refusal(
    'illegalTransition',
    used.child === null
      ? `“${used.name}”还有 ${used.people} 名启用的员工，不能停用`
      : `“${used.name}”的下级组织“${used.child}”仍在启用，不能停用`,
  );
}

async function refuseUnderDisabled({ db }: WriteContext, ids: number[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select p.name from organize o join organize p on p.id = o.parent_id
    where o.id = any(${ids}::bigint[]) and p.status = 0 and not (p.id = any(${ids}::bigint[])) limit 1`.execute(db);
  if (rows[0]) throw new Refusal('illegalTransition', `上级组织“${rows[0].name}”已停用，请先启用上级`);
}
