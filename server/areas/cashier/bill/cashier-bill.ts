import { sql } from 'kysely';
import { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import { payKind } from '#contract/areas/cashier/cashier-enums.ts';
import { cashierBillConfirmed, cashierBillReversed } from '#contract/areas/cashier/cashier-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Line } from '#server/kit/lines.ts';
import { refuseUnattached } from '#server/kit/refuse-unattached.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { endBill } from './end-bill.ts';

/** Bills of cashiers: what is special about their steps (domain.md §4.23, amendments C, D, E). */
export function serveCashierBill(kit: Kit): void {
  serveDocument(kit, cashierBill, {
    transitions: {
      submit: { guard: guardSubmit, effect: handIn },
      check: { guard: guardCheck, effect: check },
      confirm: {
        effect: async (step) => {
          if (step.rejects) return undefined;
          const ended = await endBill(step.context, step.document, { outcome: 'confirmed' });
          await kit.registry.events.emit(step.context, cashierBillConfirmed, ended);
          return undefined;
        },
      },
      reverse: {
        guard: refuseBilled,
        effect: async (step) => {
          const reason = String(step.input.reason ?? '');
          const ended = await endBill(step.context, step.document, { outcome: 'reversed', reason });
          const reversed_on = businessDay(step.context.now);
          await kit.registry.events.emit(step.context, cashierBillReversed, { ...ended, reversed_on, reason });
          return undefined;
        },
      },
    },
  });
}

/** Every kind of payment is answered, and what went to the bank is on file and was there to be brought. */
async function guardSubmit(step: Step<typeof cashierBill>): Promise<void> {
  const lines = await step.lines();
  refuseUnanswered(lines, 'actual_amount', '请填写实交金额');
  const deposit = Number(step.document.deposit_amount ?? 0);
  if (deposit === 0) return;
  const cash = Number(lines.find(({ pay_type }) => pay_type === payKind.cash)?.actual_amount ?? 0);
  if (deposit > Math.max(0, cash))
    throw new Refusal('invalid', `缴存银行不能超过现金实交金额 ${printYuan(Math.max(0, cash))}`, 'deposit_amount');
  await refuseUnattached(step, 'slip');
}

/** What was handed in stands against the till; what was checked before is void. */
async function handIn({ context, document }: Step<typeof cashierBill>): Promise<Values> {
  await sql`
    update cashier_bill_line set checked_amount = null, diff_reason = null, diff_amount = actual_amount - system_amount
    where cashier_bill_id = ${document.id}`.execute(context.db);
  return { ...(await sumOf(context, document.id)), checked_amount: null };
}

/** Every line is checked, and each that differs says why. */
async function guardCheck(step: Step<typeof cashierBill>): Promise<void> {
  const lines = await step.lines();
  refuseUnanswered(lines, 'checked_amount', '请填写核对金额');
  const place = lines.findIndex(
    (line) =>
      Number(line.checked_amount) !== Number(line.system_amount) && String(line.diff_reason ?? '').trim() === '',
  );
  if (place >= 0)
    throw new Refusal('invalid', `第 ${place + 1} 行有差额，请填写差异原因`, `lines.${place}.diff_reason`);
}

async function check({ context, document }: Step<typeof cashierBill>): Promise<Values> {
  await sql`
    update cashier_bill_line set diff_amount = checked_amount - system_amount where cashier_bill_id = ${document.id}`.execute(
    context.db,
  );
  return await sumOf(context, document.id);
}

function refuseUnanswered(lines: readonly Line[], field: string, words: string): void {
  const place = lines.findIndex((line) => line[field] === null || line[field] === undefined);
  if (place >= 0) throw new Refusal('invalid', words, `lines.${place}.${field}`);
}

async function sumOf({ db }: WriteContext, id: number): Promise<Values> {
  const { rows } = await sql<{ actual_amount: number; checked_amount: number | null; diff_amount: number }>`
    select sum(actual_amount)::bigint as actual_amount, sum(checked_amount)::bigint as checked_amount, sum(diff_amount)::bigint as diff_amount
    from cashier_bill_line where cashier_bill_id = ${id}`.execute(db);
  return { ...rows[0] };
}

/** What a shop's bill counts is not taken back under it. */
async function refuseBilled({ context, document }: Step<typeof cashierBill>): Promise<void> {
  const { rows } = await sql<{ bill_no: string }>`
    select b.bill_no from shop_bill_cashier c join shop_bill b on b.id = c.bill_id
    where c.cashier_bill_id = ${document.id} and b.status <> -1 order by b.id limit 1`.execute(context.db);
  if (rows[0]) throw new Refusal('illegalTransition', `已计入门店账单 ${rows[0].bill_no}，请先作废该账单`);
}
