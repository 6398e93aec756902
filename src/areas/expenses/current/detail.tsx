import { currentExpense } from '#contract/areas/expenses/current-expense.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { factNames } from '#src/kit/desk/detail/facts.tsx';
import { SourceLink } from '#src/kit/desk/detail/source-link.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { currentAt } from '../addresses.ts';

/** One current expense: what it is for, where it comes from, who judged it, and how it was settled. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={currentExpense.label} />;
  return (
    <DetailPage
      key={id}
      definition={currentExpense}
      id={id}
      names={facts}
      editAt={(record) => currentAt.edit(record.id)}
      stepAt={(step, record) => (step === 'pay' ? currentAt.pay(record.id) : undefined)}
      slots={{ extra: (record) => <SourceLink record={record} /> }}
    />
  );
}

/** Which document it comes from is told by its number, which leads there. */
const facts = factNames(currentExpense).filter((name) => name !== 'source_type');
