import { sql } from 'kysely';
import { z } from 'zod';
import { admin } from '#contract/areas/access/admin.ts';
import { namedTouched, type RoleEffect, roleEffectCall } from '#contract/areas/access/role-effect.ts';
import { limits } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Registry } from '#server/kit/registry.ts';

/** Serves the question whom an edit of a role would touch. */
export function serveRoleEffect(registry: Registry): void {
  const id = z.int().min(1);
  registry.read(
    roleEffectCall,
    z.strictObject({ id, permission_ids: z.array(id).max(limits.pastedEntries) }),
    (context, asked) => roleEffect(context, asked.id, asked.permission_ids),
  );
}

/**
 * What each holder of a role would gain and lose if its permissions were these: one statement, whatever the number of
 * people. What another role in use grants them as well neither comes nor goes; a role that is switched off gives nothing.
 * Everybody counts; named are those whom the caller may see.
 */
async function roleEffect(
  { db, actor }: ReadContext,
  id: number,
  permissionIds: readonly number[],
): Promise<RoleEffect> {
  const { rows } = await sql<RoleEffect>`
    with holder as (
      select a.id, a.nickname, a.username, ${isVisible(admin, actor, 'a')} as visible from admin a join admin_role h on h.admin_id = a.id where h.role_id = ${id} and a.status = 1
    ), change as (
      select p.id, p.permission_key, p.id = any(${permissionIds}::bigint[]) as gains from permission p
      where (p.id = any(${permissionIds}::bigint[])) <> exists (
        select 1 from role_permission held where held.role_id = ${id} and held.permission_key = p.permission_key)
    ), elsewhere as (
      select distinct h.admin_id, held.permission_key from holder
      join admin_role h on h.admin_id = holder.id and h.role_id <> ${id}
      join role r on r.id = h.role_id and r.status = 1
      join role_permission held on held.role_id = r.id
    ), touched as (
      select holder.id, holder.nickname, holder.username, holder.visible,
        coalesce(jsonb_agg(change.id order by change.id) filter (where change.gains), '[]'::jsonb) as gained,
        coalesce(jsonb_agg(change.id order by change.id) filter (where not change.gains), '[]'::jsonb) as lost
      from holder cross join change
      where exists (select 1 from role where role.id = ${id} and role.status = 1) and not exists (
        select 1 from elsewhere where elsewhere.admin_id = holder.id and elsewhere.permission_key = change.permission_key)
      group by holder.id, holder.nickname, holder.username, holder.visible
    )
    select (select count(*) from holder)::int as total, (select count(*) from touched)::int as touched,
      (select coalesce(jsonb_agg(first order by first.id), '[]'::jsonb) from (select id, nickname, username, gained, lost from touched where visible order by id limit ${namedTouched}) first) as people`.execute(
    db,
  );
  return rows[0] ?? { total: 0, touched: 0, people: [] };
}
