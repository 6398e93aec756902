import type { ServerArea } from '#server/area.ts';
import { seedShopGoods } from '#server/seed/shop-goods.ts';
import { settlePushes } from './push/settle-pushes.ts';
import { serveShopGoods } from './serve-shop-goods.ts';

/** Goods in the range of shops: where they stand, and how they get there. */
export const shopGoodsArea: ServerArea = {
  name: 'shop-goods',
  serve: serveShopGoods,
  seed: [{ name: 'goods of shops', after: ['goods', 'warehouses and shops'], run: seedShopGoods }],
  timersOf: ({ registry }) => [
    {
      name: '商品推送收尾',
      everyMs: 2000,
      run: async (house) => void (await settlePushes(house, registry)),
    },
  ],
};
