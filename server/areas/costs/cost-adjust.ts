import { sql } from 'kysely';
import { costAdjust } from '#contract/areas/costs/cost-adjust.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { holdDetails } from './details.ts';
import { fillLines, linesOf } from './fill-lines.ts';
import { postAdjust } from './post-adjust.ts';

/** Cost adjustments: what is special about them (domain.md §4.25). */
export function serveCostAdjust(kit: Kit): void {
  serveDocument(kit, costAdjust, {
    after: (context, id, values) => fillLines(context, id, values),
    transitions: {
      submit: { effect: (step) => fillAgain(step) },
      financeAudit: { guard: guardPost, effect: (step) => post(kit, step) },
    },
  });
}

/** Costs may have gone on since the draft was written: what is judged is what holds now. */
async function fillAgain({ context, document }: Step<typeof costAdjust>): Promise<undefined> {
  await fillLines(context, document.id, document);
  return undefined;
}

/** What was judged is what is posted: a cost that has become another since goes back to be judged. */
async function guardPost({ context, document, rejects }: Step<typeof costAdjust>): Promise<void> {
  if (rejects) return;
  const lines = await linesOf(context, document.id);
  await holdDetails(
    context.db,
    lines.map((line) => line.in_ware_detail_id),
  );
  const changed = await changedSince(context, document.id);
  if (changed)
    throw new Refusal(
      'illegalTransition',
      `批次 ${changed.batch_no} ${changed.gone ? '已红冲' : `的成本已变为 ${printYuan(changed.cost_price)}`}，请驳回后修改`,
    );
}

interface Changed {
  batch_no: string;
  cost_price: number;
  gone: boolean;
}

async function changedSince({ db }: WriteContext, id: number): Promise<Changed | undefined> {
  const { rows } = await sql<Changed>`
    select i.batch_no, coalesce(d.cost_price, 0) as cost_price, i.status <> 4 as gone
    from cost_adjust_line l join in_ware_batch_detail d on d.id = l.in_ware_detail_id join in_ware_batch i on i.id = d.in_ware_batch_id
    where l.cost_adjust_id = ${id} and (i.status <> 4 or l.old_cost <> coalesce(d.cost_price, 0)) order by l.id limit 1`.execute(
    db,
  );
  return rows[0];
}

async function post(kit: Kit, { context, document, rejects }: Step<typeof costAdjust>): Promise<Values> {
  if (rejects) return {};
  const sums = await postAdjust(kit, context, {
    id: document.id,
    no: document.cost_no,
    supplierId: document.supplier_id,
    reason: document.adjust_reason,
    toSupplier: document.to_supplier === 1,
    lines: await linesOf(context, document.id),
  });
  return { ...sums, posted_at: context.now.toISOString() };
}
