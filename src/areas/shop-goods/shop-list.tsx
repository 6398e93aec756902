import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { goodsPush } from '#contract/areas/shop-goods/goods-push.ts';
import { shopGoods } from '#contract/areas/shop-goods/shop-goods.ts';
import { shopShelf } from '#contract/areas/shop-goods/shop-shelf.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useBulkAction } from '#src/kit/desk/bulk/use-bulk-action.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { pushAt, shopGoodsAt } from './addresses.ts';
import { shopMoves, useShelf } from './use-shelf.ts';

/** Goods by shop, with price and stock of now: put on the shelf and taken off, picked ones together. */
export function Screen() {
  const navigate = useNavigate();
  const mayPush = useMayUse()(goodsPush.calls.add?.[1]);
  const shelf = useShelf(shopMoves);
  const bulk = useBulkAction(shopGoods, shopGoodsAt.many);
  return (
    <ListPage
      definition={shopShelf}
      title="门店商品"
      rowActions={shelf.rowActions}
      batchActions={({ selection }) => [
        ...shelf.batchActions(selection),
        ...(mayPush
          ? [{ key: 'push', label: '推送到门店', run: () => void navigate(pushAt.styles(stylesOf(selection.rows))) }]
          : []),
        ...bulk(selection.ids),
      ]}
      slots={{
        above: shelf.notice,
        extra: () => mayPush && <Button onClick={() => void navigate(pushAt.fresh)}>推送商品</Button>,
      }}
    />
  );
}

const stylesOf = (rows: readonly Row[]): number[] => [...new Set(rows.map((row) => Number(row.spu_id)))];
