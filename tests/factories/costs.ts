import { type Kysely, sql } from 'kysely';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { costAdjust } from '#contract/areas/costs/cost-adjust.ts';
import { costHistory } from '#contract/areas/costs/cost-history.ts';
import { purchaseCost } from '#contract/areas/costs/purchase-cost.ts';
import { waitingPrice } from '#contract/areas/costs/waiting-price.ts';
import { currentExpense } from '#contract/areas/expenses/current-expense.ts';
import { expense } from '#contract/areas/expenses/expense.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { keysOf } from '#contract/kit/menu.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';

export const adjusts = {
  ...callsOf(costAdjust),
  submit: transitionCall(costAdjust, 'submit'),
  department: transitionCall(costAdjust, 'departmentAudit'),
  finance: transitionCall(costAdjust, 'financeAudit'),
  cancel: transitionCall(costAdjust, 'cancel'),
  batches: callsOf(purchaseCost).list,
  history: callsOf(costHistory).list,
};

export const sheets = {
  ...callsOf(purchasePriceSheet),
  waiting: callsOf(waitingPrice).list,
  submit: transitionCall(purchasePriceSheet, 'submit'),
  department: transitionCall(purchasePriceSheet, 'departmentAudit'),
  finance: transitionCall(purchasePriceSheet, 'financeAudit'),
};

export const currents = {
  ...callsOf(currentExpense),
  submit: transitionCall(currentExpense, 'submit'),
  department: transitionCall(currentExpense, 'departmentAudit'),
  finance: transitionCall(currentExpense, 'financeAudit'),
  pay: transitionCall(currentExpense, 'pay'),
  cancel: transitionCall(currentExpense, 'cancel'),
};

export const expenseCalls = {
  ...callsOf(expense),
  submit: transitionCall(expense, 'submit'),
  audit: transitionCall(expense, 'audit'),
  pay: transitionCall(expense, 'pay'),
  reverse: transitionCall(expense, 'reverse'),
  cancel: transitionCall(expense, 'cancel'),
};

const keys = keysOf(costAdjust, costHistory, purchaseCost, waitingPrice, purchasePriceSheet, currentExpense, expense);

/** Five people who may each do everything: who may judge what is the approvals' matter here. */
export async function accountants(
  house: House,
): Promise<Record<'maker' | 'manager' | 'head' | 'cashier' | 'other', Actor>> {
  const one = (name: string) => house.person(name, keys);
  return {
    maker: await one('会计'),
    manager: await one('部门经理'),
    head: await one('财务经理'),
    cashier: await one('出纳'),
    other: await one('副经理'),
  };
}

/** Lines of a bought batch, in their order. */
export async function detailsIn(db: Kysely<unknown>, batch: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from in_ware_batch_detail where in_ware_batch_id = ${batch} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Code, debit and credit of the entries of a document's vouchers, oldest first. Fen. */
export async function bookedFor(
  db: Kysely<unknown>,
  no: string,
): Promise<[code: string, debit: number, credit: number][]> {
  const { rows } = await sql<{ code: string; debit: number; credit: number }>`
    select s.code, e.debit, e.credit from voucher v join voucher_entry e on e.voucher_id = v.id join account_subject s on s.id = e.subject_id
    where v.source_no = ${no} order by e.id`.execute(db);
  return rows.map(({ code, debit, credit }) => [code, debit, credit]);
}

/** What the vouchers of a supplier come to in a subject, credit less debit. Fen. */
export async function owedInBooks(db: Kysely<unknown>, supplier: number, code: string): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(e.credit - e.debit), 0)::bigint as sum from voucher_entry e join account_subject s on s.id = e.subject_id
    where e.supplier_id = ${supplier} and s.code = ${code}`.execute(db);
  return rows[0]?.sum ?? 0;
}
