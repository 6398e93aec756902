import { sizeType } from '#contract/areas/goods/size.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { sizeAt } from './addresses.ts';

/** A run with its sizes and what is measured: a new one, or the one that the address names. */
export function Screen() {
  const id = useRecordId();
  return <FormPage key={id} definition={sizeType} id={id} listAt={sizeAt.list} />;
}
