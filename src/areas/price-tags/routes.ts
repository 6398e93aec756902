import type { RouteRow } from '#src/engine/route-row.ts';

/** Hang tags and price tags (specification §2 Settings). */
export const routes: readonly RouteRow[] = [
  {
    path: '/systemSet/hangtagProduction',
    title: '吊牌制作',
    needLogin: true,
    keepAlive: false,
    lists: 'hangTagJob',
    screen: () => import('./hang/job-list.tsx'),
  },
  {
    path: '/systemSet/priceTag',
    title: '价签管理',
    needLogin: true,
    keepAlive: false,
    lists: 'tagTemplate',
    screen: () => import('./template-list.tsx'),
  },
];
