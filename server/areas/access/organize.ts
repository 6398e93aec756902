import { sql } from 'kysely';
import { z } from 'zod';
import type { DataDimension } from '#contract/areas/access/data-role.ts';
import { organize, organizeCalls } from '#contract/areas/access/organize.ts';
import { callsOf, type Saved } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { saveSchema } from '#contract/kit/schema.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { allowedOf } from '#server/kit/allowed.ts';
import { readAudit } from '#server/kit/audit-trail.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';
import { addRecord } from '#server/kit/save-record.ts';
import { ofDefinition } from '#server/kit/seen-schema.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { changeStatus } from '#server/kit/status.ts';
import { dimensions } from './data-roles.ts';
import { waitingAbout } from './grants/list.ts';
import { limitsOf, setLimits } from './organize-data.ts';
import { editOrganize } from './organize-edit.ts';
import { heldSave, organizeHooks } from './organize-hooks.ts';
import { takePlace } from './organize-order.ts';
import { organizeTree } from './organize-tree.ts';
import { membersOf } from './staff-queries.ts';
import { switchedIds, switchShape } from './staff-status.ts';

/** Serves organisations: the tree, its people, its limits (domain/api.csv /v1/organize). */
export function serveOrganize(kit: Kit): void {
  serveSaves(kit);
  serveReads(kit);
}

function serveSaves({ registry, numbers }: Kit): void {
  const calls = callsOf(organize);
  const saving = { definition: organize, hooks: organizeHooks, numbers };
  registry.write(
    calls.add,
    ofDefinition(saveSchema(organize, 'add')),
    (context, input) => heldSave(context, () => placed(context, addRecord(context, { ...saving, input }))),
    organize,
  );
  registry.write(
    calls.edit,
    ofDefinition(saveSchema(organize, 'edit')),
    (context, input) => editOrganize(context, input, numbers),
    organize,
  );
  registry.write(organizeCalls.status, z.strictObject(switchShape), (context, input) =>
    heldSave(context, () =>
      changeStatus(context, {
        definition: organize,
        ids: switchedIds(input),
        status: input.status,
        hooks: organizeHooks,
      }),
    ),
  );
  const item = z.strictObject({
    dimension: z.custom<DataDimension>((value) => dimensions.some(({ code }) => code === value), '请选择维度'),
    value_ids: z
      .array(z.int().min(1))
      .max(limits.pastedEntries)
      .refine((list) => new Set(list).size === list.length, '不能重复'),
  });
  registry.write(
    organizeCalls.addData,
    z.strictObject({
      organize_id: z.int().min(1),
      version: z.int().min(1).optional(),
      items: z.array(item).max(dimensions.length),
    }),
    setLimits,
  );
}

async function placed(context: WriteContext, saving: Promise<Saved>): Promise<Saved> {
  const saved = await saving;
  await takePlace(context.db, saved.id);
  return saved;
}

function serveReads(kit: Kit): void {
  const { registry } = kit;
  const id = z.int().min(1);
  const { list, options } = organize.calls;
  const reading: AnyDefinition = { ...organize, calls: { ...(list && { list }), ...(options && { options }) } };
  serveEntity(kit, reading);
  const status = z.union([z.literal(0), z.literal(1)]).optional();
  registry.read(organizeCalls.tree, z.strictObject({ status }), async ({ db, actor }, asked) => ({
    data: await organizeTree(db, { actor, status: asked.status }),
  }));
  registry.read(organizeCalls.info, z.strictObject({ id }), (context, asked) => organizeInfo(context, asked.id));
  registry.read(organizeCalls.parentIds, z.strictObject({ id }), async (context, asked) => ({
    data: await parentIds(context, asked.id),
  }));
  registry.read(organizeCalls.dataList, z.strictObject({ organize_id: id }), (context, asked) =>
    limitsOf(context, asked.organize_id),
  );
  const paged = z.strictObject({
    organize_id: id,
    page: z.int().min(1).max(1_000_000).optional(),
    page_size: z.int().min(1).max(limits.pageSizeMost).optional(),
  });
  registry.read(organizeCalls.admins, paged, (context, asked) =>
    membersOf(context, {
      organizeId: asked.organize_id,
      withChildren: false,
      inUse: false,
      page: { size: asked.page_size ?? limits.pageSize, number: asked.page ?? 1 },
    }),
  );
}

async function organizeInfo(context: ReadContext, id: number) {
  const { db, actor } = context;
  const record = await readRecord(db, organize, { actor, id });
  if (!record) throw new Refusal('notFound');
  const audit = await readAudit(db, organize.name, id);
  const [allowed] = await allowedOf(context, { definition: organize, hooks: {} }, [record]);
  return {
    organize: { ...record, audit, allowed } as never,
    grants: await waitingAbout(context, 'organize', id),
  };
}

async function parentIds({ db, actor }: ReadContext, id: number): Promise<number[]> {
  const scoped = scopeCondition(organize, actor, 'o');
  const { rows } = await sql<{ path: string }>`
    select coalesce(o.path, o.id::text) as path from organize o where o.id = ${id}${scoped ? sql` and ${scoped}` : sql``}`.execute(
    db,
  );
  if (!rows[0]) throw new Refusal('notFound');
  return rows[0].path.split('/').map(Number).slice(0, -1);
}
