import type { RouteRow } from '#src/engine/route-row.ts';

/** Stock, its movements, and the documents that correct it (specification §2). */
export const routes: readonly RouteRow[] = [
  {
    path: '/storage/stockList',
    title: '库存列表',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./stock-list.tsx'),
  },
  {
    path: '/storage/stockListwater',
    title: '库存流水',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./stock-stream.tsx'),
  },
  {
    path: '/storage/stockAdjustmentList',
    title: '库存调整单列表',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./stock-adjustment-list.tsx'),
  },
  {
    path: '/storage/stockAdjustmentDet',
    title: '库存调整单详情',
    needLogin: true,
    keepAlive: false,
    under: '/storage/stockAdjustmentList',
    screen: () => import('./stock-adjustment.tsx'),
  },
  {
    path: '/storage/stocktakingList',
    title: '盘点单列表',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./stocktaking/list.tsx'),
  },
  {
    path: '/storage/addstockTak',
    title: '新增盘点单',
    needLogin: true,
    keepAlive: false,
    under: '/storage/stocktakingList',
    screen: () => import('./stocktaking/form.tsx'),
  },
  {
    path: '/storage/stocktakingDetal',
    title: '盘点单详情',
    needLogin: true,
    keepAlive: false,
    under: '/storage/stocktakingList',
    screen: () => import('./stocktaking/detail.tsx'),
  },
  {
    path: '/storage/stocktakingDetalshenhe',
    title: '盘点单审核',
    needLogin: true,
    keepAlive: false,
    under: '/storage/stocktakingList',
    screen: () => import('./stocktaking/review.tsx'),
  },
  {
    path: '/storage/stocktakingDetalprint',
    title: '盘点单打印',
    needLogin: true,
    keepAlive: false,
    under: '/storage/stocktakingList',
    screen: () => import('./stocktaking/print.tsx'),
  },
];
