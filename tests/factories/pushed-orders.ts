import { sql } from 'kysely';
import { order } from '#contract/areas/orders/order.ts';
import { orderCalls, type TakenOrder } from '#contract/areas/orders/order-calls.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import type { PushedItem, PushedOrder, PushedPayment } from '#contract/areas/orders/order-push.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import { addShop } from './partners.ts';

export const orderSteps = {
  ...callsOf(order),
  ...orderCalls,
  cancel: transitionCall(order, 'cancel'),
  cancelRest: transitionCall(order, 'cancelRest'),
  receive: transitionCall(order, 'receive'),
  remark: transitionCall(order, 'remark'),
};

export const outs = {
  ...callsOf(orderOut),
  pick: transitionCall(orderOut, 'pick'),
  ship: transitionCall(orderOut, 'ship'),
  cancel: transitionCall(orderOut, 'cancel'),
};

/** Somebody who may do everything with orders, but judge what approvals judge. */
export async function orderClerk(house: House, name = '订单员'): Promise<Actor> {
  const verbs = [
    'view',
    'push',
    'cancel',
    'remark',
    'receive',
    'outView',
    'outShip',
    'outCancel',
    'accountView',
    'payeeView',
  ];
  return await house.person(name, [...verbs.map((verb) => `order:${verb}`), 'stock:costView', 'stock:view']);
}

/** A shop whose goods stand in this warehouse; its number. */
export async function shopAt(house: House, warehouse: number): Promise<{ id: number; shop_no: string }> {
  const id = await addShop(house.db, { warehouse_id: warehouse });
  const { rows } = await sql<{ shop_no: string }>`select shop_no from shop where id = ${id}`.execute(house.db);
  return { id, shop_no: rows[0]?.shop_no ?? '' };
}

export interface Placed {
  readonly by: Actor;
  /** Number of the shop. */
  readonly shop: string;
  readonly items: readonly (Partial<PushedItem> & { readonly sku_no: string })[];
  readonly more?: Partial<PushedOrder>;
}

/** What a channel pushes: one piece of each for 100.00 by default, with sums that are right. */
export function pushOf({ shop, items, more = {} }: Omit<Placed, 'by'>, at: string): PushedOrder {
  const lines = items.map((item) => {
    const { qty = 1, sale_price = 10_000, promotion_amount = 0, coupon_amount = 0, point_amount = 0 } = item;
    const final_amount = qty * sale_price - promotion_amount - coupon_amount - point_amount;
    return { final_amount, ...item, qty, sale_price, promotion_amount, coupon_amount, point_amount };
  });
  const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    source: 1,
    source_order_no: `POS-${next()}`,
    sale_channel_type: 'shop',
    ordered_at: at,
    shop_no: shop,
    goods_amount: sum((line) => line.qty * line.sale_price),
    payable_amount: sum((line) => line.final_amount) + (more.freight_amount ?? 0),
    items: lines,
    ...more,
  };
}

/** A sale of a till, paid in cash by default: its goods have left. */
export async function placeTillOrder(house: House, { by, ...placed }: Placed): Promise<TakenOrder> {
  const pushed = pushOf(placed, house.clock.now().toISOString());
  const payments = [{ pay_type: 3, amount: pushed.payable_amount }];
  return await house.ask(by, orderCalls.push, { payments, ...pushed });
}

/** An order of the mini-program that waits for its money; its goods are held. */
export async function placeOnlineOrder(house: House, { by, ...placed }: Placed): Promise<TakenOrder> {
  const more = { source: 2, sale_channel_type: 'mall' as const, ...placed.more };
  return await house.ask(by, orderCalls.push, pushOf({ ...placed, more }, house.clock.now().toISOString()));
}

/** Pays an order whole, by WeChat by default. */
export async function payOrder(house: House, by: Actor, order_no: string, payments?: PushedPayment[]): Promise<void> {
  const { rows } = await sql<{ open: number }>`
    select payable_amount - paid_amount as open from sale_order where order_no = ${order_no}`.execute(house.db);
  const whole = [{ pay_type: 1, amount: rows[0]?.open ?? 0, trade_no: `WX${next()}`, payee_account: '微信商户' }];
  await house.ask(by, orderCalls.pay, { order_no, payments: payments ?? whole });
}

/** The open delivery of an order with its lines. */
export async function openOut(
  house: House,
  orderId: number,
): Promise<{ id: number; lines: { id: number; qty: number }[] }> {
  const { rows } = await sql<{ id: number; line_id: number; qty: number }>`
    select o.id, l.id as line_id, l.qty from order_out o join order_out_line l on l.order_out_id = o.id
    where o.order_id = ${orderId} and o.status in (1, 2, 3) order by l.id`.execute(house.db);
  const [first] = rows;
  if (!first) throw new Error(`order ${orderId} has no open delivery`);
  return { id: first.id, lines: rows.map(({ line_id, qty }) => ({ id: line_id, qty })) };
}

/** Picks and ships the open delivery of an order: all of it, or of each line this many, the rest being short. */
export async function shipOrder(house: House, by: Actor, orderId: number, picked?: readonly number[]): Promise<void> {
  const out = await openOut(house, orderId);
  const lines = out.lines.map(({ id, qty }, place) => ({ line_id: id, pick_qty: picked?.[place] ?? qty }));
  await house.ask(by, outs.pick, { id: out.id, lines, short_confirmed: true });
  const logistics_id = await insert(house.db, 'logistics', { code: `WL${next()}`, name: `物流${next()}`, type: 1 });
  await house.ask(by, outs.ship, { id: out.id, logistics_id, waybill_no: `YD${next()}` });
}
