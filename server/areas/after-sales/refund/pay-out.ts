import { sql } from 'kysely';
import { type orderRefund, orderRefundStatus, refundBy } from '#contract/areas/after-sales/order-refund.ts';
import { orderService, serviceKind } from '#contract/areas/after-sales/order-service.ts';
import { orderRefunded } from '#contract/areas/orders/order-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { holdOrder, namedOf, type OrderStanding } from '../order-standing.ts';
import { partsOf, readParts, writeParts } from './parts.ts';
import { taxBack } from './tax-back.ts';

type AppKit = Pick<Kit, 'registry'>;

/** The after-sales before its order, as everybody locks them. */
async function hold({ db }: WriteContext, document: LockedDocument<typeof orderRefund>): Promise<OrderStanding> {
  if (document.service_id !== null)
    await sql`select 1 from order_service where id = ${document.service_id} for no key update`.execute(db);
  return await holdOrder(db, document.order_id);
}

/** No more goes back than was paid, and nothing of what is invoiced: that is taken back first (I54). */
export async function guardPayOut({ context, document }: Step<typeof orderRefund>): Promise<void> {
  const order = await hold(context, document);
  const amount = Number(document.amount);
  const { rows } = await sql<{ going: number; invoiced: number }>`
    select (select coalesce(sum(amount), 0)::bigint from order_refund where order_id = ${order.id} and status = ${orderRefundStatus.refunding} and id <> ${document.id}) as going,
      (select coalesce(sum(s.amount), 0)::bigint from invoice_share s join invoice_apply a on a.id = s.invoice_apply_id
        where s.order_id = ${order.id} and a.status in (1, 2, 3)) as invoiced`.execute(context.db);
  const { going, invoiced } = rows[0] ?? { going: 0, invoiced: 0 };
  const left = order.paid_amount - order.refund_amount - going;
  if (amount > left) throw new Refusal('invalid', `订单可退金额只剩 ${printYuan(Math.max(0, left))}`, 'refund_way');
  if (amount > left - invoiced)
    throw new Refusal('illegalTransition', `订单已申请开票 ${printYuan(invoiced)}，请先取消或红冲发票再退款`);
  if (document.refund_way === refundBy.stored && order.user_id === null)
    throw new Refusal('invalid', '订单没有会员，不能退为储值', 'refund_way');
}

/** Sends it to the channel, or pays it out. */
export async function payOut(house: AppKit, step: Step<typeof orderRefund>): Promise<Values> {
  const { context, document, to } = step;
  const parts = await partsOf(context.db, {
    refundId: document.id,
    orderId: document.order_id,
    amount: Number(document.amount),
    way: Number(document.refund_way),
  });
  await writeParts(context.db, document.id, parts);
  const paid = { paid_by: context.actor.id, fail_reason: null };
  if (to === orderRefundStatus.refunding) return paid;
  await settle(house, context, { ...document, ...paid });
  return { ...paid, refunded_at: context.now.toISOString() };
}

/** What the channel says of it. */
export async function takeChannelAnswer(house: AppKit, step: Step<typeof orderRefund>): Promise<Values> {
  const { context, document, input, rejects } = step;
  const trade = input.channel_no ?? document.trade_no;
  if (rejects) {
    await sql`delete from order_refund_part where order_refund_id = ${document.id}`.execute(context.db);
    return { trade_no: trade, fail_reason: input.remark ?? null };
  }
  await settle(house, context, document);
  return { trade_no: trade, refunded_at: context.now.toISOString() };
}

/** The money has gone back: everybody hears of it, and the after-sales is finished. */
async function settle(
  { registry }: AppKit,
  context: WriteContext,
  document: LockedDocument<typeof orderRefund>,
): Promise<void> {
  const { db, now } = context;
  const order = await hold(context, document);
  const amount = Number(document.amount);
  const { rows: lines } = await sql<{ item_id: number; amount: number }>`
    select order_item_id as item_id, amount from order_refund_line where order_refund_id = ${document.id} order by id`.execute(
    db,
  );
  const taxed = await taxBack(db, lines);
  const serviceId = document.service_id;
  await registry.events.emit(context, orderRefunded, {
    ...namedOf(order, now),
    refund_id: document.id,
    refund_no: String(document.refund_no),
    service_id: serviceId,
    amount,
    tax_amount: taxed.reduce((sum, { tax_amount }) => sum + tax_amount, 0),
    parts: await readParts(db, document.id),
    refund_way: Number(document.refund_way),
    paid_by: Number(document.paid_by),
    paid_shop_id: document.paid_shop_id,
    paid_shift: document.paid_shift,
    shipped: serviceId !== null,
    full: order.refund_amount + amount === order.paid_amount,
    lines: taxed,
    without_return: await wasWithoutReturn(context, serviceId),
  });
  if (serviceId !== null)
    await runTransition(registry, context, { definition: orderService, name: 'refundDone', id: serviceId });
}

async function wasWithoutReturn({ db }: WriteContext, serviceId: number | null): Promise<boolean> {
  if (serviceId === null) return false;
  const { rows } = await sql<{ service_type: number }>`
    select service_type from order_service where id = ${serviceId}`.execute(db);
  return rows[0]?.service_type === serviceKind.refundOnly;
}
