import { kindOf } from '#contract/areas/contracts/purchase-price-enums.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { SheetForm } from './sheet-form-page.tsx';

/** What goods are bought at from a day on instead of what they are bought at now. */
export function Screen() {
  return <SheetForm id={useRecordId()} kind={kindOf.change} title="采购调价单" />;
}
