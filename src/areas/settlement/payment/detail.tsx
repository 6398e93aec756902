import { payment } from '#contract/areas/settlement/payment.ts';
import { paymentPrinting } from '#contract/areas/settlement/payment-printing.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { paymentAt } from '../addresses.ts';

/** One payment: where it goes, what it is for, who judged it, and when it was made. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={payment.label} />;
  return (
    <DetailPage
      key={id}
      definition={payment}
      id={id}
      printing={paymentPrinting}
      editAt={(record) => paymentAt.edit(record.id)}
      stepAt={(step, record) => (step === 'confirm' ? paymentAt.pay(record.id) : undefined)}
    />
  );
}
