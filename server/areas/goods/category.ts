import { sql } from 'kysely';
import { type CategoryNode, category, categoryLevels } from '#contract/areas/goods/category.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { callsOf, type ListRequest } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { listSchema } from '#contract/kit/schema.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { categoryTree } from './category-tree.ts';

/** The category tree: the list answers it whole, saves keep levels, paths and the shape right (domain.md §3.2, §4.27). */
export function serveCategory(kit: Kit): void {
  const { list: _list, ...others } = category.calls;
  serveEntity(kit, { ...category, calls: others }, categoryHooks);
  kit.registry.read(
    callsOf(category).list,
    listSchema(category),
    async (context, asked) => (await listTree(context, asked)) as never,
    category,
  );
}

export const categoryHooks: EntityHooks<typeof category> = {
  async derive(context, values, before) {
    await holdTree(context);
    const parent = await parentOf(context, values.parent_id as number | null | undefined);
    if (before && parent) await refuseCycle(before, parent);
    const moves = !before || (before.parent_id ?? null) !== (parent?.id ?? null);
    if (moves && parent?.status === 0) throw new Refusal('invalid', `上级分类“${parent.name}”已停用`, 'parent_id');
    const level = (parent?.level ?? 0) + 1;
    const depth = before ? await depthBelow(context, String(before.path)) : 0;
    if (level + depth > categoryLevels) throw new Refusal('invalid', `分类最多 ${categoryLevels} 级`, 'parent_id');
    return { level };
  },
  after: writePaths,
  async guardStatus(context, records, status) {
    await holdTree(context);
    const ids = records.map((record) => Number(record.id));
    if (status === 0) await refuseInUse(context, ids);
    else await refuseUnderDisabled(context, ids);
  },
};

async function listTree(
  context: Parameters<typeof categoryTree>[0],
  asked: ListRequest,
): Promise<{ list: CategoryNode[]; total: number; capped: boolean }> {
  const { roots, total } = await categoryTree(context, asked);
  return { list: roots, total, capped: false };
}

/** Changes of the tree's shape wait for one another: two moves at once could otherwise close a ring. */
async function holdTree(context: WriteContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('category tree'))`.execute(context.db);
}

interface Node {
  id: number;
  name: string;
  level: number;
  path: string;
  status: number;
}

async function parentOf(context: WriteContext, id: number | null | undefined): Promise<Node | undefined> {
  if (id === null || id === undefined) return undefined;
  const { rows } = await sql<Node>`select id, name, level, path, status from category where id = ${id}`.execute(
    context.db,
  );
  return rows[0];
}

async function refuseCycle(before: Values, parent: Node): Promise<void> {
  if (parent.path.split('/').includes(String(before.id)))
    throw new Refusal('invalid', '不能移到自己或自己的下级分类之下', 'parent_id');
}

/** How many levels stand below a node. */
async function depthBelow(context: WriteContext, path: string): Promise<number> {
  const { rows } = await sql<{ depth: number }>`
    select coalesce(max(level) - (select level from category where path = ${path}), 0)::int as depth
    from category where starts_with(path, ${`${path}/`})`.execute(context.db);
  return rows[0]?.depth ?? 0;
}

/** The path of a saved node, and of everything below it when it moved: two statements, whatever the size of the branch. */
async function writePaths(context: WriteContext, id: number, values: Values): Promise<void> {
  const parent = await parentOf(context, values.parent_id as number | null | undefined);
  const path = parent ? `${parent.path}/${id}` : String(id);
  const { rows } = await sql<{ path: string | null }>`select path from category where id = ${id}`.execute(context.db);
  const old = rows[0]?.path ?? null;
  if (old === path) return;
  await sql`update category set path = ${path} where id = ${id}`.execute(context.db);
  if (old === null) return;
  await sql`
    update category set path = ${path} || substr(path, length(${old}) + 1),
      level = cardinality(string_to_array(${path} || substr(path, length(${old}) + 1), '/'))
    where starts_with(path, ${`${old}/`})`.execute(context.db);
}

async function refuseInUse(context: WriteContext, ids: number[]): Promise<void> {
  // Children that are switched off in the same call do not stand in the way.
  const { rows } = await sql<{ name: string | null; kind: string }>`
    select case when ${isVisible(category, context.actor, 'c')} then c.name end as name, 'child' as kind
    from category c where c.parent_id = any(${ids}) and c.status = 1 and not (c.id = any(${ids}))
    union all (
      select case when ${isVisible(spu, context.actor, 's')} then s.name end, 'spu' from spu s where s.category_id = any(${ids}) and s.status = 1 order by s.id limit 1)`.execute(
    context.db,
  );
  const [first] = rows;
  if (!first) return;
  const name = first.name === null ? '' : `“${first.name}”`;
  throw new Refusal(
    'illegalTransition',
    first.kind === 'child' ? `下级分类${name}仍在启用，不能停用` : `启用商品${name}属于此分类，不能停用`,
  );
}

async function refuseUnderDisabled(context: WriteContext, ids: number[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select p.name from category c join category p on p.id = c.parent_id
    where c.id = any(${ids}) and p.status = 0 and not (p.id = any(${ids})) limit 1`.execute(context.db);
  if (rows[0]) throw new Refusal('illegalTransition', `上级分类“${rows[0].name}”已停用，请先启用上级`);
}
