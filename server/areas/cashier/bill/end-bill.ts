import { sql } from 'kysely';
import type { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import type { ConfirmedCashierBill } from '#contract/areas/cashier/cashier-events.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { LockedDocument } from '#server/kit/step.ts';

const outcomes = { confirmed: 1, reversed: 2 } as const;

/** Keeps how a bill ended, or that this was taken back, with the figures of this moment; answers what others are told. */
export async function endBill(
  { db, actor, now }: WriteContext,
  bill: LockedDocument<typeof cashierBill>,
  { outcome, reason }: { outcome: keyof typeof outcomes; reason?: string },
): Promise<ConfirmedCashierBill> {
  await sql`
    insert into cashier_bill_end (cashier_bill_id, outcome, system_amount, actual_amount, checked_amount, diff_amount, deposit_amount, ended_by, ended_at, reason)
    values (${bill.id}, ${outcomes[outcome]}, ${bill.system_amount}, ${bill.actual_amount}, ${bill.checked_amount}, ${bill.diff_amount},
      ${bill.deposit_amount ?? 0}, ${actor.id}, ${now.toISOString()}, ${reason ?? null})`.execute(db);
  const { rows: parts } = await sql<{ pay_type: number; diff_amount: number }>`
    select pay_type, diff_amount from cashier_bill_line where cashier_bill_id = ${bill.id} and diff_amount <> 0 order by pay_type`.execute(
    db,
  );
  return {
    bill_id: bill.id,
    bill_no: bill.bill_no,
    shop_id: bill.shop_id,
    cashier_id: bill.cashier_id,
    business_date: bill.business_date,
    shift: bill.shift,
    system_amount: bill.system_amount,
    checked_amount: requireField(bill, 'checked_amount'),
    diff_amount: bill.diff_amount,
    parts,
  };
}
