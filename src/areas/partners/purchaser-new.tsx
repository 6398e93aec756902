import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { partnerAt } from './addresses.ts';

/** A new purchaser: somebody of the staff. */
export function Screen() {
  return <FormPage definition={purchaser} listAt={partnerAt.purchasers} />;
}
