import { sql } from 'kysely';
import type { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Step } from '#server/kit/step.ts';
import { openRecount } from './recount.ts';

/** A rejected audit sends the sheet out again: the marked lines, or else every line that differs. */
export async function applyAudit(step: Step<typeof stocktaking>): Promise<Values> {
  if (!step.rejects) return {};
  await sql`
    update stocktaking_line set recount = true where stocktaking_id = ${step.document.id} and diff_qty <> 0
      and not exists (select 1 from stocktaking_line m where m.stocktaking_id = ${step.document.id} and m.recount)`.execute(
    step.context.db,
  );
  return { ...(await openRecount(step)), reviewed_by: null };
}
