import { sql } from 'kysely';
import type { allotReceived } from '#contract/areas/allocation/allot-events.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { batchState } from '#contract/areas/purchasing/inbound-enums.ts';
import type { Numbering } from '#contract/kit/definition.ts';
import type { EventKind } from '#contract/kit/event.ts';
import { historyOf } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';

type Received = typeof allotReceived extends EventKind<infer Payload> ? Payload : never;

/** in_type 调拨入库 of domain.md §2. */
const movedIn = 2;
const stockNo: Numbering = { prefix: 'IS', field: 'in_stock_no' };

/**
 * Writes what came to a warehouse from another as an inbound batch of in_type 2, posted: a line for each batch of stock, which names the line
 * that the pieces first came in by (`origin_id`) and keeps its price and dates. It is a record of what the ledger has posted, and no
 * batch of its own: pieces stay of the batch they were bought in (decision 0053).
 */
export async function recordMoved(
  context: WriteContext,
  numbers: Pick<Numbers, 'take'>,
  { allot_no, in_warehouse_id, at, lines }: Received,
): Promise<void> {
  if (lines.length === 0) return;
  const { db, actor, now, opId } = context;
  const [[batchNo], [inStockNo]] = await Promise.all([
    numbers.take(inWareBatch.number as Numbering, now),
    numbers.take(stockNo, now),
  ]);
  const history = historyOf(
    { adminId: actor.id, opId },
    {
      docType: inWareBatch.name,
      action: 'add',
      label: '生成',
      no: sql`batch_no`,
      toStatus: sql`${batchState.posted}`,
      remark: sql`${allot_no}`,
      rows: sql`batch`,
      at: now.toISOString(),
    },
  );
  await sql`
    with part as (
      select in_ware_detail_id as origin, sku_id, imperfect_type, sum(qty)::bigint as qty, sum(cost_amount)::bigint as cost
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as p (in_ware_detail_id bigint, sku_id bigint, imperfect_type smallint, qty bigint, cost_amount bigint)
      group by 1, 2, 3
    ), batch as (
      insert into in_ware_batch (batch_no, in_stock_no, in_type, warehouse_id, source_no, plan_qty, count_qty, in_qty, imperfect_qty, in_amount, into_time, posted, status,
        created_by, updated_by, created_at, updated_at)
      select ${batchNo}, ${inStockNo}, ${movedIn}, ${in_warehouse_id}, ${allot_no}, sum(qty), sum(qty), sum(qty), coalesce(sum(qty) filter (where imperfect_type <> 0), 0),
        sum(cost), ${at}::timestamptz, true, ${batchState.posted}, ${actor.id}, ${actor.id}, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
      from part returning id, batch_no
    ), history as (
      ${history}
    )
    insert into in_ware_batch_detail (in_ware_batch_id, sku_id, imperfect_type, plan_qty, count_qty, in_qty, purchase_price, tax_rate_bp, price_state, cost_price, amount,
      production_date, expire_at, origin_id, is_origin)
    select b.id, p.sku_id, p.imperfect_type, p.qty, p.qty, p.qty, o.purchase_price, o.tax_rate_bp, o.price_state, (p.cost * 2 + p.qty) / (p.qty * 2), p.cost,
      o.production_date, o.expire_at, p.origin, false
    from part p cross join batch b join in_ware_batch_detail o on o.id = p.origin order by p.sku_id, p.imperfect_type, p.origin`.execute(
    db,
  );
}
