import { supplier } from '#contract/areas/partners/supplier.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { partnerAt } from './addresses.ts';

/** Edits the supplier that the address names. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={supplier.label} />;
  return <FormPage key={id} definition={supplier} id={id} listAt={partnerAt.suppliers} />;
}
