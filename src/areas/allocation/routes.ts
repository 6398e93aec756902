import type { RouteRow } from '#src/engine/route-row.ts';

/** Goods from one warehouse to another (specification §2 Warehouse). */
export const routes: readonly RouteRow[] = [
  {
    path: '/storage/allotList',
    title: '调拨单列表',
    needLogin: true,
    keepAlive: false,
    lists: 'allot',
    screen: () => import('./allot-list.tsx'),
  },
  {
    path: '/storage/addaLlot',
    title: '新增/编辑调拨单',
    needLogin: true,
    keepAlive: false,
    under: '/storage/allotList',
    screen: () => import('./allot.tsx'),
  },
  {
    path: '/storage/addOut',
    title: '调拨出库',
    needLogin: true,
    keepAlive: false,
    under: '/storage/allotList',
    screen: () => import('./out.tsx'),
  },
  {
    path: '/storage/addIn',
    title: '调拨入库',
    needLogin: true,
    keepAlive: false,
    under: '/storage/allotList',
    screen: () => import('./receive.tsx'),
  },
  {
    path: '/storage/allotdiffList',
    title: '调拨差异单列表',
    needLogin: true,
    keepAlive: false,
    lists: 'allotDiff',
    screen: () => import('./diff-list.tsx'),
  },
  {
    path: '/storage/allotdiffDetals',
    title: '调拨差异单详情',
    needLogin: true,
    keepAlive: false,
    under: '/storage/allotdiffList',
    screen: () => import('./diff-detail.tsx'),
  },
  {
    path: '/storage/allotdiffDetal',
    title: '调拨差异处理',
    needLogin: true,
    keepAlive: false,
    under: '/storage/allotdiffList',
    screen: () => import('./diff-deal.tsx'),
  },
  {
    path: '/storage/allotdiffShenhe',
    title: '调拨差异审核',
    needLogin: true,
    keepAlive: false,
    under: '/storage/allotdiffList',
    screen: () => import('./diff-judge.tsx'),
  },
];
