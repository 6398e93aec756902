import { sql } from 'kysely';
import type { z } from 'zod';
import { payWay } from '#contract/areas/orders/order-enums.ts';
import type { PaidPart } from '#contract/areas/orders/order-events.ts';
import type { pushedPayment } from '#contract/areas/orders/order-push.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { notLater, refuseLater } from '../named.ts';

export type Payment = z.output<typeof pushedPayment>;

/** Refuses payments that are still to come. */
export function refusePaidLater(payments: readonly Payment[], now: Date): void {
  for (const [place, { paid_at: at }] of payments.entries()) if (at) refuseLater(at, now, `payments.${place}.paid_at`);
}

/** Writes what an order was paid with, a row for each. */
export async function keepPayments(
  { db, now, actor }: WriteContext,
  { orderId, at, payments }: { orderId: number; at: string; payments: readonly Payment[] },
): Promise<void> {
  if (payments.length === 0) return;
  const rows = payments.map(({ pay_type, amount, trade_no, payee_account, paid_at }) => ({
    pay_type,
    amount,
    trade_no: trade_no ?? null,
    payee_account: payee_account ?? null,
    paid_at: notLater(paid_at ?? at, now),
  }));
  await sql`
    insert into order_payment (order_id, pay_type, amount, trade_no, payee_account, paid_at, created_by, updated_by, created_at, updated_at)
    select ${orderId}, p.pay_type, p.amount, p.trade_no, p.payee_account, p.paid_at, ${actor.id}, ${actor.id}, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (pay_type smallint, amount bigint, trade_no text, payee_account text, paid_at timestamptz)`.execute(
    db,
  );
}

/** All that an order was paid with, in the order in which it came. */
export async function paymentsOf({ db }: Pick<WriteContext, 'db'>, orderId: number): Promise<PaidPart[]> {
  const { rows } = await sql<PaidPart>`
    select id as payment_id, pay_type, amount, trade_no, payee_account from order_payment where order_id = ${orderId} order by id`.execute(
    db,
  );
  return rows;
}

export const totalOf = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);

/** The way an order was paid, in one word. */
export function wayOf(parts: readonly { readonly pay_type: number }[]): number | null {
  const ways = new Set(parts.map(({ pay_type }) => pay_type));
  return ways.size > 1 ? payWay.combined : (parts[0]?.pay_type ?? null);
}
