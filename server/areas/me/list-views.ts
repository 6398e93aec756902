import { sql } from 'kysely';
import { z } from 'zod';
import {
  removeViewCall,
  renameViewCall,
  saveColumnsCall,
  saveViewCall,
  setDefaultViewCall,
  viewsCall,
} from '#contract/areas/me/list-views.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Registry } from '#server/kit/registry.ts';
import { listSeenBy, readViews } from './read-views.ts';
import { ownView, takeTable } from './view-rows.ts';
import { columnsSchema, contentSchema, refuseUnasked } from './view-schema.ts';

const id = z.int().min(1);
const name = z.string().trim().min(1).max(limits.viewName);
const list = z.string().min(1).max(limits.name);
const saved = z.union([
  z.strictObject({ id, content: contentSchema }),
  z.strictObject({ list, name, content: contentSchema }),
]);

/** Serves a person's own views of lists and their columns outside views (decision 0038). */
export function serveListViews(registry: Registry): void {
  registry.read(viewsCall, z.strictObject({}), async ({ db, actor }) => await readViews(db, actor));

  registry.write(saveViewCall, saved, async (context, view) => {
    const { db, now } = context;
    const place = 'id' in view ? await ownView(context, view.id) : view;
    const seen = listSeenBy(context.actor, place.list);
    if (!seen) throw new Refusal('invalid', '没有这个列表，或没有查看它的权限', 'list');
    refuseUnasked(seen, view.content);
    await takeTable(context, place.list);
    const content = JSON.stringify(view.content);
    if (!('id' in view)) {
      await refuseTaken(context, view);
      await refuseTooMany(context, view.list);
    }
    const { rows } = await ('id' in view
      ? sql<{ id: number; version: number }>`
          update list_view set content = ${content}::jsonb, version = version + 1, updated_at = ${now.toISOString()}
          where id = ${view.id} returning id, version`
      : sql<{ id: number; version: number }>`
          insert into list_view (admin_id, list, name, content, updated_at)
          values (${context.actor.id}, ${view.list}, ${view.name}, ${content}::jsonb, ${now.toISOString()}) returning id, version`
    ).execute(db);
    return the(rows[0]);
  });

  registry.write(renameViewCall, z.strictObject({ id, name }), async (context, view) => {
    const { list: place } = await ownView(context, view.id);
    await takeTable(context, place);
    await refuseTaken(context, { ...view, list: place });
    const { rows } = await sql<{ id: number; version: number }>`
      update list_view set name = ${view.name}, version = version + 1, updated_at = ${context.now.toISOString()}
      where id = ${view.id} returning id, version`.execute(context.db);
    return the(rows[0]);
  });

  registry.write(removeViewCall, z.strictObject({ id }), async (context, view) => {
    await takeTable(context, (await ownView(context, view.id)).list);
    await sql`delete from list_view where id = ${view.id}`.execute(context.db);
    return { id: view.id };
  });

  registry.write(setDefaultViewCall, z.strictObject({ list, view: id.nullable() }), async (context, chosen) => {
    const { views } = await readViews(context.db, context.actor);
    if (chosen.view !== null && !views.some((view) => view.id === chosen.view && view.list === chosen.list))
      throw new Refusal('notFound', '该视图已不在，或未共享给您', 'view');
    return await takeTable(context, chosen.list, sql`default_view = ${chosen.view}`);
  });

  registry.write(
    saveColumnsCall,
    z.strictObject({ table: list, columns: columnsSchema.nullable() }),
    async (context, { table, columns }) =>
      await takeTable(context, table, sql`columns = ${columns && JSON.stringify(columns)}::jsonb`),
  );
}

async function refuseTaken(
  { db, actor }: WriteContext,
  view: { id?: number; list: string; name: string },
): Promise<void> {
  const { rows } = await sql`
    select 1 from list_view where admin_id = ${actor.id} and list = ${view.list} and name = ${view.name} and id <> ${view.id ?? 0}`.execute(
    db,
  );
  if (rows.length > 0) throw new Refusal('duplicate', '已有同名的视图', 'name');
}

async function refuseTooMany({ db, actor }: WriteContext, place: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from list_view where admin_id = ${actor.id} and list = ${place}`.execute(db);
  if ((rows[0]?.count ?? 0) >= limits.views)
    throw new Refusal('invalid', `每个列表最多保存${limits.views}个视图`, 'name');
}

// Written in the same transaction, under the lock of its table: it is there.
function the<T>(row: T | undefined): T {
  if (!row) throw new Refusal('notFound', '该视图已不在', 'id');
  return row;
}
