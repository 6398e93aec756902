import { shopGoods } from '#contract/areas/shop-goods/shop-goods.ts';
import { BulkPage } from '#src/kit/desk/bulk/bulk-page.tsx';
import { shopGoodsAt } from './addresses.ts';

/** Where many goods of shops stand, and whether they are sold online. */
export function Screen() {
  return <BulkPage definition={shopGoods} title="批量修改门店商品" listAt={shopGoodsAt.list} />;
}
