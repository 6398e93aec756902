import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { partnerAt } from './addresses.ts';

/** Edits the purchaser that the address names. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={purchaser.label} />;
  return <FormPage key={id} definition={purchaser} id={id} listAt={partnerAt.purchasers} />;
}
