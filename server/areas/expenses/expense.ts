import { sql } from 'kysely';
import { expense } from '#contract/areas/expenses/expense.ts';
import {
  type AccruedExpense,
  expenseAccrued,
  expensePaid,
  expenseReversed,
} from '#contract/areas/expenses/expense-events.ts';
import { moneyPosting } from '#contract/areas/settlement/settlement-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { refuseLater } from '#server/kit/refuse-dates.ts';
import { refuseUnattached } from '#server/kit/refuse-unattached.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { paidFrom } from '#server/terms/own-account.ts';

type AppKit = Pick<Kit, 'registry'>;

/** Operating expenses: what is special about them (domain.md §4.25, amendments D, E). */
export function serveExpense(kit: Kit): void {
  serveDocument(kit, expense, {
    derive: async (context, values) => {
      refuseLater(context, expense, { values, field: 'happen_date' });
      return {};
    },
    after: (context, id) => sumUp(context, id),
    transitions: {
      submit: { guard: ({ context, document }) => ask(kit, context, document, 'happen_date') },
      audit: { effect: (step) => accrue(kit, step) },
      pay: { prepare: ({ db }, document) => paidFrom(db, document), guard: guardPay, effect: (step) => pay(kit, step) },
      reverse: { effect: (step) => reverse(kit, step) },
    },
  });
}

async function sumUp({ db }: WriteContext, id: number): Promise<void> {
  await sql`
    update expense e set amount = t.amount, tax_amount = t.tax from (
      select coalesce(sum(amount), 0) as amount, coalesce(sum(tax_amount), 0) as tax from expense_line where expense_id = ${id}
    ) t where e.id = ${id}`.execute(db);
}

/** Whoever has closed the period of a day refuses that money is booked on it (domain.md G5). */
async function ask(
  { registry }: AppKit,
  context: WriteContext,
  document: LockedDocument<typeof expense>,
  typed?: 'happen_date' | 'pay_date',
): Promise<void> {
  await registry.events.emit(context, moneyPosting, {
    business_date: typed ? requireField(document, typed) : businessDay(context.now),
    ...(typed ? { typed } : {}),
    doc_type: expense.name,
    doc_id: document.id,
    doc_no: document.expense_no,
  });
}

/** It is owed from the day it is of. */
async function accrue(house: AppKit, { context, document, rejects }: Step<typeof expense>): Promise<undefined> {
  if (rejects) return undefined;
  await ask(house, context, document, 'happen_date');
  await house.registry.events.emit(context, expenseAccrued, toldOf(document));
  return undefined;
}

/** It was paid not later than today, and the slip is on file. */
async function guardPay(step: Step<typeof expense>): Promise<void> {
  refuseLater(step.context, expense, { values: step.document, field: 'pay_date' });
  if (requireField(step.document, 'pay_date') < step.document.happen_date)
    throw new Refusal('invalid', '付款日期不能早于发生日期', 'pay_date');
  await refuseUnattached(step);
}

async function pay(house: AppKit, { context, document }: Step<typeof expense>): Promise<Values> {
  const day = requireField(document, 'pay_date');
  await ask(house, context, document, 'pay_date');
  await house.registry.events.emit(context, expensePaid, {
    ...toldOf(document),
    pay_account: requireField(document, 'pay_account'),
    pay_date: day,
  });
  return { paid_at: context.now.toISOString() };
}

/** What was passed and not paid is owed no more; booked on today's business day. */
async function reverse(house: AppKit, { context, document, input }: Step<typeof expense>): Promise<undefined> {
  const today = businessDay(context.now);
  await ask(house, context, document);
  await house.registry.events.emit(context, expenseReversed, {
    ...toldOf(document),
    business_date: today,
    reason: String(input.reason ?? ''),
  });
  return undefined;
}

const toldOf = (document: LockedDocument<typeof expense>): AccruedExpense => ({
  expense_id: document.id,
  expense_no: document.expense_no,
  department_id: document.department_id,
  shop_id: document.shop_id,
  expense_type: document.expense_type,
  happen_date: document.happen_date,
  amount: document.amount,
  tax_amount: document.tax_amount,
});
