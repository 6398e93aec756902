import { sql } from 'kysely';
import { z } from 'zod';
import { admin, adminCalls, staff } from '#contract/areas/access/admin.ts';
import { type AppType, appTypes } from '#contract/areas/access/app-type.ts';
import { rank } from '#contract/areas/access/rank.ts';
import { callsOf, type ListRequest } from '#contract/kit/calls.ts';
import { limits } from '#contract/kit/limits.ts';
import { listSchema } from '#contract/kit/schema.ts';
import type { Passwords } from '#server/identity/passwords.ts';
import { exportRows } from '#server/kit/export-list.ts';
import { listRows } from '#server/kit/list-query.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { membersOf, namesById, rolesOf, staffInfo } from './staff-queries.ts';
import { addStaff, adminAddInput, adminEditInput, editStaff } from './staff-save.ts';
import { switchedIds, switchShape, switchStaff } from './staff-status.ts';

/** Serves people's accounts: list, detail, save, switch, and the small questions about them (domain/api.csv /v1/admin). */
export function serveStaff(kit: Kit, passwords: Passwords): void {
  const { registry, numbers } = kit;
  const id = z.int().min(1);
  serveEntity(kit, admin);
  serveEntity(kit, rank);
  registry.lists(staff);
  registry.read(
    callsOf(staff).list,
    staffListInput,
    async (context, input) => {
      const asked = withSingles(input);
      return (await (asked.export
        ? exportRows(context, staff, { asked })
        : listRows(context.db, staff, { actor: context.actor, asked }))) as never;
    },
    staff,
  );
  registry.read(adminCalls.info, z.strictObject({ id }), (context, asked) => staffInfo(context, asked.id));
  registry.write(
    adminCalls.add,
    adminAddInput,
    (context, input) => addStaff(context, input, { numbers, passwords }),
    admin,
  );
  registry.write(
    adminCalls.edit,
    adminEditInput,
    (context, input) => editStaff(context, input, { numbers, passwords }),
    admin,
  );
  registry.write(adminCalls.status, z.strictObject(switchShape), (context, input) =>
    switchStaff(context, switchedIds(input), input.status),
  );
  registry.read(adminCalls.appTypes, z.strictObject({}), async () => ({
    data: Object.entries(appTypes).map(([app_type, name]) => ({ app_type: app_type as AppType, name })),
  }));
  registry.read(adminCalls.ranks, z.strictObject({}), async ({ db }) => {
    const { rows } = await sql<{ id: number; name: string; code: string; order: number }>`
      select id, name, code, "order" from ${sql.table(rank.name)} order by "order", id`.execute(db);
    return { data: rows };
  });
  registry.read(adminCalls.roles, z.strictObject({ admin_id: id }), async (context, asked) => ({
    data: await rolesOf(context, asked.admin_id),
  }));
  registry.read(
    adminCalls.idtoname,
    z.strictObject({ ids: z.array(id).max(limits.pastedEntries) }),
    async ({ db }, { ids }) => ({
      data: await namesById(db, ids),
    }),
  );
  const below = z.union([z.literal(0), z.literal(1)]).optional();
  registry.read(
    adminCalls.organizeAdmins,
    z.strictObject({ organize_id: id, with_children: below }),
    (context, asked) =>
      membersOf(context, { organizeId: asked.organize_id, withChildren: asked.with_children === 1, inUse: true }),
  );
}

// The filters as domain/api.csv spells them: one id each.
const staffListInput = listSchema(staff).safeExtend({
  role_id: z.int().min(1).optional(),
  organize_id: z.int().min(1).optional(),
});

function withSingles({ role_id, organize_id, ...asked }: ListRequest): ListRequest {
  return {
    ...asked,
    ...(role_id === undefined ? {} : { role_ids: role_id }),
    ...(organize_id === undefined ? {} : { organize_ids: organize_id }),
  };
}
