import type { RouteRow } from '#src/engine/route-row.ts';

/** Balances, the reports over them and the closing of months (specification §2 Storage, Finance, Overview). */
export const routes: readonly RouteRow[] = [
  {
    path: '/overview/addOerview',
    title: '经营概况',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./overview.tsx'),
  },
  {
    path: '/storage/stockbalanceList',
    title: '库存结存',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./stock-balance.tsx'),
  },
  {
    path: '/finance/incontList',
    title: '进销存报表',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./incont.tsx'),
  },
  {
    path: '/finance/inoutWater',
    title: '出入库财务流水',
    needLogin: true,
    keepAlive: false,
    lists: 'inoutWater',
    screen: () => import('./inout-water.tsx'),
  },
  {
    path: '/ops/finance',
    title: '财务看板',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./finance-board.tsx'),
  },
];
