import { sql } from 'kysely';
import { order } from '#contract/areas/orders/order.ts';
import { shareOf } from '#contract/areas/orders/order-enums.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { NewBatch } from '#server/ledger/batches.ts';

/** Pieces of one line that left from one batch, or from none yet. Money in fen. */
export interface Sold {
  item_id: number;
  sku_id: number;
  /** The grade they were sold in. */
  sold_grade: number;
  /** Case of negative stock, of pieces without a batch. */
  negative_id: number | null;
  negative_warehouse: number | null;
  origin: number | null;
  supplier_id: number | null;
  co_model: number | null;
  qty: number;
  returned_qty: number;
  cost_amount: number;
  final_amount: number;
  borne_amount: number;
  /** What refunds without a return took of the pieces that are not back. */
  lowered_amount: number;
  cost_price: number;
  production_date: string | null;
  expire_at: string | null;
  into_time: string | null;
}

/** Some of them, and what they are worth. */
export interface SoldPart {
  readonly sold: Sold;
  readonly qty: number;
  readonly sold_cost_amount: number;
  readonly final_amount: number;
  readonly borne_amount: number;
  readonly returned_amount: number;
  readonly lowered_amount: number;
  readonly lowered_rest: number;
}

/**
 * What an order's lines left from, in the order in which it comes back: first what is not offset yet (amendments B), then the batches that were sold last.
 * Pieces without a batch have no share of the amount of their own: it is what the batches leave of the line.
 */
export async function soldBatches(db: Tx, orderId: number): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    select i.id as item_id, i.sku_id, i.imperfect_type as sold_grade, n.id as negative_id, n.warehouse_id as negative_warehouse, null::bigint as origin,
      null::bigint as supplier_id, null::smallint as co_model, n.open_qty as qty, 0::bigint as returned_qty, n.open_qty * n.temp_cost as cost_amount,
      case when i.qty = 0 then 0 else div(i.final_amount::numeric * n.open_qty, i.qty) end::bigint as final_amount, 0::bigint as borne_amount,
      0::bigint as lowered_amount, n.temp_cost as cost_price, null::text as production_date, null::text as expire_at, null::timestamptz as into_time, 0 as turn, n.id as place
    from sale_order_item i join negative_inventory n on n.source_type = ${order.name} and n.source_id = i.sale_order_id and n.source_line_id = i.id and n.open_qty > 0
    where i.sale_order_id = ${orderId}
    union all
    select i.id, i.sku_id, i.imperfect_type, null, null, b.in_ware_detail_id, b.supplier_id, b.co_model, b.qty, b.returned_qty, b.cost_amount, b.final_amount,
      b.borne_amount, b.lowered_amount, coalesce(d.cost_price, 0), d.production_date::text, d.expire_at::text, w.into_time, 1, -b.id
    from sale_order_item i join order_item_batch b on b.order_item_id = i.id and b.returned_qty < b.qty
      join in_ware_batch_detail d on d.id = b.in_ware_detail_id join in_ware_batch w on w.id = d.in_ware_batch_id
    where i.sale_order_id = ${orderId} order by turn, place`.execute(db);
  return rows;
}

/** Pieces of a line with what is known of each; what no batch and no case knows is of neither. */
export function takePieces(
  sold: readonly Sold[],
  { itemId, qty, codes }: { itemId: number; qty: number; codes: readonly { readonly origin: number | null }[] },
): { parts: SoldPart[]; unknown: number } {
  const own = sold.filter((one) => one.item_id === itemId);
  const taken = new Map<Sold, number>();
  const take = (one: Sold, most: number): number => {
    const part = Math.min(most, one.qty - one.returned_qty - (taken.get(one) ?? 0));
    if (part > 0) taken.set(one, (taken.get(one) ?? 0) + part);
    return Math.max(part, 0);
  };
  let left = qty;
  // A piece with a code was there when it was sold: it goes back to its own batch.
  for (const { origin } of codes) {
    const batch = own.find((one) => one.origin !== null && one.origin === origin);
    if (batch && left > 0) left -= take(batch, 1);
  }
  for (const one of own) if (left > 0) left -= take(one, left);
  return { parts: [...taken].map(([one, part]) => partOf(one, part)), unknown: left };
}

function partOf(sold: Sold, qty: number): SoldPart {
  const part = { from: sold.returned_qty, to: sold.returned_qty + qty };
  const before = { from: 0, to: sold.returned_qty };
  const lowered = shareOf(sold.lowered_amount, sold.qty - sold.returned_qty, { from: 0, to: qty });
  return {
    sold,
    qty,
    returned_amount: shareOf(sold.final_amount, sold.qty, before) + shareOf(sold.borne_amount, sold.qty, before),
    lowered_amount: lowered,
    lowered_rest: sold.lowered_amount - lowered,
    sold_cost_amount: shareOf(sold.cost_amount, sold.qty, part),
    final_amount: shareOf(sold.final_amount, sold.qty, part),
    borne_amount: shareOf(sold.borne_amount, sold.qty, part),
  };
}

/** The batch that pieces come back to, at what one of it costs now. */
export function batchOf({ sold, qty }: SoldPart): NewBatch | undefined {
  if (sold.origin === null) return undefined;
  return {
    origin: sold.origin,
    supplierId: sold.supplier_id,
    coModel: sold.co_model,
    costPrice: sold.cost_price,
    productionDate: sold.production_date,
    expireAt: sold.expire_at,
    intoTime: sold.into_time ?? '',
    cost: sold.cost_price * qty,
  };
}
