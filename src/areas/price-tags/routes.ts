import type { RouteRow } from '#src/engine/route-row.ts';

/** Price tags (specification §2 Settings). */
export const routes: readonly RouteRow[] = [
  {
    path: '/systemSet/priceTag',
    title: '价签管理',
    needLogin: true,
    keepAlive: false,
    lists: 'tagTemplate',
    screen: () => import('./template-list.tsx'),
  },
];
