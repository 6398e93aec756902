import type { RouteRow } from '#src/engine/route-row.ts';

/** What goods cost (specification §2 Purchasing, Contracts, Finance). */
export const routes: readonly RouteRow[] = [
  {
    path: '/buybox/chengbenList',
    title: '采购成本列表',
    needLogin: true,
    keepAlive: false,
    lists: 'purchaseCost',
    screen: () => import('./purchase-cost.tsx'),
  },
  {
    path: '/contract/cgHoubu',
    title: '采购价后补',
    needLogin: true,
    keepAlive: false,
    under: '/contract/cgListht',
    screen: () => import('./later-price.tsx'),
  },
  {
    path: '/finance/costAdjust',
    title: '成本调整单列表',
    needLogin: true,
    keepAlive: false,
    lists: 'costAdjust',
    screen: () => import('./list.tsx'),
  },
  {
    path: '/finance/costAdd',
    title: '新增成本调整单',
    needLogin: true,
    keepAlive: false,
    under: '/finance/costAdjust',
    screen: () => import('./form.tsx'),
  },
  {
    path: '/finance/costDetails',
    title: '成本调整单详情',
    needLogin: true,
    keepAlive: false,
    under: '/finance/costAdjust',
    screen: () => import('./detail.tsx'),
  },
  {
    path: '/finance/costShenhe',
    title: '成本调整单审核',
    needLogin: true,
    keepAlive: false,
    under: '/finance/costAdjust',
    screen: () => import('./audit.tsx'),
  },
  {
    path: '/finance/costSerch',
    title: '成本查询',
    needLogin: true,
    keepAlive: false,
    lists: 'costHistory',
    under: '/finance/costAdjust',
    screen: () => import('./history.tsx'),
  },
];
