import type { RouteRow } from '#src/engine/route-row.ts';

/** Warehouses, shops and suppliers (specification §2). */
export const routes: readonly RouteRow[] = [
  {
    path: '/basicbox/ckList',
    title: '仓库列表',
    needLogin: true,
    keepAlive: false,
    lists: 'warehouse',
    screen: () => import('./warehouse-list.tsx'),
  },
  {
    path: '/basicbox/addCk',
    title: '新增/编辑仓库',
    needLogin: true,
    keepAlive: false,
    under: '/basicbox/ckList',
    screen: () => import('./warehouse-form.tsx'),
  },
  {
    path: '/basicbox/mdList',
    title: '门店列表',
    needLogin: true,
    keepAlive: false,
    lists: 'shop',
    screen: () => import('./shop-list.tsx'),
  },
  {
    path: '/basicbox/addMd',
    title: '新增/编辑门店',
    needLogin: true,
    keepAlive: false,
    under: '/basicbox/mdList',
    screen: () => import('./shop-form.tsx'),
  },
  {
    path: '/basicbox/gyEdits',
    title: '批量编辑供应商',
    needLogin: true,
    keepAlive: false,
    under: '/basicbox/gyList',
    screen: () => import('./supplier-bulk.tsx'),
  },
];
