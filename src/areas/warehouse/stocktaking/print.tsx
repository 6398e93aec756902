import { stocktakingPrinting } from '#contract/areas/warehouse/stocktaking-printing.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { PrintPage } from '#src/kit/desk/print/print-page.tsx';

/** The count sheet for people with paper, or the difference sheet for those who judge. */
export function Screen() {
  const id = useRecordId();
  return <PrintPage key={id} printing={stocktakingPrinting} id={id} />;
}
