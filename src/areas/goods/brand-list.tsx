import { brand, brandCalls } from '#contract/areas/goods/brand.ts';
import { MasterPage } from '#src/kit/desk/list/master-page.tsx';

/** Switching a brand has a call for each direction (specification §7). */
const own = { 1: brandCalls.enable, 0: brandCalls.disable };

/** Brands: list, edit, switch on and off, several at once. */
export function Screen() {
  return (
    <MasterPage definition={brand} newAt="/shops/brandNew" editAt={(id) => `/shops/brandEdit?id=${id}`} own={own} />
  );
}
