import { spu } from '#contract/areas/goods/spu.ts';
import { BulkPage } from '#src/kit/desk/bulk/bulk-page.tsx';

/** Names, terms and prices of many styles at once. */
export function Screen() {
  return <BulkPage definition={spu} title="批量修改商品(SPU)" listAt="/shops/addShop" />;
}
