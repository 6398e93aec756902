import type { RouteRow } from '#src/engine/route-row.ts';

/** Versions of clients and the devices that run them (specification §2 Settings). */
export const routes: readonly RouteRow[] = [
  {
    path: '/setManage/versioning',
    title: '版本管理',
    needLogin: true,
    keepAlive: false,
    lists: 'clientVersion',
    screen: () => import('./versioning.tsx'),
  },
];
