import { sku } from '#contract/areas/goods/sku.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { Facts } from '#src/kit/desk/detail/facts.tsx';
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
      {...(id === undefined ? {} : { names: changeable })}
      slots={{
        above: ({ record }) => record && <Facts definition={sku} record={record as unknown as Row} names={fixed} />,
      }}
    />
  );
}

// A piece is this colour and size of this style for good.
const fixed = ['sku_no', 'spu_id', 'color_value_id', 'size_id'];
const changeable = ['tag_price', 'weight_g', 'status'];
