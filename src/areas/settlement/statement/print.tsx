import { statementPrinting } from '#contract/areas/settlement/statement-printing.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { PrintPage } from '#src/kit/desk/print/print-page.tsx';

/** The statement that supplier and company sign. */
export function Screen() {
  return <PrintPage printing={statementPrinting} id={useRecordId()} />;
}
