import { type Kysely, sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import { addOrder } from './orders.ts';
import type { Make, Special } from './samples.ts';

/** An order that waits for 100.00, with its one line and the first row of its history, straight into the tables; its id. */
export async function unpaidOrder(db: Kysely<unknown>, make: Make): Promise<number> {
  const { id } = await addOrder(db, {
    source: 2,
    sale_channel_type: 'mall',
    status: 1,
    shop_id: await make(shop),
    warehouse_id: await make(warehouse),
    goods_qty: 1,
    goods_amount: 10_000,
    payable_amount: 10_000,
    items: [{ sku_id: await make(sku), sale_price: 10_000, final_amount: 10_000 }],
  });
  await insert(db, 'audit_log', {
    doc_type: 'order',
    doc_id: id,
    action: 'add',
    label: '接单',
    to_status: 1,
    at: '2026-01-01T02:00:00Z',
  });
  return id;
}

/** What the guards of orders ask of samples. */
export const specialOfOrders = (db: Kysely<unknown>, make: () => Make): Special => ({
  changePrice: async () => ({ order_id: await unpaidOrder(db, make()), new_amount: 9000 }),
  orderOutCoupon: async () => ({ order_id: await unpaidOrder(db, make()), face_amount: 3000, settle_amount: 2800 }),
});

/** Records of orders that no call makes, by the name of their definition. */
export function ordersByHand(db: Kysely<unknown>, make: () => Make): Readonly<Record<string, () => Promise<number>>> {
  const order = () => unpaidOrder(db, make());
  const paid = async () => {
    const order_id = await order();
    const payment = {
      order_id,
      pay_type: 1,
      amount: 10_000,
      payee_account: `微信${next()}`,
      paid_at: '2026-01-01T02:00:00Z',
    };
    return { order_id, payment: await insert(db, 'order_payment', payment) };
  };
  return {
    order,
    orderAccount: order,
    orderPayment: async () => (await paid()).payment,
    orderFlow: async () => (await paid()).payment * 4,
    payeeStatement: async () => {
      const { payment } = await paid();
      const { rows } = await sql<{ id: number }>`
        select s.id from payee_statement s join order_payment p on p.payee_account = s.payee_account where p.id = ${payment}`.execute(
        db,
      );
      return rows[0]?.id ?? 0;
    },
    pushRefusal: async () => {
      const told = {
        source: 1,
        channel: '001',
        source_order_no: `X${next()}`,
        error: '没有编号为 001 的门店',
        status: 1,
      };
      const id = await insert(db, 'push_refusal', { ...told, shop_id: await make()(shop) });
      await insert(db, 'push_refusal_body', { push_refusal_id: id, business_year: 2026, body: '{}' });
      return id;
    },
    orderOut: async () => {
      const order_id = await order();
      const { rows } = await sql<{ id: number; sku_id: number; warehouse_id: number; shop_id: number }>`
        select i.id, i.sku_id, o.warehouse_id, o.shop_id from sale_order_item i join sale_order o on o.id = i.sale_order_id where o.id = ${order_id}`.execute(
        db,
      );
      const line = rows[0];
      const id = await insert(db, 'order_out', {
        out_no: `SC260101${String(next()).padStart(5, '0')}`,
        order_id,
        warehouse_id: line?.warehouse_id,
        shop_id: line?.shop_id,
        total_qty: 1,
        status: 1,
      });
      await insert(db, 'order_out_line', { order_out_id: id, order_item_id: line?.id, sku_id: line?.sku_id, qty: 1 });
      return id;
    },
  };
}
