import { sql } from 'kysely';
import type { OrderNamed } from '#contract/areas/orders/order-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Tx } from '#server/database/transaction.ts';

/** An order as after-sales find it. Money in fen. */
export interface OrderStanding {
  id: number;
  order_no: string;
  source: number;
  sale_channel_type: string;
  sale_channel_value: string | null;
  shop_id: number | null;
  warehouse_id: number;
  user_id: number | null;
  cashier_id: number | null;
  sales_id: number | null;
  receiver: string | null;
  receiver_mobile: string | null;
  receiver_address: string | null;
  status: number;
  imported: boolean;
  stock_posted: boolean;
  paid_amount: number;
  refund_amount: number;
  ordered_at: string;
  finished_at: string | null;
}

/**
 * The order, held until the transaction ends: whoever gives back goods or money of it, or invoices it, waits here. After-sales and
 * refunds are held before their order.
 */
export async function holdOrder(db: Tx, id: number): Promise<OrderStanding> {
  const { rows } = await sql<OrderStanding>`
    select id, order_no, source, sale_channel_type, sale_channel_value, shop_id, warehouse_id, user_id, cashier_id, sales_id, receiver, receiver_mobile,
      receiver_address, status, imported, stock_posted, paid_amount, refund_amount, ordered_at, finished_at
    from sale_order where id = ${id} for no key update`.execute(db);
  const [order] = rows;
  if (!order) throw new Refusal('notFound', '订单不存在');
  return order;
}

/** What events say of it. */
export function namedOf(order: OrderStanding, now: Date): OrderNamed {
  return {
    order_id: order.id,
    order_no: order.order_no,
    source: order.source,
    sale_channel_type: order.sale_channel_type,
    shop_id: order.shop_id,
    warehouse_id: order.warehouse_id,
    user_id: order.user_id,
    cashier_id: order.cashier_id,
    sales_id: order.sales_id,
    shift: null,
    at: now.toISOString(),
    business_date: businessDay(now),
  };
}

/** What was paid for an order and neither went back nor is asked back: by refunds, or by after-sales that have none yet. Fen. */
export async function moneyLeft(db: Tx, order: OrderStanding, besides?: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select (coalesce((select sum(amount) from order_refund where order_id = ${order.id} and status in (1, 2, 3, 4, 5)), 0)
      + coalesce((select sum(coalesce(deal_amount, apply_amount)) from order_service
        where order_id = ${order.id} and id is distinct from ${besides ?? null}::bigint
          and (status in (1, 2, 3) or (status = 5 and service_type = 3 and new_order_id is not null))), 0))::bigint as taken`.execute(
    db,
  );
  return order.paid_amount - (rows[0]?.taken ?? 0);
}

/** A line of an order, and what of it is left. */
export interface ItemStanding {
  id: number;
  sku_id: number;
  sku_no: string;
  sku_name: string;
  imperfect_type: number;
  is_gift: boolean;
  qty: number;
  shipped_qty: number;
  returned_qty: number;
  final_amount: number;
  rest_qty: number;
  rest_amount: number;
  tax_rate_bp: number;
}

/**
 * The lines of an order with what after-sales may still be made of each, one after-sales left out of account. What is left of its money is the share
 * of what left (exact to the fen: parts that did not leave were rounded up), less what other after-sales took.
 */
export async function itemsLeft(db: Tx, orderId: number, besides?: number): Promise<ItemStanding[]> {
  const { rows } = await sql<ItemStanding>`
    select i.id, i.sku_id, k.sku_no, k.name as sku_name, i.imperfect_type, i.is_gift, i.qty, i.shipped_qty, i.returned_qty, i.final_amount,
      greatest(i.shipped_qty - i.returned_qty - t.open, 0)::bigint as rest_qty,
      greatest(case when i.qty = 0 then 0 else div(i.final_amount::numeric * i.shipped_qty, i.qty) end - t.taken, 0)::bigint as rest_amount, p.tax_rate_bp
    from sale_order_item i join sku k on k.id = i.sku_id join spu p on p.id = k.spu_id
    cross join lateral (
      select coalesce(sum(l.qty) filter (where v.status in (1, 2)), 0) as open, coalesce(sum(l.refund_amount) filter (where v.status between 1 and 5), 0) as taken
      from order_service_line l join order_service v on v.id = l.order_service_id
      where l.order_item_id = i.id and v.id is distinct from ${besides ?? null}::bigint) t
    where i.sale_order_id = ${orderId} order by i.id`.execute(db);
  return rows;
}
