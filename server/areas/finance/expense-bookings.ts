import { currentExpenseType, expenseType } from '#contract/areas/expenses/expense-enums.ts';
import {
  type AccruedExpense,
  currentExpensePaid,
  expenseAccrued,
  expensePaid,
  expenseReversed,
} from '#contract/areas/expenses/expense-events.ts';
import { direction } from '#contract/areas/settlement/settle-enums.ts';
import { type Booking, booking, type Part } from './booking.ts';

/** What sells goods: shops, and what brings customers and goods to them. The rest is management. */
const sells = ({ shop_id, expense_type }: AccruedExpense): boolean =>
  shop_id !== null || expense_type === expenseType.marketing || expense_type === expenseType.transport;

function accruedParts(expense: AccruedExpense, sign: 1 | -1): readonly Part[] {
  const aux = auxOf(expense);
  return [
    {
      part: sells(expense) ? 'selling' : 'management',
      amount: sign * (expense.amount - expense.tax_amount),
      ...aux,
    },
    { part: 'tax', amount: sign * expense.tax_amount, ...aux },
  ];
}

function auxOf({ shop_id, department_id }: AccruedExpense) {
  const aux = { shop_id, department_id };
  return { debit: aux, credit: aux };
}

const expenseNamed = ({ expense_id, expense_no }: AccruedExpense) => ({
  source: { definition: { name: 'expense' }, id: expense_id, no: expense_no },
});

/** Expenses of shops and departments, and those between us and partners that are paid or received by themselves: vouchers 12 and 11 (domain.md §7.2). */
export const expenseBookings: readonly Booking[] = [
  booking({
    kind: expenseAccrued,
    biz: 12,
    read: async (_context, expense) => ({
      ...expenseNamed(expense),
      day: expense.happen_date,
      summary: `费用 ${expense.expense_no}`,
      parts: accruedParts(expense, 1),
    }),
  }),
  booking({
    kind: expenseReversed,
    biz: 12,
    read: async (_context, expense) => ({
      ...expenseNamed(expense),
      day: expense.business_date,
      summary: `费用冲回 ${expense.expense_no}`,
      parts: accruedParts(expense, -1),
    }),
  }),
  booking({
    kind: expensePaid,
    biz: 12,
    read: async (_context, expense) => ({
      ...expenseNamed(expense),
      day: expense.pay_date,
      summary: `费用支付 ${expense.expense_no}`,
      parts: [{ part: 'paid', amount: expense.amount, ...auxOf(expense) }],
    }),
  }),
  booking({
    kind: currentExpensePaid,
    biz: 11,
    read: async (_context, expense) => {
      const { supplier_id, shop_id } = expense;
      const aux = { debit: { supplier_id, shop_id }, credit: { supplier_id, shop_id } };
      const pays = expense.direction === direction.pay;
      // A deposit comes back: it is neither cost nor income.
      const isDeposit = expense.expense_type === currentExpenseType.deposit;
      const tax = isDeposit ? 0 : expense.tax_amount;
      return {
        source: { definition: { name: 'currentExpense' }, id: expense.expense_id, no: expense.expense_no },
        day: expense.pay_date,
        summary: `往来费用 ${expense.expense_no}`,
        parts: [
          {
            part: `${isDeposit ? 'deposit' : 'expense'}${pays ? 'Paid' : 'Received'}`,
            amount: expense.amount - tax,
            ...aux,
          },
          { part: pays ? 'taxPaid' : 'taxReceived', amount: tax, ...aux },
        ],
      };
    },
  }),
];
