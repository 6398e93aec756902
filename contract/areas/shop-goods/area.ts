import type { Area } from '../../kit/area.ts';
import { callsOf } from '../../kit/calls.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { goodsPush } from './goods-push.ts';
import { places } from './places.ts';
import { goodsPushResult } from './push-result.ts';
import { shelfCall, shopGoods } from './shop-goods.ts';
import { onlineShelf, shopShelf } from './shop-shelf.ts';

/** Goods in the range of shops: where they stand, and how they get there. */
export const shopGoodsArea: Area = {
  name: 'shop-goods',
  label: '门店商品',
  definitions: [shopGoods, shopShelf, onlineShelf, goodsPush, goodsPushResult],
  places,
  menu: {
    screens: [
      {
        group: '/goods',
        order: 14,
        route: '/shops/doorShop',
        name: '门店商品',
        opens: listOf(shopShelf),
        keys: [...keysOf(shopGoods, shopShelf), ...keysOfCalls({ shelfCall, push: callsOf(goodsPush).add })],
      },
      {
        group: '/goods',
        order: 15,
        route: '/shops/doorShopOnline',
        name: '门店线上商品',
        opens: listOf(onlineShelf),
        keys: [...keysOf(onlineShelf), ...keysOfCalls({ shelfCall })],
      },
      {
        group: '/goods',
        order: 16,
        route: '/shops/pushShop',
        name: '商品推送',
        opens: listOf(goodsPush),
        keys: [...new Set(keysOf(goodsPush, goodsPushResult))],
      },
    ],
  },
  newForms: [{ order: 36, route: '/shops/pushshopEdit', name: goodsPush.label, access: goodsPush.calls.add?.[1] }],
};
