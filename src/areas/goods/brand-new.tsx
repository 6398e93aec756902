import { brand } from '#contract/areas/goods/brand.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';

/** A new brand. */
export function Screen() {
  return <FormPage definition={brand} listAt="/shops/addBrands" />;
}
