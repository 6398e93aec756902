import type { RouteRow } from '#src/engine/route-row.ts';

/** Goods that come in, and what differs from what was planned (specification §2 Purchasing, Warehouse). */
export const routes: readonly RouteRow[] = [
  {
    path: '/buybox/rukuList',
    title: '入库批次列表',
    needLogin: true,
    keepAlive: false,
    lists: 'inWareBatch',
    screen: () => import('./inbound/batch-list.tsx'),
  },
  {
    path: '/buybox/rukuDetals',
    title: '入库批次详情',
    needLogin: true,
    keepAlive: true,
    under: '/buybox/rukuList',
    screen: () => import('./inbound/batch-detail.tsx'),
  },
  {
    path: '/buybox/addRuk',
    title: '新增入库',
    needLogin: true,
    keepAlive: false,
    under: '/buybox/rukuList',
    screen: () => import('./inbound/count-screen.tsx'),
  },
  {
    path: '/buybox/chayiList',
    title: '入库差异单列表',
    needLogin: true,
    keepAlive: false,
    lists: 'differenceOrder',
    screen: () => import('./inbound/difference-list.tsx'),
  },
  {
    path: '/buybox/chayiDetals',
    title: '差异单详情',
    needLogin: true,
    keepAlive: false,
    under: '/buybox/chayiList',
    screen: () => import('./inbound/difference-detail.tsx'),
  },
  {
    path: '/storage/inwaredetaList',
    title: '入库明细列表',
    needLogin: true,
    keepAlive: false,
    lists: 'inWareDetail',
    screen: () => import('./inbound/detail-list.tsx'),
  },
];
