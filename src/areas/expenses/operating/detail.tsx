import { expense } from '#contract/areas/expenses/expense.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { expenseAt } from '../addresses.ts';

/** One expense: its items and invoices, who judged it, and its payment, which is registered here with its slip. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={expense.label} />;
  return <DetailPage key={id} definition={expense} id={id} editAt={(record) => expenseAt.edit(record.id)} />;
}
