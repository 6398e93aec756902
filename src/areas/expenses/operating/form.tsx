import { expense } from '#contract/areas/expenses/expense.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { expenseAt } from '../addresses.ts';

/** An expense of a shop or department, item by item. */
export function Screen() {
  const id = useRecordId();
  return (
    <FormPage
      key={id ?? 'new'}
      definition={expense}
      id={id}
      totals={['amount', 'tax_amount']}
      listAt={expenseAt.list}
      savedAt={(saved) => expenseAt.detail(saved.id)}
    />
  );
}
