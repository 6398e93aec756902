import type { RouteRow } from '#src/engine/route-row.ts';

/** What is chosen, ordered and on its way (specification §2 Purchasing). */
export const routes: readonly RouteRow[] = [
  {
    path: '/buybox/selectShop',
    title: '选品列表',
    needLogin: true,
    keepAlive: false,
    lists: 'goodsSelection',
    screen: () => import('./selection-list.tsx'),
  },
  {
    path: '/buybox/selectShopDetails',
    title: '选品单详情',
    needLogin: true,
    keepAlive: false,
    under: '/buybox/selectShop',
    screen: () => import('./selection.tsx'),
  },
  {
    path: '/buybox/caigouList',
    title: '采购单列表',
    needLogin: true,
    keepAlive: false,
    lists: 'purchaseOrder',
    screen: () => import('./order-list.tsx'),
  },
  {
    path: '/buybox/addCaig',
    title: '新增/编辑采购单',
    needLogin: true,
    keepAlive: false,
    under: '/buybox/caigouList',
    screen: () => import('./order.tsx'),
  },
  {
    path: '/buybox/yuyueDetals',
    title: '预约单详情',
    needLogin: true,
    keepAlive: false,
    under: '/buybox/yuyueList',
    screen: () => import('./arrival.tsx'),
  },
  {
    path: '/buybox/yuyueList',
    title: '预约到货列表',
    needLogin: true,
    keepAlive: false,
    lists: 'arrivalOrder',
    screen: () => import('./arrival-list.tsx'),
  },
  {
    path: '/buybox/addYuy',
    title: '新增预约',
    needLogin: true,
    keepAlive: false,
    under: '/buybox/yuyueList',
    screen: () => import('./arrival-form.tsx'),
  },
  {
    path: '/buybox/addYuyOld',
    title: '新增预约(旧版)',
    needLogin: true,
    keepAlive: false,
    under: '/buybox/yuyueList',
    screen: () => import('./arrival-typed.tsx'),
  },
];
