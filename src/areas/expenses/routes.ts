import type { RouteRow } from '#src/engine/route-row.ts';

/** What is paid and received besides goods (specification §2 Finance). */
export const routes: readonly RouteRow[] = [
  {
    path: '/finance/currentExpense',
    title: '往来费用列表',
    needLogin: true,
    keepAlive: false,
    lists: 'currentExpense',
    screen: () => import('./current/list.tsx'),
  },
  {
    path: '/finance/currentAdd',
    title: '新增往来费用',
    needLogin: true,
    keepAlive: false,
    under: '/finance/currentExpense',
    screen: () => import('./current/form.tsx'),
  },
  {
    path: '/finance/currentShene',
    title: '往来费用审核',
    needLogin: true,
    keepAlive: false,
    under: '/finance/currentExpense',
    screen: () => import('./current/audit.tsx'),
  },
  {
    path: '/finance/currentPay',
    title: '往来费用收付',
    needLogin: true,
    keepAlive: false,
    under: '/finance/currentExpense',
    screen: () => import('./current/pay.tsx'),
  },
  {
    path: '/finance/currentDetails',
    title: '往来费用详情',
    needLogin: true,
    keepAlive: false,
    under: '/finance/currentExpense',
    screen: () => import('./current/detail.tsx'),
  },
  {
    path: '/finance/expense/expenseList',
    title: '费用单列表',
    needLogin: true,
    keepAlive: false,
    lists: 'expense',
    screen: () => import('./operating/list.tsx'),
  },
  {
    path: '/finance/expense/addExpense',
    title: '新增费用单',
    needLogin: true,
    keepAlive: false,
    under: '/finance/expense/expenseList',
    screen: () => import('./operating/form.tsx'),
  },
  {
    path: '/finance/expense/expenseDetails',
    title: '费用单详情',
    needLogin: true,
    keepAlive: false,
    under: '/finance/expense/expenseList',
    screen: () => import('./operating/detail.tsx'),
  },
];
