import { kindOf } from '#contract/areas/contracts/purchase-price-enums.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { SheetForm } from './sheet-form-page.tsx';

/** What new goods are bought at under a contract. */
export function Screen() {
  return <SheetForm id={useRecordId()} kind={kindOf.fresh} title="采购价单" />;
}
