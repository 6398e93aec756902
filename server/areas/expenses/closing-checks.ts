import { sql } from 'kysely';
import { type CountedCheck, endOf } from '#server/kit/closing-check.ts';

/** What of expenses is in the way of closing a month: those that wait for an audit. */
export const closingChecks: readonly CountedCheck[] = [
  {
    check: 'expenses',
    url: '/finance/expense/expenseList?status=1',
    count: ({ end }) => sql`
      select (select count(*) from expense where status = 1 and happen_date <= ${end}::date)
        + (select count(*) from current_expense where status in (1, 2) and created_at < ${endOf(end)})::bigint as count`,
  },
];
