import { type Kysely, sql } from 'kysely';
import { type OrganizeNode, organize } from '#contract/areas/access/organize.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';

/**
 * The organisations as a tree, as far as the caller may see them. What is asked for (a status, the data scope) keeps its
 * ancestors, so that every node hangs where it belongs. One query; the tree is put together in one walk.
 */
export async function organizeTree(
  db: Kysely<unknown>,
  { actor, status }: { actor: Actor; status: number | undefined },
): Promise<OrganizeNode[]> {
  const scoped = scopeCondition(organize, actor, 'o');
  const { rows } = await sql<Flat>`
    select o.id, o.version, o.parent_id, o.name, o.code, o.type, o.leader_id, l.nickname as leader_id__title, o."order", o.status,
      coalesce(o.path, o.id::text) as path, coalesce(n.count, 0) as admin_count, exists (select 1 from organize_data d where d.organize_id = o.id) as limited,
      ${scoped ?? sql`true`}${status === undefined ? sql`` : sql` and o.status = ${status}`} as wanted
    from organize o left join admin l on l.id = o.leader_id
    left join (
      select m.organize_id, count(*) as count from (
        select a.main_organize_id as organize_id, a.id from admin a where a.status = 1
        union select j.organize_id, a.id from admin_organize j join admin a on a.id = j.admin_id where a.status = 1) m group by 1
    ) n on n.organize_id = o.id
    order by o."order", o.id`.execute(db);
  const shown = new Set(rows.filter((row) => row.wanted).flatMap((row) => row.path.split('/').map(Number)));
  const nodes = new Map(rows.filter((row) => shown.has(row.id)).map((row) => [row.id, toNode(row)]));
  const roots: OrganizeNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.parent_id === null ? undefined : nodes.get(node.parent_id);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}

type Flat = Omit<OrganizeNode, 'children'> & { wanted: boolean };

function toNode({ wanted: _wanted, ...row }: Flat): OrganizeNode {
  return { ...row, children: [] };
}
