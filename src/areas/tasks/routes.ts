import type { RouteRow } from '#src/engine/route-row.ts';

/** Tasks as a page (specification §2), imports: of goods where the specification has them, of everything under our own address; changes of many records. */
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
  {
    path: '/shopstool/batchList',
    title: '批量任务列表',
    needLogin: true,
    keepAlive: false,
    lists: 'toolBatch',
    screen: () => import('./bulk/batch-list.tsx'),
  },
  {
    path: '/shopstool/modifyDetal',
    title: '批量任务详情',
    needLogin: true,
    keepAlive: false,
    parent: '/shopstool/batchList',
    screen: () => import('./bulk/batch-detail.tsx'),
  },
];
