import { event } from '../../kit/event.ts';

/** An operating expense as it was judged. Money in fen. */
export interface AccruedExpense {
  expense_id: number;
  expense_no: string;
  department_id: number;
  /** Null for what is no shop's. */
  shop_id: number | null;
  /** One of `expenseTypes`. */
  expense_type: number;
  /** The day it is of. */
  happen_date: string;
  /** Tax included, and the tax within it that is deducted. */
  amount: number;
  tax_amount: number;
}

/** An expense was passed: it is owed from now on (voucher 12, domain.md §7.2). */
export const expenseAccrued = event<AccruedExpense>('expenseAccrued');

/** An expense that was passed and not paid was taken back on this business day: what followed from `expenseAccrued` of it is undone. */
export const expenseReversed = event<AccruedExpense & { business_date: string; reason: string }>('expenseReversed');

/** An expense was paid (voucher 12). */
export const expensePaid = event<AccruedExpense & { pay_account: string; pay_date: string }>('expensePaid');

/** A current expense that was paid or received by itself (voucher 11); those within statements are told by `statementConfirmed`. Money in fen. */
export const currentExpensePaid = event<{
  expense_id: number;
  expense_no: string;
  /** One of `partnerTypes`, and who it is where that is a record. */
  partner_type: number;
  supplier_id: number | null;
  shop_id: number | null;
  /** 1 we pay, 2 we receive. */
  direction: number;
  /** One of `currentExpenseTypes`. */
  expense_type: number;
  /** Tax included, and the tax within it. */
  amount: number;
  tax_amount: number;
  pay_account: string;
  pay_date: string;
}>('currentExpensePaid');
