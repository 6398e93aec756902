import { sql } from 'kysely';
import { type CountedCheck, endOf, lastOf } from '#server/kit/closing-check.ts';

/** What of expenses is in the way of closing a month: those that wait for an audit. */
export const closingChecks: readonly CountedCheck[] = [
  {
    check: 'expenses',
    url: ({ end }) => `/finance/expense/expenseList?status=[1]&happen_date_to=${end}`,
    count: ({ end }) =>
      sql`select count(*)::bigint as count from expense where status = 1 and happen_date <= ${end}::date`,
  },
  {
    check: 'currentExpenses',
    url: ({ end }) => `/finance/currentExpense?status=[1,2]&created_at_to=${lastOf(end)}`,
    count: ({ end }) => sql`
      select count(*)::bigint as count from current_expense where status in (1, 2) and created_at < ${endOf(end)}`,
  },
];
