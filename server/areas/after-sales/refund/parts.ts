import { sql } from 'kysely';
import { refundBy } from '#contract/areas/after-sales/order-refund.ts';
import { payWay } from '#contract/areas/orders/order-enums.ts';
import type { RefundedPart } from '#contract/areas/orders/order-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { Tx } from '#server/database/transaction.ts';

interface PaymentLeft {
  id: number;
  pay_type: number;
  rest: number;
}

interface Asked {
  readonly refundId: number;
  readonly orderId: number;
  readonly amount: number;
  readonly way: number;
}

/** Kinds of money that no channel takes back: credit of an exchange and cash are paid out by the till, or become stored value. */
const notByChannel: readonly number[] = [payWay.cash, payWay.exchange, payWay.points];

/**
 * As which money a refund goes back, against the payments of the order, the newest first. By the channel: against what came by one. As cash or
 * stored value: against what was paid so first, the rest for other kinds of money and against none of them. The order is held.
 */
export async function partsOf(db: Tx, { refundId, orderId, amount, way }: Asked): Promise<RefundedPart[]> {
  const { rows } = await sql<PaymentLeft>`
    select p.id, p.pay_type, (p.amount - coalesce((select sum(x.amount) from order_refund_part x join order_refund r on r.id = x.order_refund_id
      where x.payment_id = p.id and r.status in (3, 4) and r.id <> ${refundId}), 0))::bigint as rest
    from order_payment p where p.order_id = ${orderId} order by p.paid_at desc, p.id desc`.execute(db);
  const own = way === refundBy.cash ? payWay.cash : payWay.stored;
  const usable = rows.filter(
    ({ pay_type: type, rest }) => rest > 0 && (way === refundBy.channel ? !notByChannel.includes(type) : type === own),
  );
  const parts: RefundedPart[] = [];
  let left = amount;
  for (const payment of usable) {
    const part = Math.min(left, payment.rest);
    if (part > 0) parts.push({ pay_type: payment.pay_type, amount: part, payment_id: payment.id });
    left -= part;
  }
  if (left === 0) return parts;
  if (way === refundBy.channel)
    throw new Refusal('invalid', `原路最多还能退 ${printYuan(amount - left)}，请改用现金或储值退款`, 'refund_way');
  return [...parts, { pay_type: own, amount: left, payment_id: null }];
}

/** Writes down the parts of a refund in the place of those of an earlier try. */
export async function writeParts(db: Tx, refundId: number, parts: readonly RefundedPart[]): Promise<void> {
  await sql`delete from order_refund_part where order_refund_id = ${refundId}`.execute(db);
  await sql`
    insert into order_refund_part (order_refund_id, pay_type, amount, payment_id)
    select ${refundId}, e.pay_type, e.amount, e.payment_id
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as e (pay_type smallint, amount bigint, payment_id bigint)`.execute(
    db,
  );
}

export async function readParts(db: Tx, refundId: number): Promise<RefundedPart[]> {
  const { rows } = await sql<RefundedPart>`
    select pay_type, amount, payment_id from order_refund_part where order_refund_id = ${refundId} order by id`.execute(
    db,
  );
  return rows;
}
