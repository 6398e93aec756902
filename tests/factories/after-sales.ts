import { sql } from 'kysely';
import { invoiceApply } from '#contract/areas/after-sales/invoice-apply.ts';
import { orderRefund } from '#contract/areas/after-sales/order-refund.ts';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { orderCalls } from '#contract/areas/orders/order-calls.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';
import { next } from './goods.ts';
import { addShop } from './partners.ts';
import { type Piece, pieces, shelf } from './shelf.ts';
import { openingStock, stockPeople } from './stock.ts';

const steps = <N extends string>(definition: Parameters<typeof transitionCall>[0], ...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, transitionCall(definition, name)])) as Record<
    N,
    ReturnType<typeof transitionCall>
  >;

export const services = { ...callsOf(orderService), ...steps(orderService, 'deal', 'return', 'exchange', 'close') };
export const refunds = {
  ...callsOf(orderRefund),
  ...steps(orderRefund, 'audit', 'refund', 'answer', 'retry', 'cancel'),
};
export const invoices = { ...callsOf(invoiceApply), ...steps(invoiceApply, 'audit', 'issue', 'red', 'cancel') };

/** Hands of after-sales: who asks, deals, takes goods in, audits and pays out, and the channel. */
export async function afterSalesPeople(house: House) {
  const serve = ['OrderService:view', 'OrderService:add', 'OrderService:deal', 'OrderService:close'];
  const money = ['OrderRefund:view', 'OrderRefund:audit', 'OrderRefund:refund', 'OrderRefund:cancel'];
  const invoicing = [
    'order:invoiceView',
    'order:invoiceApply',
    'order:invoiceAudit',
    'order:invoiceIssue',
    'order:invoiceRed',
  ];
  return {
    clerk: await house.person('客服', [...serve, ...money, ...invoicing]),
    keeper: await house.person('仓管', ['OrderService:view', 'OrderService:return', ...money]),
    shop: await house.person('店长', ['OrderRefund:view', 'OrderRefund:audit']),
    auditor: await house.person('财务', [...money, 'OrderRefund:auditAny', ...invoicing]),
    payer: await house.person('出纳', [...money, ...invoicing]),
    channel: await house.person('渠道', ['order:push', 'OrderRefund:view', 'OrderRefund:answer']),
  };
}

export interface SoldLine {
  readonly qty: number;
  readonly final: number;
  readonly coupon?: number;
  readonly point?: number;
}

export interface SoldOrder {
  readonly id: number;
  readonly no: string;
  readonly warehouse: number;
  readonly shop: number;
  readonly goods: readonly Piece[];
  readonly items: readonly number[];
}

/** Goods that cost 20 yuan a piece, sold at a till by these lines and paid by these kinds of money. */
export async function soldAtTill(
  house: House,
  channel: Actor,
  {
    lines,
    payments,
    user,
  }: { lines: readonly SoldLine[]; payments: readonly [type: number, amount: number][]; user?: string },
): Promise<SoldOrder> {
  const { id: warehouse } = await shelf(house.db);
  const shop = await addShop(house.db, { warehouse_id: warehouse });
  const goods = await pieces(house.db, lines.length);
  const people = await stockPeople(house);
  const maker = { ...people.maker, permissions: new Set([...people.maker.permissions, 'stock:costView']) };
  await openingStock(house, {
    people: { ...people, maker },
    warehouse,
    lines: goods.map(({ id }) => ({ sku_id: id, qty: 20, unit_cost: 2000 })) as never,
  });
  const { rows } = await sql<{ shop_no: string }>`select shop_no from shop where id = ${shop}`.execute(house.db);
  const total = lines.reduce((sum, { final }) => sum + final, 0);
  const taken = await house.ask(channel, orderCalls.push, {
    source: 1,
    source_order_no: `POS-A${next()}`,
    sale_channel_type: 'shop',
    ordered_at: house.clock.now().toISOString(),
    shop_no: rows[0]?.shop_no ?? '',
    ...(user ? { user_no: user } : {}),
    goods_amount: lines.reduce((sum, { final, coupon = 0, point = 0 }) => sum + final + coupon + point, 0),
    coupon_amount: lines.reduce((sum, { coupon = 0 }) => sum + coupon, 0),
    point_amount: lines.reduce((sum, { point = 0 }) => sum + point, 0),
    payable_amount: total,
    items: lines.map(({ qty, final, coupon = 0, point = 0 }, place) => ({
      sku_no: goods[place]?.sku_no ?? '',
      qty,
      sale_price: Math.floor((final + coupon + point) / qty),
      final_amount: final,
      coupon_amount: coupon,
      point_amount: point,
    })),
    payments: payments.map(([pay_type, amount]) => ({ pay_type, amount, trade_no: `T${next()}` })),
  });
  const { rows: items } = await sql<{ id: number }>`
    select id from sale_order_item where sale_order_id = ${taken.id} order by id`.execute(house.db);
  return { id: taken.id, no: taken.order_no, warehouse, shop, goods, items: items.map((item) => item.id) };
}
