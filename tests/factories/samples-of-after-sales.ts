import type { Kysely } from 'kysely';
import { addOrder, addRefund } from './orders.ts';
import { addShop } from './partners.ts';
import { pieces, shelf } from './shelf.ts';

/** What the guards of after-sales ask of a sample: an order of a shop that was paid and is finished, with a line of it. */
export const samplesOfAfterSales = (db: Kysely<unknown>) => ({
  special: {
    orderService: async () => {
      const { id, item } = await finished(db);
      return { order_id: id, service_type: 1, lines: [{ order_item_id: item, qty: 1, refund_amount: 100 }] };
    },
    invoiceApply: async () => ({
      order_ids: [(await finished(db)).id],
      title_type: 1,
      tax_no: null,
      invoice_type: 3,
      amount: 100,
    }),
  },
  byHand: {
    orderRefund: async () => await addRefund(db, { order_id: (await finished(db)).id, amount: 100 }),
  },
});

async function finished(db: Kysely<unknown>): Promise<{ id: number; item: number }> {
  const { id: warehouse_id } = await shelf(db);
  const [goods] = await pieces(db);
  const sold = { sku_id: goods?.id ?? 0, shipped_qty: 1 };
  const times = { ordered_at: new Date().toISOString(), finished_at: new Date().toISOString() };
  const shop_id = await addShop(db, { warehouse_id });
  const { id, items } = await addOrder(db, { warehouse_id, shop_id, paid_amount: 4950, ...times, items: [sold] });
  return { id, item: items[0] ?? 0 };
}
