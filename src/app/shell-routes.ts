import type { RouteRow } from '#src/engine/route-row.ts';

/** The shell's own screens (specification §2): sign-in and change-password stand outside the layout, the landing page in it. */
export const shellRoutes: readonly RouteRow[] = [
  {
    path: '/login/login',
    title: '登录',
    needLogin: false,
    keepAlive: false,
    screen: () => import('./sign-in/sign-in.tsx'),
    offline: true,
  },
  {
    path: '/login/changePassword',
    title: '修改密码',
    needLogin: false,
    keepAlive: false,
    screen: () => import('./sign-in/change-password.tsx'),
  },
  {
    path: '/login/bill',
    title: '对账单',
    needLogin: false,
    keepAlive: false,
    screen: () => import('./supplier-bill/screen.tsx'),
  },
  {
    path: '/',
    title: '首页',
    needLogin: false,
    keepAlive: false,
    screen: () => import('./dashboard/dashboard.tsx'),
    offline: true,
  },
  {
    path: '/dashboard/index',
    title: '首页',
    needLogin: false,
    keepAlive: false,
    screen: () => import('./dashboard/dashboard.tsx'),
    offline: true,
  },
];
