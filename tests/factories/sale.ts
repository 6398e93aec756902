import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { order } from '#contract/areas/orders/order.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { claimOperation, keepAnswer } from '#server/kit/operations.ts';
import { counterparties, locationsOf } from '#server/ledger/locations.ts';
import type { OversellBasis } from '#server/ledger/negatives.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { House } from '#tests/boot/house.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import { addOrder, addService } from './orders.ts';

interface Sale {
  readonly warehouse: number;
  readonly sku: number;
  readonly qty: number;
  /** More than there is may be sold. */
  readonly oversell?: OversellBasis;
}

/** An order of one line as an import adds it, straight into the tables, and its posting. */
export async function sell(
  house: House,
  { warehouse, sku, qty, oversell }: Sale,
): Promise<{ id: number; no: string; line: number }> {
  const { db } = house;
  const opId = randomUUID();
  const at = house.clock.now().toISOString();
  return await inTransaction(db, async (tx) => {
    await claimOperation(tx, { opId, adminId: 1, call: 'sale', input: {} });
    const { id, items } = await addOrder(tx, {
      ...uploaded,
      warehouse_id: warehouse,
      source_order_no: `POS-${next()}`,
      ordered_at: at,
      items: [{ sku_id: sku, qty, shipped_qty: qty }],
    });
    const line = items[0] as number;
    const no = await numberOf(tx, 'sale_order', 'order_no', id);
    const shared = { skuId: sku, imperfectType: 0, bizType: bizType.sale, lineId: line };
    await postStock(
      { db: tx, policies: house.kit.policies },
      {
        source: { docType: order.name, docId: id, docNo: no },
        legs: [
          { ...shared, location: locationsOf(warehouse).warehouse, delta: -qty },
          { ...shared, location: counterparties.customer, delta: qty },
        ],
        happenedAt: at,
        opId,
        adminId: 1,
        untold: true,
        ...(oversell ? { oversell } : {}),
      },
    );
    await keepAnswer(tx, opId, { id });
    return { id, no, line };
  });
}

/** Brings pieces of a sale back of which the case is open still: they close it without a batch. */
export async function takeBack(
  house: House,
  { warehouse, sku, qty, sale, negative }: Omit<Sale, 'oversell'> & { sale: { id: number }; negative: number },
): Promise<void> {
  const opId = randomUUID();
  await inTransaction(house.db, async (tx) => {
    await claimOperation(tx, { opId, adminId: 1, call: 'sale return', input: {} });
    const at = house.clock.now().toISOString();
    const { id, lines } = await addService(tx, {
      ...uploaded,
      source_service_no: `POS-C${next()}`,
      order_id: sale.id,
      return_warehouse_id: warehouse,
      returned_at: at,
      lines: [{ sku_id: sku, qty, return_qty: qty, imperfect_type: 0 }],
    });
    const docNo = await numberOf(tx, 'order_service', 'service_no', id);
    const shared = { skuId: sku, imperfectType: 0, bizType: bizType.saleReturn, lineId: lines[0] as number };
    await postStock(
      { db: tx, policies: house.kit.policies },
      {
        source: { docType: orderService.name, docId: id, docNo },
        legs: [
          { ...shared, location: locationsOf(warehouse).warehouse, delta: qty, takesBack: negative },
          { ...shared, location: counterparties.customer, delta: -qty },
        ],
        happenedAt: at,
        opId,
        adminId: 1,
        untold: true,
      },
    );
    await keepAnswer(tx, opId, {});
  });
}

/** As an upload brings it: the only sales that move stock so far. */
const uploaded = { imported: true, stock_posted: true };

async function numberOf(tx: Tx, table: string, field: string, id: number): Promise<string> {
  const { rows } = await sql<{
    no: string;
  }>`select ${sql.ref(field)} as no from ${sql.table(table)} where id = ${id}`.execute(tx);
  return rows[0]?.no ?? '';
}

/** A rule that lets goods of a warehouse go below nothing, straight into the tables; its id. */
export async function negativeRule(
  house: House,
  { warehouse, ...more }: { warehouse: number } & Readonly<Record<string, unknown>>,
): Promise<number> {
  return await insert(house.db, 'stock_rule', {
    rule_no: `KG9${String(next()).padStart(5, '0')}`,
    rule_type: 2,
    warehouse_ids: sql`array[${warehouse}]::bigint[]`,
    allow_negative: true,
    ...more,
  });
}
