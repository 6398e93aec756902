import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { allotDiffType } from '#contract/areas/allocation/allot-enums.ts';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { piecesOfAllot } from '../pieces/pieces-of-allot.ts';

interface Differing {
  allot_line_id: number;
  sku_id: number;
  imperfect_type: number;
  send_qty: number;
  sign_qty: number;
  diff_amount: number;
}

/**
 * Makes the difference order of an allot that is being signed for: a line for each that was not signed for as sent. Missing pieces are worth
 * what they cost in transit; pieces that are too many what the line's cost, else what the newest batch of the goods costs.
 */
export async function makeDiff(kit: Pick<Kit, 'numbers'>, { context, document }: Step<typeof allot>): Promise<void> {
  const { transit } = locationsOf(document.in_warehouse_id);
  const { rows } = await sql<Differing>`
    select l.id as allot_line_id, l.sku_id, l.imperfect_type, l.send_qty, l.sign_qty,
      case when l.sign_qty < l.send_qty then coalesce(t.cost, 0)
        when l.send_qty > 0 then round(l.cost_amount::numeric * (l.sign_qty - l.send_qty) / l.send_qty)::bigint
        else coalesce(n.cost_price, 0) * l.sign_qty end as diff_amount
    from allot_line l
    left join lateral (
      select sum(r.cost_amount)::bigint as cost from stock_ledger r
      where r.doc_type = ${allot.name} and r.doc_id = l.allot_id and r.line_id = l.id and r.location_id = ${transit}) t on true
    left join lateral (select b.cost_price from stock_batch b where b.sku_id = l.sku_id order by b.into_time desc, b.id desc limit 1) n on true
    where l.allot_id = ${document.id} and l.sign_qty <> l.send_qty order by l.id`.execute(context.db);
  const pieces = await piecesOfAllot(context.db, document.id, codeStatus.moving);
  const lines = rows.map((row) => ({
    ...row,
    code_ids: pieces.flatMap(({ id, lineId }) => (lineId === row.allot_line_id ? id : [])),
    diff_qty: row.sign_qty - row.send_qty,
    diff_type: row.sign_qty < row.send_qty ? allotDiffType.short : allotDiffType.surplus,
  }));
  const sumOf = (type: number): number =>
    lines.reduce((sum, line) => sum + (line.diff_type === type ? Math.abs(line.diff_qty) : 0), 0);
  await createDocument(kit, context, {
    definition: allotDiff,
    values: {
      allot_id: document.id,
      out_warehouse_id: document.out_warehouse_id,
      in_warehouse_id: document.in_warehouse_id,
      less_qty: sumOf(allotDiffType.short),
      more_qty: sumOf(allotDiffType.surplus),
      diff_amount: lines.reduce((sum, line) => sum + line.diff_amount, 0),
      asked_at: context.now.toISOString(),
    },
    lines,
    label: `${allot.label} ${document.allot_no} 签收时生成`,
  });
}
