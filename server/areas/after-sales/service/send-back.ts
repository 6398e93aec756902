import { sql } from 'kysely';
import { type orderService, serviceStatus } from '#contract/areas/after-sales/order-service.ts';
import { shareOf } from '#contract/areas/orders/order-enums.ts';
import { type ReturnedPieces, saleReturned } from '#contract/areas/orders/order-events.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { counterparties, locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import { holdOrder, namedOf } from '../order-standing.ts';
import { sourceOf } from './take-goods.ts';

/** An after-sales whose goods are here is closed by sending them back (amendments D), and not once they were exchanged. */
export async function guardClose({ found, document }: Step<typeof orderService>): Promise<void> {
  if (found.status !== serviceStatus.returned) return;
  if (found.new_order_id !== null) throw new Refusal('illegalTransition', '已生成换货订单，不能关闭');
  if (!document.sent_back_no) throw new Refusal('invalid', '货已退回，关闭须填写寄回物流单号', 'sent_back_no');
}

interface Row {
  line_id: number;
  item_id: number;
  sku_id: number;
  grade: number;
  origin: number | null;
  qty: number;
  supplier_id: number | null;
  co_model: number | null;
}

/** Sends goods that came back to their customer again: the same pieces leave as a reversal (901), and all that heard of them hears it undone. */
export async function sendBack(
  { registry, policies }: Pick<Kit, 'registry' | 'policies'>,
  step: Step<typeof orderService>,
): Promise<Values> {
  const { context, document, found } = step;
  if (found.status !== serviceStatus.returned) return {};
  const { db, now, opId, actor } = context;
  const order = await holdOrder(db, requireField(document, 'order_id'));
  const warehouse = requireField(document, 'return_warehouse_id');
  const place = locationsOf(warehouse).warehouse;
  const source = sourceOf(document);
  const { rows } = await sql<Row>`
    select r.line_id, l.order_item_id as item_id, r.sku_id, r.imperfect_type as grade, r.in_ware_detail_id as origin, sum(r.delta)::bigint as qty,
      b.supplier_id, b.co_model
    from stock_ledger r join order_service_line l on l.id = r.line_id
      left join lateral (
        select supplier_id, co_model from order_item_batch where order_item_id = l.order_item_id and in_ware_detail_id = r.in_ware_detail_id limit 1) b on true
    where r.doc_type = ${source.docType} and r.doc_id = ${source.docId} and r.location_id = ${place}
    group by r.line_id, l.order_item_id, r.sku_id, r.imperfect_type, r.in_ware_detail_id, b.supplier_id, b.co_model having sum(r.delta) > 0 order by 1, 5`.execute(
    db,
  );
  const { rows: codes } = await sql<{ id: number; line_id: number }>`
    select c.id, l.id as line_id from order_service_line l cross join lateral unnest(l.code_ids) as u (code_id) join piece_code c on c.id = u.code_id
    where l.order_service_id = ${document.id} order by c.id`.execute(db);
  if (rows.length > 0)
    await postStock(
      { db, policies },
      {
        source,
        legs: rows.flatMap((row) => {
          const shared = {
            skuId: row.sku_id,
            imperfectType: row.grade,
            bizType: bizType.reversal,
            lineId: row.line_id,
          };
          return [
            { ...shared, location: place, delta: -row.qty, origin: row.origin },
            { ...shared, location: counterparties.customer, delta: row.qty },
          ];
        }),
        codes: codes.map(({ id, line_id }) => ({
          codeId: id,
          step: 'sell' as const,
          orderNo: order.order_no,
          lineId: line_id,
        })),
        happenedAt: now.toISOString(),
        opId,
        adminId: actor.id,
      },
    );
  await registry.events.emit(context, saleReturned, {
    ...namedOf(order, now),
    service_id: document.id,
    service_no: source.docNo,
    return_warehouse_id: warehouse,
    pieces: order.imported ? await unpostedPieces(step) : await undone(step, rows, place),
  });
  return {};
}

/** What came back and goes again, below zero; at what it costs now, against what it cost as it was sold. */
async function undone(
  { context: { db }, document }: Step<typeof orderService>,
  rows: readonly Row[],
  place: number,
): Promise<ReturnedPieces[]> {
  const { rows: costs } = await sql<{ line_id: number; origin: number | null; cost: number }>`
    select line_id, in_ware_detail_id as origin, -sum(cost_amount)::bigint as cost from stock_ledger
    where doc_type = ${'orderService'} and doc_id = ${document.id} and location_id = ${place} and biz_type = ${bizType.reversal} group by 1, 2`.execute(
    db,
  );
  const { rows: sold } = await sql<Sold>`
    select b.order_item_id as item_id, b.in_ware_detail_id as origin, b.qty, b.returned_qty, b.cost_amount, b.final_amount, b.borne_amount
    from order_item_batch b where b.order_item_id = any(${rows.map(({ item_id }) => item_id)}::bigint[]) order by b.id`.execute(
    db,
  );
  return rows.map((row) => {
    const cost = costs.find((one) => one.line_id === row.line_id && one.origin === row.origin)?.cost ?? 0;
    const own = sold.filter((one) => one.item_id === row.item_id && one.origin === row.origin);
    const again = takeAgain(own, row.qty);
    const share = (amountOf: (one: Sold) => number): number =>
      again.reduce(
        (sum, { one, qty }) =>
          sum - shareOf(amountOf(one), one.qty, { from: one.returned_qty - qty, to: one.returned_qty }),
        0,
      );
    const back = own.reduce((sum, one) => sum + backOf(one, one.final_amount) + backOf(one, one.borne_amount), 0);
    return {
      item_id: row.item_id,
      line_id: row.line_id,
      sku_id: row.sku_id,
      imperfect_type: row.grade,
      qty: -row.qty,
      in_ware_detail_id: row.origin,
      supplier_id: row.supplier_id,
      co_model: row.co_model,
      cost_amount: -cost,
      sold_cost_amount: own.length > 0 ? share(({ cost_amount }) => cost_amount) : -cost,
      final_amount: share(({ final_amount }) => final_amount),
      borne_amount: share(({ borne_amount }) => borne_amount),
      returned_amount: back,
    };
  });
}

/** Which of a batch's rows pieces go again by: what came back first goes last. */
function takeAgain(own: readonly Sold[], qty: number): { one: Sold; qty: number }[] {
  let left = qty;
  return own.flatMap((one) => {
    const part = Math.min(left, one.returned_qty);
    left -= part;
    return part > 0 ? [{ one, qty: part }] : [];
  });
}

/** What of an amount of a batch is that of the pieces that are back. */
const backOf = ({ qty, returned_qty }: Sold, amount: number): number =>
  shareOf(amount, qty, { from: 0, to: returned_qty });

interface Sold {
  item_id: number;
  origin: number | null;
  qty: number;
  returned_qty: number;
  cost_amount: number;
  final_amount: number;
  borne_amount: number;
}

async function unpostedPieces(step: Step<typeof orderService>): Promise<ReturnedPieces[]> {
  return (await step.lines()).map((line) => ({
    item_id: Number(line.order_item_id),
    line_id: line.id ?? 0,
    sku_id: Number(line.sku_id),
    imperfect_type: Number(line.imperfect_type ?? 0),
    qty: -Number(line.return_qty ?? 0),
    in_ware_detail_id: null,
    supplier_id: null,
    co_model: null,
    cost_amount: 0,
    sold_cost_amount: 0,
    final_amount: 0,
    borne_amount: 0,
  }));
}
