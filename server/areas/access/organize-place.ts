import { sql } from 'kysely';
import { organizeLevels } from '#contract/areas/access/organize.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { covers } from '#server/identity/combine-scope.ts';
import { readRightsOf } from '#server/identity/read-rights.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { takePlace } from './organize-order.ts';
import { membersUnder, pushInvalidation } from './push-invalidation.ts';

/** A saved organisation and where it is to stand; null is the top. */
export interface Move {
  readonly before: Values;
  readonly parentId: number | null;
}

/** Is it another place than where it stands? */
export const isMove = ({ before, parentId }: Move): boolean =>
  ((before.parent_id as number | null) ?? null) !== parentId;

/** Refuses a place that is no place: switched off, below itself, too deep, or out of limits that hold above. */
export async function refusePlace(context: WriteContext, { before, parentId }: Partial<Move>): Promise<void> {
  const parent = await nodeOf(context, parentId);
  if (before && !isMove({ before, parentId: parent?.id ?? null })) return;
  if (parent?.status === 0) throw new Refusal('invalid', `上级组织“${parent.name}”已停用`, 'parent_id');
  if (before) await refuseMove(context, before, parent);
  const depth = before ? await depthBelow(context, before) : 0;
  if ((parent?.path.split('/').length ?? 0) + 1 + depth > organizeLevels)
    throw new Refusal('invalid', `组织最多 ${organizeLevels} 级`, 'parent_id');
}

/** Moves an organisation to a place that has been looked at, the last among its siblings there. */
export async function putUnder(context: WriteContext, id: number, parentId: number): Promise<void> {
  await sql`update organize set parent_id = ${parentId}, "order" = 0 where id = ${id}`.execute(context.db);
  await takePlace(context.db, id);
  await writePaths(context, id);
}

/**
 * Who sees more once the organisation stands there: those whose data roles, or whose organisations' limits, name an
 * organisation that it would come under. Found by moving it, reading their rights as the session would, and undoing it.
 */
export async function widenedBy(context: WriteContext, { before, parentId }: Move): Promise<number[]> {
  const { db } = context;
  const now = pathOf(before);
  const parent = await nodeOf(context, parentId);
  const above = (parent?.path.split('/').map(Number) ?? []).filter((id) => !now.includes(id));
  if (!parent || above.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with naming as (select organize_id from organize_data where dimension = 'organize' and value_ids && ${above}::bigint[]),
    limited as (
      select o.id from organize o where string_to_array(coalesce(o.path, o.id::text), '/')::bigint[] && array(select organize_id from naming))
    select h.admin_id as id from admin_data_role h join data_permission v on v.data_role_id = h.data_role_id and v.dimension = 'organize'
      and v.value_ids && ${above}::bigint[]
    union
    select h.admin_id from admin_role h join role_data_role x on x.role_id = h.role_id
      join data_permission v on v.data_role_id = x.data_role_id and v.dimension = 'organize' and v.value_ids && ${above}::bigint[]
    union
    select a.id from admin a where a.main_organize_id in (select id from limited)
      or exists (select 1 from admin_organize m where m.admin_id = a.id and m.organize_id in (select id from limited))`.execute(
    db,
  );
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const old = new Map((await readRightsOf(db, ids)).map((one) => [one.id, one.scope]));
  await sql`savepoint place_tried`.execute(db);
  await putUnder(context, Number(before.id), parent.id);
  const fresh = await readRightsOf(db, ids);
  await sql`rollback to savepoint place_tried`.execute(db);
  return fresh.filter(({ id, scope }) => !covers(old.get(id) ?? [], scope)).map(({ id }) => id);
}

/** The path of a saved node and of everything below it, in one statement whatever the size of the branch; tells whom it moves. */
export async function writePaths({ db }: WriteContext, id: number): Promise<void> {
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
  // The scope of those who may see the old place or the new one follows the tree.
  if ((rows[0]?.moved ?? 0) > 0) await pushInvalidation(db, await membersUnder(db, [id]), 'access');
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

async function refuseMove(context: WriteContext, before: Move['before'], parent: Node | undefined): Promise<void> {
  const ways = parent?.path.split('/').map(Number) ?? [];
  if (ways.includes(Number(before.id))) throw new Refusal('invalid', '不能移到自己或自己的下级组织之下', 'parent_id');
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

const pathOf = (record: Values): number[] =>
  String(record.path ?? record.id)
    .split('/')
    .map(Number);
