import { sql } from 'kysely';
import { outCouponsReconciled } from '#contract/areas/cashier/cashier-events.ts';
import { order } from '#contract/areas/orders/order.ts';
import { couponState, orderState, payWay } from '#contract/areas/orders/order-enums.ts';
import { orderOutCoupon } from '#contract/areas/orders/order-out-coupon.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { closedWords } from '#contract/kit/transition.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { SavedValues } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { keepPayments } from './payments.ts';

interface Payable {
  order_no: string;
  status: number;
  shop_id: number | null;
  payable_amount: number;
  paid_amount: number;
}

/** Coupons of other platforms: as long as one is verified it is a payment of its order (domain.md §4.22). */
export function serveOutCoupon(kit: Kit): void {
  serveDocument(kit, orderOutCoupon, {
    derive: async (context, values) => {
      const found = await payableOf(context, values.order_id, '核销外部券');
      const open = found.payable_amount - found.paid_amount;
      if (Number(values.face_amount) > open)
        throw new Refusal('invalid', `面值超过订单待付金额 ${open} 分`, 'face_amount');
      await refuseUsed(context, values);
      return { shop_id: found.shop_id, used_at: context.now.toISOString() };
    },
    after: (context, _id, values) => verified(kit, context, values),
    transitions: {
      revoke: { guard: guardRevoke, effect: revoked },
      release: { effect: revoked },
    },
  });
  kit.registry.events.on(outCouponsReconciled, (context, { recon_id }) => reconcile(kit, context, recon_id));
}

/** The bill of a platform has paid for these: nobody takes them back any more. */
async function reconcile(kit: Kit, context: WriteContext, reconId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.id from channel_recon_line l join order_payment p on p.id = l.payment_id and not l.is_refund and l.channel_amount is not null
    join order_out_coupon c on c.order_id = p.order_id and c.coupon_code = p.trade_no and c.platform = p.payee_account
    where l.recon_id = ${reconId} and c.status = ${couponState.verified} order by c.id`.execute(context.db);
  for (const { id } of rows)
    await runTransition(kit.registry, context, { definition: orderOutCoupon, name: 'reconcile', id });
}

async function payableOf({ db }: WriteContext, id: number, label: string): Promise<Payable> {
  const { rows } = await sql<Payable>`
    select order_no, status, shop_id, payable_amount, paid_amount from sale_order where id = ${id} for no key update`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Refusal('notFound', '没有此订单', 'order_id');
  if (found.status !== orderState.toPay)
    throw new Refusal('illegalTransition', `${found.order_no} ${closedWords(order.states, found.status, { label })}`);
  return found;
}

/** A code counts once on its platform; the table holds it against two at the same moment. */
async function refuseUsed(
  { db }: WriteContext,
  { platform, coupon_code }: SavedValues<typeof orderOutCoupon>,
): Promise<void> {
  const { rows } = await sql<{ order_no: string }>`
    select o.order_no from order_out_coupon c join sale_order o on o.id = c.order_id
    where c.platform = ${platform} and c.coupon_code = ${coupon_code} and c.status <> ${couponState.revoked}`.execute(
    db,
  );
  if (rows[0]) throw new Refusal('duplicate', `券码已在订单 ${rows[0].order_no} 核销`, 'coupon_code');
}

async function verified(kit: Kit, context: WriteContext, values: SavedValues<typeof orderOutCoupon>): Promise<void> {
  const { db, now } = context;
  const orderId = values.order_id;
  const amount = values.face_amount;
  await keepPayments(context, {
    orderId,
    at: now.toISOString(),
    payments: [
      {
        pay_type: payWay.coupon,
        amount,
        trade_no: values.coupon_code,
        payee_account: values.platform,
      },
    ],
  });
  const { rows } = await sql<{ open: number }>`
    update sale_order set paid_amount = paid_amount + ${amount}, version = version + 1, updated_at = ${now.toISOString()} where id = ${orderId}
    returning payable_amount - paid_amount as open`.execute(db);
  // Nothing is left to pay: it is paid.
  if (rows[0]?.open === 0)
    await runTransition(kit.registry, context, {
      definition: order,
      name: 'pay',
      id: orderId,
      input: { payments: [] },
    });
}

/** What was paid is refunded, and not made unpaid. */
async function guardRevoke({ context, document }: Step<typeof orderOutCoupon>): Promise<void> {
  await payableOf(context, document.order_id, '撤销外部券');
}

async function revoked({ context, document }: Step<typeof orderOutCoupon>): Promise<undefined> {
  const orderId = document.order_id;
  const { rows } = await sql<{ amount: number }>`
    delete from order_payment where id = (select id from order_payment where order_id = ${orderId} and pay_type = ${payWay.coupon}
      and trade_no = ${document.coupon_code} and payee_account = ${document.platform} order by id limit 1) returning amount`.execute(
    context.db,
  );
  const amount = rows[0]?.amount ?? 0;
  await sql`update sale_order set paid_amount = paid_amount - ${amount}, updated_at = ${context.now.toISOString()} where id = ${orderId}`.execute(
    context.db,
  );
  return undefined;
}

/** An unpaid order is cancelled: its coupons may be used elsewhere. */
export async function releaseCoupons(
  { registry }: Pick<Kit, 'registry'>,
  context: WriteContext,
  orderId: number,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from order_out_coupon where order_id = ${orderId} and status = ${couponState.verified} order by id`.execute(
    context.db,
  );
  for (const { id } of rows)
    await runTransition(registry, context, { definition: orderOutCoupon, name: 'release', id });
}
