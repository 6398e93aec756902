import { sql } from 'kysely';
import { noMoney, soldAt } from '#contract/areas/cashier/cashier-enums.ts';
import { orderPaid, orderRefunded, type RefundedPart } from '#contract/areas/orders/order-events.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { openBill } from './open-bill.ts';

/** One thing that a till took or paid out. Fen. */
interface Receipt {
  readonly payment_id: number | null;
  readonly refund_id: number | null;
  readonly pay_type: number;
  readonly payee_account: string | null;
  readonly amount: number;
}

/** Keeps the bills of cashiers up to date with what their tills take and pay out (domain.md §4.23, amendments C). */
export function takeReceipts(kit: Kit): void {
  const { events } = kit.registry;
  events.on(orderPaid, async (context, paid) => {
    const receipts = paid.payments
      .filter(({ pay_type }) => !noMoney.includes(pay_type))
      .map(({ payment_id, pay_type, payee_account, amount }) => ({
        payment_id,
        refund_id: null,
        pay_type,
        payee_account,
        amount,
      }));
    if (paid.source !== soldAt.till || paid.shop_id === null || paid.cashier_id === null || receipts.length === 0)
      return;
    const bill = await openBill(kit, context, {
      shopId: paid.shop_id,
      cashierId: paid.cashier_id,
      day: paid.business_date,
      shift: paid.shift,
    });
    await keep(context, bill, { kind: taken, orderId: paid.order_id, at: paid.at, receipts });
  });
  events.on(orderRefunded, async (context, refund) => {
    const parts = summed(refund.parts.filter(({ pay_type }) => !noMoney.includes(pay_type)));
    if (parts.length === 0) return;
    await keepRefunds(context, refund, parts);
    if (refund.paid_shop_id === null) return;
    // Whoever paid it out answers for it, and not who took it once.
    const bill = await openBill(kit, context, {
      shopId: refund.paid_shop_id,
      cashierId: refund.paid_by,
      day: refund.business_date,
      shift: refund.paid_shift,
    });
    const accounts = await accountsOf(context, parts);
    await keep(context, bill, {
      kind: paidOut,
      orderId: refund.order_id,
      at: refund.at,
      receipts: parts.map((part) => ({
        ...part,
        refund_id: refund.refund_id,
        payee_account: part.payment_id === null ? null : (accounts.get(part.payment_id) ?? null),
      })),
    });
  });
}

const taken = 1;
const paidOut = 2;

/** The parts of a refund, one for each payment and kind. */
function summed(parts: readonly RefundedPart[]): RefundedPart[] {
  const byKey = new Map<string, RefundedPart>();
  for (const part of parts) {
    const key = `${part.payment_id} ${part.pay_type}`;
    byKey.set(key, { ...part, amount: part.amount + (byKey.get(key)?.amount ?? 0) });
  }
  return [...byKey.values()];
}

interface Kept {
  readonly kind: number;
  readonly orderId: number;
  readonly at: string;
  readonly receipts: readonly Receipt[];
}

/** Writes receipts of one order on a bill, and what it comes to with them. */
async function keep({ db, now }: WriteContext, bill: number, { kind, orderId, at, receipts }: Kept): Promise<void> {
  const all = rowsOf('r', {
    payment_id: ['bigint', receipts.map(({ payment_id }) => payment_id)],
    refund_id: ['bigint', receipts.map(({ refund_id }) => refund_id)],
    pay_type: ['smallint', receipts.map(({ pay_type }) => pay_type)],
    payee_account: ['text', receipts.map(({ payee_account }) => payee_account)],
    amount: ['bigint', receipts.map(({ amount }) => amount)],
  });
  await sql`
    insert into cashier_bill_receipt (cashier_bill_id, kind, order_id, payment_id, refund_id, pay_type, payee_account, amount, at)
    select ${bill}, ${kind}, ${orderId}, payment_id, refund_id, pay_type, payee_account, amount, ${at} from ${all} order by place`.execute(
    db,
  );
  const sum = sql`coalesce(sum(amount), 0)::bigint`;
  const isTaken = kind === taken;
  await sql`
    insert into cashier_bill_line as l (cashier_bill_id, pay_type, receive_count, receive_amount, refund_amount, system_amount)
    select ${bill}, pay_type, ${isTaken ? sql`count(*)` : sql`0`}, ${isTaken ? sum : sql`0`}, ${isTaken ? sql`0` : sum}, ${isTaken ? sum : sql`-${sum}`}
    from ${all} group by pay_type order by pay_type
    on conflict (cashier_bill_id, pay_type) do update set receive_count = l.receive_count + excluded.receive_count,
      receive_amount = l.receive_amount + excluded.receive_amount, refund_amount = l.refund_amount + excluded.refund_amount,
      system_amount = l.system_amount + excluded.system_amount`.execute(db);
  const total = receipts.reduce((all, { amount }) => all + amount, 0);
  await sql`
    update cashier_bill set order_count = order_count + ${isTaken ? 1 : 0}, system_amount = system_amount + ${isTaken ? total : -total},
      version = version + 1, updated_at = ${now.toISOString()} where id = ${bill}`.execute(db);
}

/** What a channel's bill is matched with, whoever paid it out. */
async function keepRefunds(
  { db }: WriteContext,
  { refund_id, order_id, at }: { refund_id: number; order_id: number; at: string },
  parts: readonly RefundedPart[],
): Promise<void> {
  const against = parts.filter(({ payment_id }) => payment_id !== null);
  if (against.length === 0) return;
  await sql`
    insert into channel_refund (refund_id, order_id, payment_id, pay_type, amount, at)
    select ${refund_id}, ${order_id}, r.payment_id, r.pay_type, r.amount, ${at} from ${rowsOf('r', {
      payment_id: ['bigint', against.map(({ payment_id }) => payment_id)],
      pay_type: ['smallint', against.map(({ pay_type }) => pay_type)],
      amount: ['bigint', against.map(({ amount }) => amount)],
    })} order by r.place`.execute(db);
}

async function accountsOf(
  { db }: WriteContext,
  parts: readonly RefundedPart[],
): Promise<ReadonlyMap<number, string | null>> {
  const ids = parts.flatMap(({ payment_id }) => payment_id ?? []);
  const { rows } = await sql<{ id: number; payee_account: string | null }>`
    select id, payee_account from order_payment where id = any(${ids})`.execute(db);
  return new Map(rows.map(({ id, payee_account }) => [id, payee_account]));
}
