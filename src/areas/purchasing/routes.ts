import type { RouteRow } from '#src/engine/route-row.ts';

/** Returns to suppliers and imperfect goods (specification §2 Purchasing). */
export const routes: readonly RouteRow[] = [
  {
    path: '/buybox/tuifanList',
    title: '退返单列表',
    needLogin: true,
    keepAlive: false,
    lists: 'backOrder',
    screen: () => import('./returns/list.tsx'),
  },
  {
    path: '/buybox/tuifanDetails',
    title: '退返单详情',
    needLogin: true,
    keepAlive: true,
    under: '/buybox/tuifanList',
    screen: () => import('./returns/detail.tsx'),
  },
  {
    path: '/buybox/addTuif',
    title: '新增退返单',
    needLogin: true,
    keepAlive: false,
    under: '/buybox/tuifanList',
    screen: () => import('./returns/form.tsx'),
  },
  {
    path: '/buybox/imperfectShopManagement',
    title: '残次品管理',
    needLogin: true,
    keepAlive: false,
    lists: 'imperfectRecord',
    screen: () => import('./imperfect/list.tsx'),
  },
  {
    path: '/buybox/imperfectDetails',
    title: '残次品详情',
    needLogin: true,
    keepAlive: false,
    under: '/buybox/imperfectShopManagement',
    screen: () => import('./imperfect/detail.tsx'),
  },
];
