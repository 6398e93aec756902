import { shopGoods } from '#contract/areas/shop-goods/shop-goods.ts';
import { onlineShelf } from '#contract/areas/shop-goods/shop-shelf.ts';
import { useBulkAction } from '#src/kit/desk/bulk/use-bulk-action.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { shopGoodsAt } from './addresses.ts';
import { onlineMoves, useShelf } from './use-shelf.ts';

/** Goods that shops sell online, by channel: put on its shelf and taken off, or sold there no more. */
export function Screen() {
  const shelf = useShelf(onlineMoves);
  const bulk = useBulkAction(shopGoods, shopGoodsAt.many);
  return (
    <ListPage
      definition={onlineShelf}
      title="门店线上商品"
      rowActions={shelf.rowActions}
      batchActions={({ selection }) => [...shelf.batchActions(selection), ...bulk(selection.ids)]}
      slots={{ above: shelf.notice }}
    />
  );
}
