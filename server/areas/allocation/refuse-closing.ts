import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotState } from '#contract/areas/allocation/allot-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

const ended = [allotState.finished, allotState.cancelled];

/** Refuses to switch warehouses off from which goods are to be sent, or to which they are on their way. */
export async function refuseClosing(
  { db, actor }: WriteContext,
  { warehouse_ids: ids }: { warehouse_ids: readonly number[] },
): Promise<void> {
  const { rows } = await sql<{ name: string; no: string }>`
    select w.name, case when ${isVisible(allot, actor, 'a')} then a.allot_no else '' end as no
    from allot a join warehouse w on w.id in (a.out_warehouse_id, a.in_warehouse_id) and w.id = any(${ids})
    where not (a.status = any(${ended})) order by w.id, a.id limit 1`.execute(db);
  const [open] = rows;
  if (open) throw new Refusal('illegalTransition', `“${open.name}”的${allot.label}${open.no}未结束，不能停用`);
}
