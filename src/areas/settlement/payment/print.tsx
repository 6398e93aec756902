import { paymentPrinting } from '#contract/areas/settlement/payment-printing.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { PrintPage } from '#src/kit/desk/print/print-page.tsx';

/** The order to pay. */
export function Screen() {
  return <PrintPage printing={paymentPrinting} id={useRecordId()} />;
}
