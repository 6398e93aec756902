import { sql } from 'kysely';
import { order } from '#contract/areas/orders/order.ts';
import { orderState } from '#contract/areas/orders/order-enums.ts';
import { orderPaid } from '#contract/areas/orders/order-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { closedWords } from '#contract/kit/transition.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { makeOut } from '../delivery/make-out.ts';
import { keepPayments, type Payment, paymentsOf, refusePaidLater, totalOf, wayOf } from '../money/payments.ts';
import { dayOf, namedOf, notLater } from '../named.ts';
import { lapseChanges } from '../steps/lapse-changes.ts';
import { type Channel, channelOf } from './receipt.ts';

interface Paying {
  readonly order_no?: string | undefined;
  readonly source?: number | undefined;
  readonly source_order_no?: string | undefined;
  readonly sale_channel_type?: Channel['sale_channel_type'] | undefined;
  readonly sale_channel_value?: string | null | undefined;
  readonly payments: readonly Payment[];
}

interface Payable {
  id: number;
  order_no: string;
  status: number;
  payable_amount: number;
  paid_amount: number;
}

/** Tells that an order was paid, whole; the same payments told again are answered as they were. */
export async function payOrder(kit: Kit, context: WriteContext, told: Paying) {
  refusePaidLater(told.payments, context.now);
  const found = await payableOf(context, told);
  const { id, order_no } = found;
  if (found.status !== orderState.toPay) {
    if (found.status !== orderState.cancelled && (await toldBefore(context, id, told.payments)))
      return { id, order_no, status: found.status };
    throw new Refusal('illegalTransition', `${order_no} ${closedWords(order.states, found.status, { label: '支付' })}`);
  }
  const paid = totalOf(told.payments);
  const open = found.payable_amount - found.paid_amount;
  if (paid !== open) throw new Refusal('invalid', `支付合计 ${paid} 与待付金额 ${open} 不一致（单位分）`, 'payments');
  await runTransition(kit.registry, context, {
    definition: order,
    name: 'pay',
    id,
    input: { payments: told.payments },
  });
  return { id, order_no, status: orderState.toShip };
}

async function payableOf(context: WriteContext, told: Paying): Promise<Payable> {
  const named = told.order_no !== undefined;
  const id = named ? null : await pushedId(context, told);
  const { rows } = await sql<Payable>`
    select o.id, o.order_no, o.status, o.payable_amount, o.paid_amount from sale_order o
    where not o.imported and ${isVisible(order, context.actor, 'o')} and ${named ? sql`o.order_no = ${told.order_no}` : sql`o.id = ${id}`} for no key update`.execute(
    context.db,
  );
  const [found] = rows;
  if (!found) throw new Refusal('notFound', '没有此订单', named ? 'order_no' : 'source_order_no');
  return found;
}

/** The order that a channel pushed under a number: where it is that of several, the one whose payment was told before, else the one that waits for its money. */
async function pushedId({ db, actor }: WriteContext, told: Paying): Promise<number | null> {
  const { source, source_order_no: no, sale_channel_type: type, sale_channel_value: value } = told;
  const place = type === undefined ? null : channelOf({ sale_channel_type: type, sale_channel_value: value });
  const trades = told.payments.flatMap(({ trade_no }) => trade_no ?? []);
  const { rows } = await sql<{ id: number; known: boolean; waits: boolean }>`
    select o.id, o.status = ${orderState.toPay} as waits,
      exists (select 1 from order_payment m where m.order_id = o.id and m.trade_no = any(${trades}::text[])) as known
    from order_push p join sale_order o on o.id = p.order_id
    where p.source_order_no = ${no} and p.source = ${source} and ${isVisible(order, actor, 'o')} and (${place}::text is null or p.place = ${place})`.execute(
    db,
  );
  const paidSo = rows.filter(({ known }) => known);
  const waiting = rows.filter(({ waits }) => waits);
  const [found = rows] = [paidSo, waiting].filter(({ length }) => length > 0);
  if (found.length > 1)
    throw new Refusal('invalid', `外部订单号 ${no} 有多张订单，请用订单号或指明销售渠道`, 'source_order_no');
  return found[0]?.id ?? null;
}

/** Were just these payments told before? */
async function toldBefore(context: WriteContext, id: number, payments: readonly Payment[]): Promise<boolean> {
  const known = (await paymentsOf(context, id)).map(
    ({ pay_type, amount, trade_no }) => `${pay_type} ${amount} ${trade_no ?? ''}`,
  );
  return payments.every(({ pay_type, amount, trade_no }) => {
    const place = known.indexOf(`${pay_type} ${amount} ${trade_no ?? ''}`);
    if (place < 0) return false;
    known.splice(place, 1);
    return true;
  });
}

/** The step itself: what was paid is kept, told, and a delivery of all of it begins. */
export async function paid(kit: Kit, { context, document, input }: Step<typeof order>): Promise<Values> {
  const { db, now } = context;
  const payments = (input.payments ?? []) as readonly Payment[];
  const at = notLater(payments[0]?.paid_at ?? now.toISOString(), now);
  await keepPayments(context, { orderId: document.id, at, payments });
  const parts = await paymentsOf(context, document.id);
  await lapseChanges(kit, context, document.id);
  await kit.registry.events.emit(context, orderPaid, {
    ...namedOf(document, { at, day: await dayOf(db, at) }),
    payments: parts,
    paid_amount: totalOf(parts),
    delivered: false,
  });
  await makeOut(kit, context, { orderId: document.id, warehouseId: document.warehouse_id });
  return { paid_amount: totalOf(parts), paid_at: at, pay_type: wayOf(parts), pay_due_at: null };
}
