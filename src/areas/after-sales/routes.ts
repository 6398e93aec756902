import type { RouteRow } from '#src/engine/route-row.ts';

/** What comes back of orders (specification §2 Orders). */
export const routes: readonly RouteRow[] = [
  {
    path: '/addorders/serviceList',
    title: '售后单列表',
    needLogin: true,
    keepAlive: false,
    lists: 'orderService',
    screen: () => import('./service-list.tsx'),
  },
  {
    path: '/addorders/serviceDetals',
    title: '售后单详情',
    needLogin: true,
    keepAlive: false,
    under: '/addorders/serviceList',
    screen: () => import('./service.tsx'),
  },
  {
    path: '/addorders/moneyList',
    title: '退款单列表',
    needLogin: true,
    keepAlive: false,
    lists: 'orderRefund',
    screen: () => import('./refund-list.tsx'),
  },
  {
    path: '/addorders/moneyDetals',
    title: '退款单详情',
    needLogin: true,
    keepAlive: false,
    under: '/addorders/moneyList',
    screen: () => import('./refund.tsx'),
  },
  {
    path: '/addorders/applyInvoice',
    title: '开票申请',
    needLogin: true,
    keepAlive: false,
    lists: 'invoiceApply',
    screen: () => import('./invoices.tsx'),
  },
];
