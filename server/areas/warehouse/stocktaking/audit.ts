import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Step } from '#server/kit/serve-document.ts';
import { openRecount } from './recount.ts';
import { handsOf } from './sheet.ts';

/** The auditor is neither among the counters nor the reviewer; creator and submitter the kit refuses already (amendments A, E). */
export async function guardAudit(step: Step): Promise<void> {
  const { context, document, rejects } = step;
  if (rejects) return;
  if (document.reviewed_by === context.actor.id) throw new Refusal('illegalTransition', '复核人不能审核同一盘点单');
  if ((await handsOf(step)).includes(context.actor.id))
    throw new Refusal('illegalTransition', '盘点人不能审核同一盘点单');
}

/** A rejected audit sends the sheet out again: the marked lines, or else every line that differs. */
export async function applyAudit(step: Step): Promise<Values> {
  if (!step.rejects) return {};
  await sql`
    update stocktaking_line set recount = true where stocktaking_id = ${step.document.id} and diff_qty <> 0
      and not exists (select 1 from stocktaking_line m where m.stocktaking_id = ${step.document.id} and m.recount)`.execute(
    step.context.db,
  );
  return { ...(await openRecount(step)), reviewed_by: null };
}
