import { sku } from '#contract/areas/goods/sku.ts';
import { BulkPage } from '#src/kit/desk/bulk/bulk-page.tsx';

/** Tag price, weight and status of many pieces of goods at once. */
export function Screen() {
  return <BulkPage definition={sku} title="批量修改货品(SKU)" listAt="/shops/addShop" />;
}
