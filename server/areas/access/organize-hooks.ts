import { sql } from 'kysely';
import type { organize } from '#contract/areas/access/organize.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { holdAccess } from '#server/identity/hold-access.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { EntityHooks } from '#server/kit/serve-entity.ts';
import { refusePlace, writePaths } from './organize-place.ts';

/** What keeps the organisation tree a tree, its paths right and its people's data limits in force (domain.md §4.27, decision 0014). */
export const organizeHooks: EntityHooks<typeof organize> = {
  async derive(context, values, before) {
    const parentId = (values.parent_id as number | null | undefined) ?? null;
    await refusePlace(context, { ...(before && { before }), parentId });
    return {};
  },
  after: (context, id) => writePaths(context, id),
  async guardStatus(context, records, status) {
    const ids = records.map((record) => Number(record.id));
    await (status === 0 ? refuseInUse(context, ids) : refuseUnderDisabled(context, ids));
  },
};

/** Runs a save of the tree under the access lock, before any row is locked: two moves at once could otherwise close a ring. */
export async function heldSave<T>(context: WriteContext, save: () => Promise<T>): Promise<T> {
  await holdAccess(context);
  return await save();
}

async function refuseInUse({ db }: WriteContext, ids: number[]): Promise<void> {
  // Children that are switched off in the same call do not stand in the way.
  const { rows } = await sql<{ name: string; child: string | null; people: number }>`
    select o.name, (select c.name from organize c where c.parent_id = o.id and c.status = 1 and not (c.id = any(${ids}::bigint[])) order by c.id limit 1) as child,
      (select count(*) from staff a where a.status = 1 and o.id = any(a.organize_ids)) as people
    from organize o where o.id = any(${ids}::bigint[]) order by o.id`.execute(db);
  const used = rows.find((row) => row.child !== null || row.people > 0);
  if (!used) return;
  throw new Refusal(
    'illegalTransition',
    used.child === null
      ? `“${used.name}”还有 ${used.people} 名启用的员工，不能停用`
      : `“${used.name}”的下级组织“${used.child}”仍在启用，不能停用`,
  );
}

async function refuseUnderDisabled({ db }: WriteContext, ids: number[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select p.name from organize o join organize p on p.id = o.parent_id
    where o.id = any(${ids}::bigint[]) and p.status = 0 and not (p.id = any(${ids}::bigint[])) limit 1`.execute(db);
  if (rows[0]) throw new Refusal('illegalTransition', `上级组织“${rows[0].name}”已停用，请先启用上级`);
}
