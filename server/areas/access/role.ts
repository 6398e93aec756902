import { sql } from 'kysely';
import { z } from 'zod';
import { appTypes } from '#contract/areas/access/app-type.ts';
import { limitedRole, switchDataRole } from '#contract/areas/access/data-limits.ts';
import { dataRoleCalls } from '#contract/areas/access/data-role.ts';
import { type RoleInfo, type RoleOption, type RoleStatus, role, roleCalls } from '#contract/areas/access/role.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { saveSchema } from '#contract/kit/schema.ts';
import { readAudit } from '#server/kit/audit-trail.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';
import { ofDefinition } from '#server/kit/seen-schema.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { addDataRole, editDataRole, switchDataRoles } from './data-role-save.ts';
import { dataRoleOptions, dimensionOptions } from './data-roles.ts';
import { waitingAbout } from './grants/list.ts';
import { permissionTree } from './permission-tree.ts';
import { holdersOf } from './push-invalidation.ts';
import { serveRoleEffect } from './role-effect.ts';
import { addRole, contentsOf, editRole, roleAddInput, roleEditInput } from './role-save.ts';
import { switchRoles } from './role-status.ts';
import { switchShape } from './staff-status.ts';

const switchInput = z.strictObject({ ...switchShape, confirm: z.literal(1).optional() }) as z.ZodType<RoleStatus>;

/** Serves roles, permissions and data roles (domain/api.csv /v1/role, /v1/permission, /v1/dataPermission). */
export function serveRole(kit: Kit): void {
  const { registry, numbers } = kit;
  const id = z.int().min(1);
  const appType = z.enum(Object.keys(appTypes) as [keyof typeof appTypes]).optional();
  const ofApp = z.strictObject({ app_type: appType });
  const { list, options } = role.calls;
  serveEntity(kit, { ...role, calls: { ...(list && { list }), ...(options && { options }) } });
  serveDataRoles(kit);
  serveRoleEffect(registry);
  registry.write(roleCalls.add, roleAddInput, (context, input) => addRole(context, input, numbers), role);
  registry.write(roleCalls.edit, roleEditInput, (context, input) => editRole(context, input, numbers), role);
  registry.write(roleCalls.status, switchInput, (context, input) => switchRoles(context, input));
  registry.read(roleCalls.info, z.strictObject({ id }), (context, asked) => roleInfo(context, asked.id));
  registry.read(roleCalls.permissions, z.strictObject({ id, app_type: appType }), async (context, asked) => ({
    data: (await roleInfo(context, asked.id)).permission_ids,
  }));
  registry.read(roleCalls.options, ofApp, async (context) => ({ data: await roleOptions(context) }));
  registry.read(roleCalls.permissionTree, ofApp, async ({ db, actor }) => ({ data: await permissionTree(db, actor) }));
  registry.read(dataRoleCalls.options, ofApp, async ({ db }) => ({ data: await dataRoleOptions(db) }));
  registry.read(dataRoleCalls.dimensions, ofApp, async ({ db, actor }) => ({
    data: await dimensionOptions(db, actor),
  }));
}

function serveDataRoles(kit: Kit): void {
  const { registry, numbers } = kit;
  const { list, detail, options } = limitedRole.calls;
  const reading = { ...(list && { list }), ...(detail && { detail }), ...(options && { options }) };
  serveEntity(kit, { ...limitedRole, calls: reading });
  const { add, edit } = callsOf(limitedRole);
  registry.write(
    add,
    ofDefinition(saveSchema(limitedRole, 'add')),
    (context, input) => addDataRole(context, input, numbers),
    limitedRole,
  );
  registry.write(
    edit,
    ofDefinition(saveSchema(limitedRole, 'edit')),
    (context, input) => editDataRole(context, input, numbers),
    limitedRole,
  );
  registry.write(switchDataRole, switchInput, (context, input) => switchDataRoles(context, input));
}

async function roleInfo(context: ReadContext, id: number): Promise<RoleInfo> {
  const { db, actor } = context;
  const record = await readRecord(db, role, { actor, id });
  if (!record) throw new Refusal('notFound');
  const audit = await readAudit(db, role.name, id);
  const allowed = { transitions: [], edit: actor.permissions.has(roleCalls.edit.access) };
  return {
    role: { ...record, audit, allowed } as unknown as RoleInfo['role'],
    ...(await contentsOf(db, id)),
    admin_count: (await holdersOf(db, [id])).length,
    grants: await waitingAbout(context, 'role', id),
  };
}

async function roleOptions({ db, actor }: ReadContext): Promise<RoleOption[]> {
  const { rows } = await sql<RoleOption>`
    select r.id, r.name, r.code,
      not exists (select 1 from role_permission p where p.role_id = r.id and not (p.permission_key = any(${[...actor.permissions]}::text[]))) as grantable
    from role r where r.status = 1 order by r.id`.execute(db);
  return rows;
}
