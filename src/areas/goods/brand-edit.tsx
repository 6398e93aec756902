import { brand } from '#contract/areas/goods/brand.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';

/** Edits the brand that the address names. */
export function Screen() {
  const id = useRecordId();
  return id === undefined ? (
    <MissingPage title="编辑品牌" />
  ) : (
    <FormPage key={id} definition={brand} id={id} listAt="/shops/addBrands" />
  );
}
