import { logistics } from '#contract/areas/partners/logistics.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { partnerAt } from './addresses.ts';

/** A carrier: new, or the one that the address names. */
export function Screen() {
  const id = useRecordId();
  return <FormPage key={id ?? 'new'} definition={logistics} id={id} listAt={partnerAt.carriers} />;
}
