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
    path: '/ops/voucherRules',
    title: '凭证规则',
    needLogin: true,
    keepAlive: false,
    lists: 'bookingRule',
    screen: () => import('./rule-list.tsx'),
  },
  {
    path: '/ops/voucherRule',
    title: '凭证规则',
    needLogin: true,
    keepAlive: false,
    under: '/ops/voucherRules',
    screen: () => import('./rule.tsx'),
  },
  {
    path: '/ops/ruleChanges',
    title: '凭证规则变更',
    needLogin: true,
    keepAlive: false,
    lists: 'ruleChange',
    screen: () => import('./rule-change-list.tsx'),
  },
  {
    path: '/ops/ruleChange',
    title: '凭证规则变更',
    needLogin: true,
    keepAlive: false,
    under: '/ops/ruleChanges',
    screen: () => import('./rule-change.tsx'),
  },
];
