import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';

/** A warehouse with the zones that counters walk through: new, or the one that the address names. */
export function Screen() {
  const id = useRecordId();
  return <FormPage key={id ?? 'new'} definition={warehouse} id={id} listAt="/basicbox/ckList" />;
}
