import type { RouteRow } from '#src/engine/route-row.ts';

/** Sale prices: sheets, their judgement, and what goods are sold at (specification §2 Price). */
export const routes: readonly RouteRow[] = [
  {
    path: '/shopsprice/priceList',
    title: '调价单列表',
    lists: 'priceSheet',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./sheet-list.tsx'),
  },
  {
    path: '/shopsprice/priceAdit',
    title: '调价单审核',
    needLogin: true,
    keepAlive: false,
    under: '/shopsprice/priceList',
    screen: () => import('./sheet-detail.tsx'),
  },
  {
    path: '/shopsprice/priceAdd',
    title: '新增/修改调价单',
    needLogin: true,
    keepAlive: false,
    under: '/shopsprice/priceList',
    screen: () => import('./sheet-form.tsx'),
  },
  {
    path: '/shopsprice/priceDetails',
    title: '调价单详情',
    needLogin: true,
    keepAlive: false,
    parent: '/shopsprice/priceList',
    screen: () => import('./sheet-detail.tsx'),
  },
  {
    path: '/shopsprice/priceSerch',
    title: '价格查询',
    needLogin: true,
    keepAlive: false,
    parent: '/shopsprice/priceList',
    screen: () => import('./price-search.tsx'),
  },
  {
    path: '/shopsprice/priceApply',
    title: '调价申请',
    needLogin: true,
    keepAlive: false,
    parent: '/shopsprice/priceList',
    screen: () => import('./sheet-apply.tsx'),
  },
];
