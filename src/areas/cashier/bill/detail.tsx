import { useSearchParams } from 'react-router-dom';
import { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { tillBillAt } from '../addresses.ts';
import { AnswerBill } from './answer-bill.tsx';

/** One bill of a cashier: what the till says, what was handed in and what was checked, side by side by kind of payment. */
export function Screen() {
  const id = useRecordId();
  const step = useSearchParams()[0].get('step');
  if (id === undefined) return <MissingPage title={cashierBill.label} />;
  if (answered.has(step ?? '')) return <AnswerBill key={`${id}-${step}`} id={id} step={step ?? ''} />;
  return (
    <DetailPage
      key={id}
      definition={cashierBill}
      id={id}
      linesFirst
      stepAt={(name) => (answered.has(name) ? tillBillAt.step(id, name) : undefined)}
    />
  );
}

/** Steps that say something of each kind of payment. */
const answered: ReadonlySet<string> = new Set(['submit', 'check']);
