import { shop } from '#contract/areas/partners/shop.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';

/** A shop: new, or the one that the address names. */
export function Screen() {
  const id = useRecordId();
  return <FormPage key={id ?? 'new'} definition={shop} id={id} listAt="/basicbox/mdList" />;
}
