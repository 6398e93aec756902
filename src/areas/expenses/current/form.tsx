import { currentExpense } from '#contract/areas/expenses/current-expense.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { currentAt } from '../addresses.ts';

/** A current expense: with whom, who pays whom, and how it is settled. */
export function Screen() {
  const id = useRecordId();
  return (
    <FormPage
      key={id ?? 'new'}
      definition={currentExpense}
      id={id}
      listAt={currentAt.list}
      savedAt={(saved) => currentAt.detail(saved.id)}
    />
  );
}
