import { expense } from '#contract/areas/expenses/expense.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { expenseAt } from '../addresses.ts';

/** Expenses of shops and departments, judged in batches. */
export function Screen() {
  return <ListPage definition={expense} newAt={expenseAt.fresh} openAt={(row) => expenseAt.detail(row.id)} />;
}
