import type { RouteRow } from '#src/engine/route-row.ts';

/** Tasks as a page (specification §2), and imports: of goods where the specification has them, of everything under our own address. */
export const routes: readonly RouteRow[] = [
  {
    path: '/order/exportList',
    title: '导出列表',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./task-page.tsx'),
  },
  {
    path: '/ops/import',
    title: '数据导入',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./import/import-all.tsx'),
  },
  {
    path: '/shops/importShop',
    title: '导入商品',
    needLogin: true,
    keepAlive: false,
    parent: '/shops/addShop',
    screen: () => import('./import/import-goods.tsx'),
  },
];
