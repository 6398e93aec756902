import { attributeKey } from '#contract/areas/goods/attribute.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { attributeAt } from './addresses.ts';

/** An attribute: a new one, or the one that the address names. */
export function Screen() {
  const id = useRecordId();
  return <FormPage key={id} definition={attributeKey} id={id} listAt={attributeAt.list} />;
}
