import type { RouteRow } from '#src/engine/route-row.ts';

/** The books (specification §2 Finance). */
export const routes: readonly RouteRow[] = [
  {
    path: '/finance/transactionEntry',
    title: '业务分录',
    needLogin: true,
    keepAlive: false,
    lists: 'transactionEntry',
    screen: () => import('./entry-list.tsx'),
  },
  {
    path: '/finance/voucher/voucherList',
    title: '凭证列表',
    needLogin: true,
    keepAlive: false,
    lists: 'voucher',
    screen: () => import('./voucher-list.tsx'),
  },
  {
    path: '/finance/voucher/transactionEntry',
    title: '凭证分录',
    needLogin: true,
    keepAlive: false,
    under: '/finance/voucher/voucherList',
    screen: () => import('./voucher.tsx'),
  },
  {
    path: '/finance/voucher/abnormal',
    title: '异常凭证',
    needLogin: true,
    keepAlive: false,
    lists: 'voucherAbnormal',
    screen: () => import('./abnormal-list.tsx'),
  },
  {
    path: '/ops/rules',
    title: '凭证规则',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./rules.tsx'),
  },
];
