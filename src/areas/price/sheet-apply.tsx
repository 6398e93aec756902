import { SheetForm } from './sheet-form-page.tsx';

/** A shop or a district applies for other prices of its own. */
export function Screen() {
  return <SheetForm apply />;
}
