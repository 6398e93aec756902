import type { RouteRow } from '#src/engine/route-row.ts';

/** What a company sets for itself (specification §2 Settings). */
export const routes: readonly RouteRow[] = [
  {
    path: '/setManage/notify',
    title: '通知管理',
    needLogin: true,
    keepAlive: false,
    lists: 'notify',
    screen: () => import('./notify-list.tsx'),
  },
];
