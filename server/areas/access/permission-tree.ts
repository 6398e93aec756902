import { type Kysely, sql } from 'kysely';
import { menu } from '#contract/areas/access/menu.ts';
import type { PermissionNode } from '#contract/areas/access/role.ts';
import type { Actor } from '#server/identity/actor.ts';
import { nameOfKey } from './permission-names.ts';

/** Gives every permission key of this version's calls an id for the wire; ids stay, keys that no call asks for any more go. */
export async function syncPermissions(db: Kysely<unknown>, keys: readonly string[]): Promise<void> {
  await sql`
    with gone as (delete from permission where not (permission_key = any(${keys}::text[])))
    insert into permission (permission_key) select unnest(${keys}::text[]) on conflict (permission_key) do nothing`.execute(
    db,
  );
}

/** Every permission under the group and screen of the menu that names it first; those that no screen names come last. */
export async function permissionTree(db: Kysely<unknown>, actor: Actor): Promise<PermissionNode[]> {
  const { rows } = await sql<{ id: number; permission_key: string }>`
    select id, permission_key from permission order by permission_key`.execute(db);
  const left = new Map(rows.map((row) => [row.permission_key, row.id]));
  const take = (keys: readonly string[]): PermissionNode[] =>
    keys.flatMap((key) => {
      const id = left.get(key);
      left.delete(key);
      return id === undefined ? [] : [leaf(actor, id, key)];
    });
  const groups = menu.map((group) =>
    branch(
      group.url,
      group.name,
      group.screens.map((screen) => branch(screen.route, screen.name, take(screen.keys))),
    ),
  );
  return [...groups, branch('others', '其他', take([...left.keys()]))].filter((node) => node.children.length > 0);
}

function leaf(actor: Actor, id: number, key: string): PermissionNode {
  return {
    node: key,
    id,
    permission_key: key,
    name: nameOfKey(key),
    grantable: actor.permissions.has(key),
    children: [],
  };
}

function branch(node: string, name: string, children: PermissionNode[]): PermissionNode {
  const shown = children.filter((child) => child.id !== null || child.children.length > 0);
  return {
    node,
    id: null,
    permission_key: null,
    name,
    grantable: shown.some((child) => child.grantable),
    children: shown,
  };
}
