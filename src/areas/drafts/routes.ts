import type { RouteRow } from '#src/engine/route-row.ts';

/** Styles before they are styles (specification §2 Goods tools). */
export const routes: readonly RouteRow[] = [
  {
    path: '/shopstool/releaseShop',
    title: '批量发布商品',
    needLogin: true,
    keepAlive: false,
    lists: 'spuDraft',
    screen: () => import('./draft-list.tsx'),
  },
];
