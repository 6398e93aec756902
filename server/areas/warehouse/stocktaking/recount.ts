import { sql } from 'kysely';
import type { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Step } from '#server/kit/step.ts';
import { reopenZones } from './start.ts';

/** Opens the next round for the marked lines; refuses when none is marked. */
export async function openRecount({ context, document }: Step<typeof stocktaking>): Promise<Values> {
  const round = document.round + 1;
  const { numAffectedRows } = await sql`
    insert into stocktaking_recount (stocktaking_id, round, sku_id, imperfect_type)
    select stocktaking_id, ${round}, sku_id, imperfect_type from stocktaking_line where stocktaking_id = ${document.id} and recount`.execute(
    context.db,
  );
  if (!numAffectedRows) throw new Refusal('invalid', '请先标记要复盘的明细', 'lines');
  await reopenZones(context, { id: document.id, round });
  return { round };
}
