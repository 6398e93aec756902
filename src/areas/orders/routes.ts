import type { RouteRow } from '#src/engine/route-row.ts';

/** Orders of customers (specification §2 Orders). */
export const routes: readonly RouteRow[] = [
  {
    path: '/addorders/getorderList',
    title: '订单列表',
    needLogin: true,
    keepAlive: false,
    lists: 'order',
    screen: () => import('./list.tsx'),
  },
  {
    path: '/addorders/getorderDetals',
    title: '订单详情',
    needLogin: true,
    keepAlive: false,
    under: '/addorders/getorderList',
    screen: () => import('./detail.tsx'),
  },
  {
    path: '/addorders/outList',
    title: '订单出库列表',
    needLogin: true,
    keepAlive: false,
    lists: 'orderOut',
    screen: () => import('./out.tsx'),
  },
  {
    path: '/addorders/changePriceList',
    title: '改价单列表',
    needLogin: true,
    keepAlive: false,
    lists: 'changePrice',
    screen: () => import('./change-price.tsx'),
  },
  {
    path: '/addorders/orderAccount',
    title: '订单账务列表',
    needLogin: true,
    keepAlive: false,
    lists: 'orderAccount',
    screen: () => import('./account.tsx'),
  },
  {
    path: '/addorders/orderAccDetails',
    title: '订单账务详情',
    needLogin: true,
    keepAlive: false,
    under: '/addorders/orderAccount',
    screen: () => import('./account-detail.tsx'),
  },
  {
    path: '/addorders/payeeStatement',
    title: '收款方对账',
    needLogin: true,
    keepAlive: false,
    lists: 'payeeStatement',
    screen: () => import('./payee.tsx'),
  },
  {
    path: '/ops/pushRefusals',
    title: '推送异常',
    needLogin: true,
    keepAlive: false,
    lists: 'pushRefusal',
    screen: () => import('./push-refusals.tsx'),
  },
];
