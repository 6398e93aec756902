import { type Kysely, sql } from 'kysely';
import { keysOfRole, roles } from '#contract/areas/access/roles.ts';
import { maskKeys } from '#contract/kit/mask.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Registry } from '#server/kit/registry.ts';
import { syncPermissions } from './permission-tree.ts';

/** Every permission key that some served call asks for or that uncovers a field of it; there are no others. */
export function permissionKeys(registry: Registry): string[] {
  const accesses: string[] = registry
    .all()
    .flatMap(({ call, definition }) => [call.access, ...(definition ? maskKeys(definition) : [])]);
  return [...new Set([...accesses, ...registry.keysAskedWithin()])].filter((access) => access.includes(':')).sort();
}

/**
 * Gives the built-in roles the keys that the contract's list finds among `keys`, and takes all others from them. Roles
 * that people made, and the status of every role, stay as they are.
 */
export async function syncRoles(db: Kysely<unknown>, keys: readonly string[]): Promise<void> {
  const wanted = roles.flatMap((role) => [...keysOfRole(role.code, keys)].map((key) => ({ code: role.code, key })));
  await inTransaction(db, async (tx) => {
    // Two processes that start at once: the second finds everything done.
    await sql`select pg_advisory_xact_lock(hashtext('sync-roles'))`.execute(tx);
    await syncPermissions(tx, keys);
    await sql`
      insert into role (code, name, built_in, created_by, updated_by)
      select code, name, true, 1, 1 from jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) as r (code text, name text)
      on conflict (code) do update set name = excluded.name where role.built_in and role.name <> excluded.name`.execute(
      tx,
    );
    await sql`
      delete from role_permission p using role r where r.id = p.role_id and r.built_in
        and not exists (select 1 from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (code text, key text) where w.code = r.code and w.key = p.permission_key)`.execute(
      tx,
    );
    await sql`
      insert into role_permission (role_id, permission_key)
      select r.id, w.key from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (code text, key text) join role r on r.code = w.code and r.built_in
      on conflict do nothing`.execute(tx);
  });
}
