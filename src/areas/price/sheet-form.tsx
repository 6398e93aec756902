import { useRecordId } from '#src/engine/use-address.ts';
import { SheetForm } from './sheet-form-page.tsx';

/** Head office writes a price sheet, or somebody changes their own. */
export function Screen() {
  return <SheetForm id={useRecordId()} />;
}
