import type { Kysely } from 'kysely';
import { locationsOf } from '#server/ledger/locations.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import { addDepartment, creditCode } from './partners.ts';
import { person } from './people.ts';
import { type Piece, pieces, shelf } from './shelf.ts';

type Given = Readonly<Record<string, unknown>>;
type Line = Given & { sku_id: number };

/** Somebody who buys, straight into the table; his id and that of his department. */
export async function buyer(db: Kysely<unknown>): Promise<{ id: number; department: number }> {
  const { id: admin_id, nickname: name } = await person(db);
  const department = await addDepartment(db);
  return { id: await insert(db, 'purchaser', { admin_id, name, department_id: department }), department };
}

/** A supplier, straight into the table. */
export async function seller(db: Kysely<unknown>, given: Given = {}): Promise<number> {
  const n = next();
  const kind = { type: 1, level: 3, co_model: 1, invoice_type: 1, settle_cycle: 3, settle_days: 30 };
  const who = { contact: '陈师傅', mobile: '13800001234', credit_code: creditCode() };
  return await insert(db, 'supplier', { supplier_no: `GY${n}`, name: `供应商${n}`, ...kind, ...who, ...given });
}

/** A contract that runs through 2026. */
export async function addContract(
  db: Kysely<unknown>,
  given: Given & { supplier_id: number; purchaser_id: number },
): Promise<number> {
  const contract_no = `HT260101${String(next()).padStart(5, '0')}`;
  const kind = { type: 1, co_model: 1, settle_cycle: 3, settle_days: 30, tax_rate_bp: 1300, invoice_type: 1 };
  const days = { sign_date: '2025-12-20', start_date: '2026-01-01', end_date: '2026-12-31', status: 4 };
  return await insert(db, 'contract', { contract_no, name: '年度采购合同', ...kind, ...days, ...given });
}

/** A supplier with a buyer and a contract in force for the brand of `count` pieces of goods. */
export async function contracted(
  db: Kysely<unknown>,
  { count = 1, ...given }: Given & { count?: number } = {},
): Promise<{ supplier_id: number; purchaser_id: number; contract_id: number; sku_ids: number[]; goods: Piece[] }> {
  const goods = await pieces(db, count);
  const supplier_id = await seller(db);
  const { id: purchaser_id } = await buyer(db);
  const brand_ids = goods.slice(0, 1).map(({ brand_id }) => brand_id);
  const contract_id = await addContract(db, { supplier_id, purchaser_id, brand_ids, ...given });
  return { supplier_id, purchaser_id, contract_id, sku_ids: goods.map(({ id }) => id), goods };
}

/** An order of such a supplier that waits for a thousand pieces of each goods, with the ids of its lines. */
export async function ordered(
  db: Kysely<unknown>,
  given: { count?: number; qty?: number; over_book_bp?: number } = {},
): Promise<{ id: number; supplier_id: number; warehouse_id: number; sku_ids: number[]; lines: number[] }> {
  const { count = 1, qty = 1000, ...head } = given;
  const { supplier_id, purchaser_id, contract_id, sku_ids } = await contracted(db, { count });
  const warehouse_id = (await shelf(db)).id;
  const lines = sku_ids.map((sku_id) => ({ sku_id, qty, amount: qty * 3300 }));
  const order = await addPurchase(db, { supplier_id, purchaser_id, contract_id, warehouse_id, ...head, lines });
  return { ...order, supplier_id, warehouse_id, sku_ids };
}

/** A purchase order that waits for its goods, by a contract of its own by default, and the ids of its lines. */
export async function addPurchase(
  db: Kysely<unknown>,
  {
    lines,
    ...given
  }: Given & { supplier_id: number; purchaser_id: number; warehouse_id: number; lines: readonly Line[] },
): Promise<{ id: number; lines: number[] }> {
  const purchase_no = `CG260101${String(next()).padStart(5, '0')}`;
  const plain = { purchase_no, purchase_type: 2, co_model: 1, status: 3, expect_date: '2026-02-01' };
  const contract =
    given.contract_id ?? (await addContract(db, { ...partnersOf(given), co_model: given.co_model ?? 1 }));
  const total_qty = lines.reduce((sum, { qty = 10 }) => sum + Number(qty), 0);
  const id = await insert(db, 'purchase_order', { ...plain, total_qty, ...given, contract_id: contract });
  const ids: number[] = [];
  for (const line of lines) {
    const values = { purchase_order_id: id, qty: 10, purchase_price: 3300, tax_rate_bp: 1300, price_state: 1, ...line };
    ids.push(await insert(db, 'purchase_order_line', { amount: 33_000, ...values }));
  }
  return { id, lines: ids };
}

const partnersOf = ({ supplier_id, purchaser_id }: { supplier_id: number; purchaser_id: number }) => ({
  supplier_id,
  purchaser_id,
});

/** An appointment of a supplier. */
export async function addArrival(
  db: Kysely<unknown>,
  given: Given & { supplier_id: number; warehouse_id: number },
): Promise<number> {
  const arrival_no = `YY260101${String(next()).padStart(5, '0')}`;
  const plain = { arrival_no, source: 1, appoint_date: '2026-02-01', appoint_slot: '09:00-11:00', status: 6 };
  return await insert(db, 'arrival_order', { ...plain, ...given });
}

/** A posted inbound batch, and the ids of its lines. */
export async function addInbound(
  db: Kysely<unknown>,
  { lines, ...given }: Given & { warehouse_id: number; lines: readonly Line[] },
): Promise<{ id: number; lines: number[] }> {
  const n = String(next()).padStart(5, '0');
  const plain = { batch_no: `RK260101${n}`, in_stock_no: `IS260101${n}`, in_type: 1, status: 4 };
  const batch = { ...plain, into_time: '2026-02-01T02:00:00Z', posted: true, ...given };
  const id = await insert(db, 'in_ware_batch', batch);
  await insert(db, 'audit_log', {
    doc_type: 'inWareBatch',
    doc_id: id,
    doc_no: String(batch.batch_no),
    action: 'add',
    label: '生成',
    to_status: batch.status,
    at: '2026-02-01T02:00:00Z',
  });
  const ids: number[] = [];
  for (const line of lines) {
    const values = { plan_qty: 10, count_qty: 10, in_qty: 10, purchase_price: 3300, tax_rate_bp: 1300, price_state: 1 };
    ids.push(await insert(db, 'in_ware_batch_detail', { in_ware_batch_id: id, ...values, ...line }));
  }
  return { id, lines: ids };
}

/** A batch of stock beside those that the ledger made: of an inbound batch of its own by default. */
export async function addStockBatch(
  db: Kysely<unknown>,
  given: Given & { warehouse_id: number; sku_id: number; qty_remain: number },
): Promise<number> {
  const { warehouse_id, sku_id, in_ware_detail_id } = given;
  const detail = in_ware_detail_id ?? (await addInbound(db, { warehouse_id, lines: [{ sku_id }] })).lines[0];
  return await insert(db, 'stock_batch', {
    serial_no: `PC260101${String(next()).padStart(5, '0')}`,
    imperfect_type: 0,
    into_time: '2026-01-01T02:00:00Z',
    location_id: locationsOf(warehouse_id).warehouse,
    ...given,
    in_ware_detail_id: detail,
  });
}
