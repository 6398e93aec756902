import type { RouteRow } from '#src/engine/route-row.ts';

/** Goods in the range of shops, and how they get there (specification §2 Goods). */
export const routes: readonly RouteRow[] = [
  {
    path: '/shops/doorShop',
    title: '门店商品',
    needLogin: true,
    keepAlive: false,
    lists: 'shopShelf',
    screen: () => import('./shop-list.tsx'),
  },
  {
    path: '/shops/doorShopOnline',
    title: '门店线上商品',
    needLogin: true,
    keepAlive: false,
    lists: 'onlineShelf',
    screen: () => import('./online-list.tsx'),
  },
  {
    path: '/shops/pushShop',
    title: '商品推送',
    needLogin: true,
    keepAlive: false,
    lists: 'goodsPush',
    screen: () => import('./push-list.tsx'),
  },
  {
    path: '/shops/pushshopEdit',
    title: '编辑推送商品',
    needLogin: true,
    keepAlive: false,
    parent: '/shops/doorShop',
    screen: () => import('./push-edit.tsx'),
  },
  {
    path: '/shopstool/modifyShops',
    title: '批量修改门店商品',
    needLogin: true,
    keepAlive: false,
    parent: '/shopstool/batchList',
    screen: () => import('./shop-goods-bulk.tsx'),
  },
];
