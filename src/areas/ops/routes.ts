import type { RouteRow } from '#src/engine/route-row.ts';

/** Operations (design §4): outside the specification's addresses, but for the log of master data. */
export const routes: readonly RouteRow[] = [
  { path: '/ops/check', title: '账户核对', needLogin: true, keepAlive: false, screen: () => import('./check.tsx') },
  { path: '/ops/config', title: '配置', needLogin: true, keepAlive: false, screen: () => import('./config.tsx') },
  { path: '/ops/audit', title: '审计日志', needLogin: true, keepAlive: false, screen: () => import('./audit.tsx') },
  {
    path: '/ops/secondFactor',
    title: '两步验证',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./second-factor.tsx'),
  },
  {
    path: '/ops/sessions',
    title: '登录管理',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./sessions.tsx'),
  },
  { path: '/ops/rights', title: '权限对比', needLogin: true, keepAlive: false, screen: () => import('./rights.tsx') },
  { path: '/ops/health', title: '运行状态', needLogin: true, keepAlive: false, screen: () => import('./health.tsx') },
  { path: '/ops/api', title: '接口', needLogin: true, keepAlive: false, screen: () => import('./api.tsx') },
  {
    path: '/shops/operLog',
    title: '操作日志',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./oper-log.tsx'),
  },
];
