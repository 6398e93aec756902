import { sku } from '#contract/areas/goods/sku.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { skuAt } from './addresses.ts';

/** A piece of goods with its barcodes: a new one, of the style that the address names where it names one, or the one that it names. */
export function Screen() {
  const id = useRecordId();
  const style = useRecordId('spu_id');
  return (
    <FormPage
      key={id}
      definition={sku}
      id={id}
      listAt={skuAt.list}
      {...(style === undefined ? {} : { given: { spu_id: style } })}
    />
  );
}
