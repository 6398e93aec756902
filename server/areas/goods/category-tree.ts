import { sql } from 'kysely';
import { type CategoryNode, category } from '#contract/areas/goods/category.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import type { ListRequest } from '#contract/kit/calls.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { conditionsOf, whereClause } from '#server/kit/list-query.ts';

/**
 * The category tree as far as the caller may see it. What is asked for (keyword, status, a parent, the data scope) keeps
 * its ancestors, so that every node hangs where it belongs; `total` counts what was asked for, and every number of
 * styles those that the caller may see.
 */
export async function categoryTree(
  context: ReadContext,
  asked: ListRequest,
): Promise<{ roots: CategoryNode[]; total: number }> {
  const { rows } = await sql<Flat>`
    select c.id, c.version, c.parent_id, c.name, c.code, c.level, c.path, c."order", c.tax_rate_bp, c.status, c.updated_at, coalesce(n.count, 0) as own_count,
      c.id in (select r.id from category r${whereClause(conditionsOf(category, context.actor, below(asked)))}) as wanted
    from category c left join (select category_id, count(*) as count from spu s where ${isVisible(spu, context.actor, 's')} group by 1) n on n.category_id = c.id
    order by c.level, c."order", c.id`.execute(context.db);
  const nodes = new Map(rows.map((row) => [row.id, toNode(row)]));
  // Deepest first: counts go up the tree.
  for (const { parent_id, id } of rows.toReversed()) {
    const parent = parent_id === null ? undefined : nodes.get(parent_id);
    if (parent) parent.spu_count += nodes.get(id)?.spu_count ?? 0;
  }
  const root = asked.parent_id as number | undefined;
  const wanted = rows.filter((row) => row.wanted && (root === undefined || steps(row).includes(root)));
  const shown = new Set(wanted.flatMap(steps));
  const roots: CategoryNode[] = [];
  for (const row of rows) {
    if (!shown.has(row.id)) continue;
    const node = nodes.get(row.id);
    const parent = row.parent_id === null ? undefined : nodes.get(row.parent_id);
    if (node) (parent?.children ?? roots).push(node);
  }
  return { roots, total: wanted.length };
}

type Flat = Omit<CategoryNode, 'spu_count' | 'children'> & { own_count: number; wanted: boolean };

const steps = (row: Flat): number[] => row.path.split('/').map(Number);

// A parent means its whole branch here, not only its children.
function below({ parent_id: _parent, ...asked }: ListRequest): ListRequest {
  return asked;
}

function toNode({ own_count, wanted: _wanted, ...row }: Flat): CategoryNode {
  return { ...row, spu_count: own_count, children: [] };
}
