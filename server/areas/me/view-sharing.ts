import { sql } from 'kysely';
import { z } from 'zod';
import { shareViewCall, viewRolesCall } from '#contract/areas/me/list-views.ts';
import { definitions } from '#contract/definitions.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { Registry } from '#server/kit/registry.ts';
import { ownView, takeTable } from './view-rows.ts';

const shared = z.strictObject({
  id: z.int().min(1),
  role_ids: z.array(z.int().min(1)).max(limits.pageSizeMost),
});

/** Serves the sharing of one's own views with roles; every change stands in the trail of whoever made it. */
export function serveViewSharing(registry: Registry): void {
  registry.read(viewRolesCall, z.strictObject({}), async ({ db }) => {
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from role where status = 1 order by name, id`.execute(db);
    return { list: rows };
  });
  registry.write(shareViewCall, shared, async (context, { id, role_ids }) => {
    const { db, actor, now } = context;
    const view = await ownView(context, id);
    await takeTable(context, view.list);
    const { rows: roles } = await sql<{ id: number; name: string }>`
      select id, name from role where id = any(${role_ids}::bigint[]) and status = 1 order by name, id`.execute(db);
    if (roles.length !== new Set(role_ids).size) throw new Refusal('invalid', '角色不存在或已停用', 'role_ids');
    await sql`delete from list_view_role where view_id = ${id}`.execute(db);
    await sql`
      insert into list_view_role (view_id, role_id) select ${id}, unnest(${roles.map((role) => role.id)}::bigint[])`.execute(
      db,
    );
    const { rows } = await sql<{ id: number; version: number }>`
      update list_view set version = version + 1, updated_at = ${now.toISOString()} where id = ${id} returning id, version`.execute(
      db,
    );
    const [saved] = rows;
    if (!saved) throw new Refusal('notFound', '该视图已不在', 'id');
    const label = definitions.find(({ name }) => name === view.list)?.label ?? view.list;
    const names = roles.map(({ name }) => name).join('、');
    await writeAudit(context, [
      {
        docType: 'admin',
        docId: actor.id,
        docNo: actor.username,
        action: 'shareView',
        label: '共享视图',
        remark: `${label}“${view.name}”：${names || '不再共享'}`.slice(0, limits.remark),
      },
    ]);
    return saved;
  });
}
