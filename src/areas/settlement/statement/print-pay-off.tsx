import { payOffPrinting } from '#contract/areas/settlement/statement-printing.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { PrintPage } from '#src/kit/desk/print/print-page.tsx';

/** That a statement has been paid in full. */
export function Screen() {
  return <PrintPage printing={payOffPrinting} id={useRecordId()} />;
}
