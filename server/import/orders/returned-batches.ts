import { sql } from 'kysely';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { order } from '#contract/areas/orders/order.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { NewBatch } from '#server/ledger/batches.ts';

/** Pieces of a sold line that come back. */
export interface Returned {
  readonly line_id: number;
  /** The line they were sold on, where it is known. */
  readonly item_id: number | null;
  readonly qty: number;
}

/** Some of them: to the batch they left, or, where nobody knows it, to a batch of their own. */
export interface ReturnedPart {
  readonly qty: number;
  readonly batch: NewBatch | undefined;
}

interface Sold {
  item_id: number;
  origin: number;
  qty: number;
  supplier_id: number | null;
  co_model: number | null;
  cost_price: number;
  production_date: string | null;
  expire_at: string | null;
  into_time: string;
}

/**
 * To which batches pieces come back (P11): those that their sale left from, the last of it first, at what a piece of each costs now; never more
 * to one than left it and is not back yet. By line; the sales must be posted already.
 */
export async function returnedBatches(db: Tx, returned: readonly Returned[]): Promise<Map<number, ReturnedPart[]>> {
  const items = [...new Set(returned.flatMap(({ item_id: id }) => id ?? []))];
  const { rows } = await sql<Sold>`
    with back as (
      select s.order_item_id as item_id, l.in_ware_detail_id as origin, sum(l.delta) as qty
      from order_service_line s join stock_ledger l on l.doc_type = ${orderService.name} and l.doc_id = s.order_service_id and l.line_id = s.id and l.delta > 0
      where s.order_item_id = any(${items}::bigint[]) and l.in_ware_detail_id is not null group by 1, 2
    ), gone as (
      select i.id as item_id, l.in_ware_detail_id as origin, sum(-l.delta) as qty, max(l.id) as last
      from sale_order_item i join stock_ledger l on l.doc_type = ${order.name} and l.doc_id = i.sale_order_id and l.line_id = i.id and l.delta < 0
      where i.id = any(${items}::bigint[]) and l.in_ware_detail_id is not null group by 1, 2
    )
    select g.item_id, g.origin, (g.qty - coalesce(k.qty, 0))::bigint as qty, w.supplier_id, s.co_model, coalesce(d.cost_price, 0) as cost_price,
      d.production_date::text as production_date, d.expire_at::text as expire_at, w.into_time
    from gone g left join back k using (item_id, origin) join in_ware_batch_detail d on d.id = g.origin join in_ware_batch w on w.id = d.in_ware_batch_id
      left join lateral (select co_model from stock_batch where sku_id = d.sku_id and in_ware_detail_id = g.origin limit 1) s on true
    where g.qty > coalesce(k.qty, 0) order by g.last desc`.execute(db);
  return new Map(returned.map((one) => [one.line_id, partsOf(one, rows)]));
}

/** Takes the pieces out of what was sold, so that the next line finds what is left. */
function partsOf({ item_id, qty }: Returned, sold: Sold[]): ReturnedPart[] {
  const parts: ReturnedPart[] = [];
  let left = qty;
  for (const one of sold) {
    const part = one.item_id === item_id ? Math.min(left, one.qty) : 0;
    if (part === 0) continue;
    one.qty -= part;
    left -= part;
    parts.push({ qty: part, batch: batchOf(one, part) });
  }
  return left > 0 ? [...parts, { qty: left, batch: undefined }] : parts;
}

function batchOf(sold: Sold, qty: number): NewBatch {
  return {
    origin: sold.origin,
    supplierId: sold.supplier_id,
    coModel: sold.co_model,
    costPrice: sold.cost_price,
    productionDate: sold.production_date,
    expireAt: sold.expire_at,
    intoTime: sold.into_time,
    cost: sold.cost_price * qty,
  };
}
