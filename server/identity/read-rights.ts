import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ScopeRule } from './actor.ts';
import { combineScope, covers, type RightsParts } from './combine-scope.ts';

/** What a person may do and see, as the database has it this instant. */
export interface Rights {
  readonly id: number;
  readonly status: number;
  readonly permissions: ReadonlySet<string>;
  readonly scope: readonly ScopeRule[] | 'everything';
}

/** A person's rights, read inside the caller's transaction: what a check under a lock goes by. Undefined for nobody. */
export async function readRights(db: Kysely<unknown>, adminId: number): Promise<Rights | undefined> {
  return (await readRightsOf(db, [adminId]))[0];
}

/** As `readRights`, of several people in one query; ids of nobody are left out. */
export async function readRightsOf(db: Kysely<unknown>, adminIds: readonly number[]): Promise<Rights[]> {
  const { rows } = await sql<Pick<Rights, 'id' | 'status'> & RightsParts>`
    select a.id, a.status, ${rightsColumns} from admin a where a.id = any(${adminIds}::bigint[])`.execute(db);
  return rows.map(({ id, status, ...parts }) => ({
    id,
    status,
    permissions: new Set(parts.permissions),
    scope: combineScope(parts),
  }));
}

/** Does this person hold a key that the other lacks, or see more? Whether either account is in use does not matter. */
export function exceeds(person: Rights, other: Rights): boolean {
  return [...person.permissions].some((key) => !other.permissions.has(key)) || !covers(other.scope, person.scope);
}

// The values of a limit under alias `v`.
const expanded = sql`case v.dimension when 'category' then ${below('category')} when 'organize' then ${below('organize')} else v.value_ids end`;

/**
 * Keys and data scope of the person under alias `a`, as the select columns of `RightsParts`. An empty list of a dimension is the whole of it
 * and left out. A category or an organisation stands for all below it: people choose "women's wear", goods hang on its leaves.
 */
export const rightsColumns: RawBuilder<unknown> = sql`
  array(
    select distinct p.permission_key from admin_role h join role r on r.id = h.role_id and r.status = 1 join role_permission p on p.role_id = r.id
    where h.admin_id = a.id) as permissions,
  (select count(*) from (${heldDataRoles(sql``)}) as held) as data_roles,
  (
    select coalesce(jsonb_agg(rule.dimensions), '[]'::jsonb) from (${heldDataRoles(sql`and r.status = 1`)}) as held join data_role d on d.id = held.data_role_id and d.status = 1,
    lateral (
      select coalesce(jsonb_object_agg(v.dimension, to_jsonb(${expanded})), '{}'::jsonb) as dimensions
      from data_permission v where v.data_role_id = d.id and v.value_ids <> '{}'
    ) rule
  ) as rules,
  (
    select coalesce(jsonb_agg(held.limits), '[]'::jsonb) from organize o,
    lateral (
      select coalesce(jsonb_agg(jsonb_build_object('dimension', v.dimension, 'ids', to_jsonb(${expanded}))), '[]'::jsonb) as limits
      from organize_data v where v.organize_id = any(string_to_array(coalesce(o.path, o.id::text), '/')::bigint[])
    ) held
    where o.id = a.main_organize_id or o.id in (select organize_id from admin_organize where admin_id = a.id)
  ) as limits`;

// Those of the person and those of the person's roles.
function heldDataRoles(ofRoles: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select h.data_role_id from admin_data_role h where h.admin_id = a.id
    union
    select x.data_role_id from admin_role h join role r on r.id = h.role_id ${ofRoles} join role_data_role x on x.role_id = r.id where h.admin_id = a.id`;
}

function below(table: string): RawBuilder<unknown> {
  return sql`array(
    with recursive tree as (
      select id from ${sql.table(table)} where id = any(v.value_ids)
      union select child.id from ${sql.table(table)} child join tree on child.parent_id = tree.id
    ) select id from tree)`;
}
