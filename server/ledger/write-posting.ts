import { sql } from 'kysely';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Key } from './balances.ts';
import type { Origin } from './batches.ts';
import type { Books } from './policies.ts';
import { listed, markColumns, markNames, settledColumns, settling } from './policy-columns.ts';
import type { Leg, Posting, Source } from './posting.ts';

/** A row of the ledger: a leg, or the part of it that is of one batch, with its balance before. Cost in fen, in the direction of the pieces. */
export interface Row extends Leg {
  readonly source: Source;
  readonly at: string;
  readonly before: number;
  readonly warehouseId: number | null;
  readonly origin: number | null;
  readonly cost: number;
}

/** What becomes of one balance. */
export interface Change extends Key {
  onHand: number;
  cost: number;
  lastIn: string | null;
  lastOut: string | null;
  settledAt: string | null;
}

/** What comes to a batch at one place, or goes from it. */
export interface BatchChange extends Key {
  readonly warehouseId: number | null;
  readonly batch: Origin;
  readonly qty: number;
  readonly cost: number;
}

interface Written {
  readonly rows: readonly Row[];
  readonly changes: readonly Change[];
  readonly batches: readonly BatchChange[];
}

/** Writes the rows of a posting, and the balances and batches they lead to, settled keys marked, in one statement. */
export async function writePosting(
  { db, policies }: Books,
  posting: Posting,
  { rows, changes, batches }: Written,
): Promise<void> {
  const marks = markNames(policies);
  const balances = rowsOf('c', {
    location_id: ['bigint', changes.map((change) => change.location)],
    sku_id: ['bigint', changes.map((change) => change.skuId)],
    imperfect_type: ['smallint', changes.map((change) => change.imperfectType)],
    on_hand: ['bigint', changes.map((change) => change.onHand)],
    cost: ['bigint', changes.map((change) => change.cost)],
    last_in: ['timestamptz', changes.map((change) => change.lastIn)],
    last_out: ['timestamptz', changes.map((change) => change.lastOut)],
    ...settledColumns(policies, posting, changes),
  });
  const legs = rowsOf('l', {
    location_id: ['bigint', rows.map((row) => row.location)],
    warehouse_id: ['bigint', rows.map((row) => row.warehouseId)],
    sku_id: ['bigint', rows.map((row) => row.skuId)],
    imperfect_type: ['smallint', rows.map((row) => row.imperfectType)],
    biz_type: ['smallint', rows.map((row) => row.bizType)],
    delta: ['bigint', rows.map((row) => row.delta)],
    balance_before: ['bigint', rows.map((row) => row.before)],
    in_ware_detail_id: ['bigint', rows.map((row) => row.origin)],
    cost_amount: ['bigint', rows.map((row) => row.cost)],
    happened_at: ['timestamptz', rows.map((row) => row.at)],
    business_date: ['date', rows.map((row) => businessDay(new Date(row.at)))],
    zone: ['text', rows.map((row) => row.zone ?? null)],
    line_id: ['bigint', rows.map((row) => row.lineId ?? null)],
    ...markColumns(marks, rows),
    doc_type: ['text', rows.map((row) => row.source.docType)],
    doc_id: ['bigint', rows.map((row) => row.source.docId)],
    doc_no: ['text', rows.map((row) => row.source.docNo)],
  });
  await sql`
    with moved as (
      update stock_balance b set on_hand = c.on_hand, cost_amount = b.cost_amount + c.cost,
        last_in_at = greatest(b.last_in_at, c.last_in), last_out_at = greatest(b.last_out_at, c.last_out)${settling(policies, posting)}
      from ${balances}
      where b.location_id = c.location_id and b.sku_id = c.sku_id and b.imperfect_type = c.imperfect_type
    ), left_batch as (
      update stock_batch b set qty_remain = b.qty_remain + t.qty, cost_amount = b.cost_amount + t.cost, updated_at = clock_timestamp()
      from ${batchRows(batches.filter(({ qty }) => qty <= 0))}
      where b.location_id = t.location_id and b.sku_id = t.sku_id and b.imperfect_type = t.imperfect_type and b.in_ware_detail_id = t.in_ware_detail_id
    ), came as (
      insert into stock_batch (serial_no, location_id, warehouse_id, sku_id, imperfect_type, in_ware_detail_id, qty_remain, cost_amount, supplier_id, co_model, cost_price,
        production_date, expire_at, into_time)
      select 'PC' || lpad(nextval('stock_batch_serial')::text, 10, '0'), location_id, warehouse_id, sku_id, imperfect_type, in_ware_detail_id, qty, cost, supplier_id, co_model, cost_price, production_date, expire_at, into_time
      from ${batchRows(batches.filter(({ qty }) => qty > 0))} order by place
      on conflict on constraint stock_batch_key do update set qty_remain = stock_batch.qty_remain + excluded.qty_remain,
        cost_amount = stock_batch.cost_amount + excluded.cost_amount, updated_at = clock_timestamp()
    )
    insert into stock_ledger (location_id, warehouse_id, sku_id, imperfect_type, biz_type, delta, balance_before, balance_after, in_ware_detail_id, cost_amount,
      happened_at, business_date, zone, doc_type, doc_id, doc_no, line_id${listed(marks)}, op_id, admin_id)
    select location_id, warehouse_id, sku_id, imperfect_type, biz_type, delta, balance_before, balance_before + delta, in_ware_detail_id, cost_amount,
      happened_at, open_business_day(business_date), zone, doc_type, doc_id, doc_no, line_id${listed(marks)}, ${posting.opId}::uuid, ${posting.adminId}
    from ${legs} order by place`.execute(db);
}

const batchRows = (batches: readonly BatchChange[]) =>
  rowsOf('t', {
    location_id: ['bigint', batches.map((one) => one.location)],
    warehouse_id: ['bigint', batches.map((one) => one.warehouseId)],
    sku_id: ['bigint', batches.map((one) => one.skuId)],
    imperfect_type: ['smallint', batches.map((one) => one.imperfectType)],
    in_ware_detail_id: ['bigint', batches.map((one) => one.batch.origin)],
    qty: ['bigint', batches.map((one) => one.qty)],
    cost: ['bigint', batches.map((one) => one.cost)],
    supplier_id: ['bigint', batches.map((one) => one.batch.supplierId)],
    co_model: ['smallint', batches.map((one) => one.batch.coModel)],
    cost_price: ['bigint', batches.map((one) => one.batch.costPrice)],
    production_date: ['date', batches.map((one) => one.batch.productionDate)],
    expire_at: ['date', batches.map((one) => one.batch.expireAt)],
    into_time: ['timestamptz', batches.map((one) => one.batch.intoTime)],
  });
