import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { type MenuNode, menuCall, permissionsCall } from '#contract/areas/access/calls.ts';
import { type MenuGroup, mayOpen, menu, urlOf } from '#contract/areas/access/menu.ts';
import { newForms } from '#contract/areas/access/new-forms.ts';
import { newFormsCall } from '#contract/areas/access/new-forms-call.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { MenuScreen } from '#contract/kit/menu.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import type { Registry } from '#server/kit/registry.ts';
import type { SecondEntry } from '#server/platform/config.ts';

/** Serves the menu and the keys of a menu node (specification §6, domain.md §10.1). */
export function serveMenu(registry: Registry): void {
  const appType = z.literal('erp');
  registry.read(newFormsCall, z.strictObject({}), async ({ actor }) => ({
    list: newForms.flatMap(({ access, route, name }) =>
      access && allows(actor, access) ? [{ route, name: `新建${name}` }] : [],
    ),
  }));
  registry.read(menuCall, z.strictObject({ app_type: appType.optional() }), async ({ db, actor }) => ({
    data: treeFor(actor, await readNodes(db)),
  }));
  registry.read(
    permissionsCall,
    z.strictObject({ app_type: appType, parent_id: z.int().min(1) }),
    async ({ db, actor }, { parent_id }) => {
      const node = (await readNodes(db)).find((one) => one.id === parent_id);
      if (!node) throw new Refusal('notFound');
      const keys = screensAt(node.url).flatMap((screen) => screen.keys);
      return { data: [...new Set(keys)].filter((key) => actor.permissions.has(key)) };
    },
  );
}

/**
 * Brings the table of menu nodes in line with the contract's menu, with the entries of the second-generation application
 * at its end. Ids stay: browsers keep them for hours.
 */
export async function syncMenu(db: Kysely<unknown>, second: readonly SecondEntry[] = []): Promise<void> {
  const groups = menu.map((group) => ({
    url: group.url,
    name: group.name,
    order: group.order,
    style: group.style,
    parent: null,
  }));
  const leaves = menu.flatMap((group) =>
    group.screens.map((screen, index) => ({
      url: urlOf(screen),
      name: screen.name,
      order: index + 1,
      style: null,
      parent: group.url,
    })),
  );
  const elsewhere = second.map(({ name, path }, index) => ({
    url: `${secondMark}${path}`,
    name,
    order: afterOwn + index,
    style: 'ev2',
    parent: null,
  }));
  await inTransaction(db, async (tx) => {
    await put(tx, [...groups, ...elsewhere]);
    await put(tx, leaves);
    const urls = [...groups, ...leaves, ...elsewhere].map((node) => node.url);
    await sql`delete from menu_node where app_type = 'erp' and parent_id is not null and not (url = any(${urls}))`.execute(
      tx,
    );
    await sql`delete from menu_node where app_type = 'erp' and not (url = any(${urls}))`.execute(tx);
  });
}

/** Two leading characters as every address of the menu has, but others than ours: a path there may be one of ours too. */
const secondMark = '2#';
/** Behind the groups of domain.md §10.2. */
const afterOwn = 1000;

type NodeRow = Omit<MenuNode, 'childNode'>;

async function put(db: Kysely<unknown>, nodes: readonly object[]): Promise<void> {
  await sql`
    insert into menu_node (url, name, "order", style, parent_id)
    select n.url, n.name, n."order", n.style, p.id
    from jsonb_to_recordset(${JSON.stringify(nodes)}::jsonb) as n (url text, name text, "order" int, style text, parent text)
    left join menu_node p on p.app_type = 'erp' and p.url = n.parent
    on conflict (app_type, url) do update set name = excluded.name, "order" = excluded."order", style = excluded.style, parent_id = excluded.parent_id`.execute(
    db,
  );
}

async function readNodes(db: Kysely<unknown>): Promise<NodeRow[]> {
  const { rows } =
    await sql<NodeRow>`select id, parent_id, url, name, "order", style from menu_node where app_type = 'erp' order by "order", id`.execute(
      db,
    );
  return rows;
}

function treeFor(actor: Actor, nodes: readonly NodeRow[]): MenuNode[] {
  // Who may do what over there is that application's own business.
  const seen = (node: NodeRow): boolean =>
    node.style === 'ev2' || screensAt(node.url).some((screen) => mayOpen(screen, actor.permissions));
  const under = (parent: number | null): MenuNode[] =>
    nodes
      .filter((node) => node.parent_id === parent && seen(node))
      .map((node) => ({ ...node, childNode: under(node.id) }));
  return under(null);
}

/** The screens that a node stands for: one for a leaf, all of its own for a group. */
function screensAt(url: string): readonly MenuScreen[] {
  return screensByUrl.get(url) ?? [];
}

const screensByUrl = new Map<string, readonly MenuScreen[]>(
  menu.flatMap((group: MenuGroup) => [
    [group.url, group.screens],
    ...group.screens.map((screen): [string, MenuScreen[]] => [urlOf(screen), [screen]]),
  ]),
);
