import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { order } from '#contract/areas/orders/order.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { claimOperation, keepAnswer } from '#server/kit/operations.ts';
import { counterparties, locationsOf } from '#server/ledger/locations.ts';
import type { Beyond } from '#server/ledger/negatives.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { House } from '#tests/boot/house.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';

interface Sale {
  readonly warehouse: number;
  readonly sku: number;
  readonly qty: number;
  /** More than there is may be sold. */
  readonly beyond?: Beyond;
}

/** An order of one line, straight into the tables, and its posting; the calls of orders come with their issue. */
export async function sell(house: House, { warehouse, sku, qty, beyond }: Sale): Promise<{ id: number; no: string; line: number }> {
  const { db } = house;
  const opId = randomUUID();
  const at = house.clock.now().toISOString();
  return await inTransaction(db, async (tx) => {
    await claimOperation(tx, { opId, adminId: 1, call: 'sale', input: {} });
    const no = `SO260301${String(next()).padStart(5, '0')}`;
    const id = await insert(tx, 'sale_order', {
      order_no: no,
      source: 1,
      sale_channel_type: 'shop',
      ordered_at: at,
      warehouse_id: warehouse,
      goods_qty: qty,
      status: 5,
      stock_posted: true,
    });
    const line = await insert(tx, 'sale_order_item', {
      sale_order_id: id,
      sku_id: sku,
      qty,
      tag_price: 9900,
      sale_price: 4900,
      final_amount: 4900 * qty,
      shipped_qty: qty,
    });
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
        ...(beyond ? { beyond } : {}),
      },
    );
    await keepAnswer(tx, opId, { id });
    return { id, no, line };
  });
}

/** Brings pieces of a sale back of which the case is open still: they close it without a batch. */
export async function takeBack(
  house: House,
  { warehouse, sku, qty, sale, negative }: Omit<Sale, 'beyond'> & { sale: { id: number; no: string }; negative: number },
): Promise<void> {
  const opId = randomUUID();
  await inTransaction(house.db, async (tx) => {
    await claimOperation(tx, { opId, adminId: 1, call: 'sale return', input: {} });
    const shared = { skuId: sku, imperfectType: 0, bizType: bizType.saleReturn, lineId: null };
    await postStock(
      { db: tx, policies: house.kit.policies },
      {
        source: { docType: order.name, docId: sale.id, docNo: sale.no },
        legs: [
          { ...shared, location: locationsOf(warehouse).warehouse, delta: qty, takesBack: negative },
          { ...shared, location: counterparties.customer, delta: -qty },
        ],
        happenedAt: house.clock.now().toISOString(),
        opId,
        adminId: 1,
      },
    );
    await keepAnswer(tx, opId, {});
  });
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
