import type { Kysely } from 'kysely';
import { locationsOf } from '#server/ledger/locations.ts';
import { addBalance, addLock } from './balances.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import { addInbound, addStockBatch, seller } from './purchasing.ts';
import { pieces, shelf } from './shelf.ts';

/** Pieces of one batch of a supplier in a warehouse, straight into the tables: no posting leads there. */
export interface Stocked {
  readonly warehouse_id: number;
  readonly sku_id: number;
  readonly supplier_id: number;
  readonly stock_batch_id: number;
}

/** A warehouse, goods and a supplier of their own, with 20 pieces. */
export async function stocked(db: Kysely<unknown>): Promise<Stocked> {
  const warehouse_id = (await shelf(db)).id;
  const sku_id = (await pieces(db))[0]?.id ?? 0;
  const supplier_id = await seller(db);
  await addBalance(db, { warehouse: warehouse_id, sku: sku_id, on_hand: 20 });
  const batch = { warehouse_id, sku_id, supplier_id, co_model: 1, qty_remain: 20 };
  return { warehouse_id, sku_id, supplier_id, stock_batch_id: await addStockBatch(db, batch) };
}

/** Ten pieces that were bought of a supplier of their own, all of them still there, with the line that they came in by. */
export async function boughtBatch(
  db: Kysely<unknown>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Omit<Stocked, 'stock_batch_id'> & { readonly detail: number }> {
  const warehouse_id = (await shelf(db)).id;
  const sku_id = (await pieces(db))[0]?.id ?? 0;
  const supplier_id = await seller(db);
  const line = { sku_id, cost_price: 2920, ...more };
  const { lines } = await addInbound(db, { warehouse_id, supplier_id, co_model: 1, lines: [line] });
  const detail = lines[0] ?? 0;
  await addBalance(db, { warehouse: warehouse_id, sku: sku_id, on_hand: 10 });
  const batch = { warehouse_id, sku_id, supplier_id, co_model: 1, qty_remain: 10, cost_price: 2920 };
  await addStockBatch(db, { ...batch, in_ware_detail_id: detail });
  return { warehouse_id, sku_id, supplier_id, detail };
}

/** A batch on its way to a warehouse of its own. */
export async function onItsWay(db: Kysely<unknown>): Promise<number> {
  const { id: warehouse_id } = await shelf(db);
  const sku_id = (await pieces(db))[0]?.id ?? 0;
  const [detail] = (await addInbound(db, { warehouse_id, lines: [{ sku_id }] })).lines;
  return await insert(db, 'stock_batch', {
    serial_no: `PC260102${String(next()).padStart(5, '0')}`,
    location_id: locationsOf(warehouse_id).transit,
    sku_id,
    imperfect_type: 0,
    in_ware_detail_id: detail,
    supplier_id: await seller(db),
    qty_remain: 3,
    into_time: '2026-01-01T02:00:00Z',
  });
}

/** A promise of two pieces of goods of their own; its id. */
export async function promised(db: Kysely<unknown>): Promise<number> {
  const { warehouse_id: warehouse, sku_id: sku } = await stocked(db);
  return await addLock(db, { warehouse, sku, lock_type: 7, qty: 2, doc_type: 'manualLock' });
}

/** An outbound record with one line; its id. */
export async function leftGoods(db: Kysely<unknown>): Promise<number> {
  const { warehouse_id, sku_id, stock_batch_id } = await stocked(db);
  const id = await insert(db, 'out_ware_detail', {
    out_no: `CK260101${String(next()).padStart(5, '0')}`,
    out_type: 5,
    warehouse_id,
    source_type: 'stockAdjustment',
    source_id: 1,
    source_no: `TZ260101${String(next()).padStart(5, '0')}`,
    total_qty: 1,
    out_time: '2026-01-02T02:00:00Z',
  });
  await insert(db, 'out_ware_detail_line', { out_ware_detail_id: id, sku_id, stock_batch_id, qty: 1 });
  return id;
}

/** A case of three pieces that a sale took and that were not there, one of them offset since; its id. */
export async function missing(db: Kysely<unknown>): Promise<number> {
  const { warehouse_id, sku_id, stock_batch_id } = await stocked(db);
  const id = await insert(db, 'negative_inventory', {
    negative_no: `FC260101${String(next()).padStart(5, '0')}`,
    warehouse_id,
    sku_id,
    source_type: 'order',
    source_id: 1,
    source_no: `SO260101${String(next()).padStart(5, '0')}`,
    biz_type: 201,
    cause: 2,
    happened_at: '2026-01-02T02:00:00Z',
    out_qty: 3,
    qty: 3,
    offset_qty: 1,
    open_qty: 2,
    temp_cost: 300,
    cost_diff: 20,
    status: 2,
  });
  await insert(db, 'negative_inventory_offset', {
    negative_inventory_id: id,
    offset_type: 3,
    stock_batch_id,
    qty: 1,
    cost_amount: 320,
    cost_diff: 20,
    at: '2026-01-03T02:00:00Z',
  });
  return id;
}
