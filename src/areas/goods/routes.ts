import type { RouteRow } from '#src/engine/route-row.ts';

/** Goods: styles, brands, categories, units (specification §2). */
export const routes: readonly RouteRow[] = [
  {
    path: '/shops/addShop',
    title: '商品列表',
    needLogin: true,
    keepAlive: false,
    lists: 'spu',
    screen: () => import('./spu-list.tsx'),
  },
  {
    path: '/shops/addBrands',
    title: '品牌列表',
    needLogin: true,
    keepAlive: false,
    lists: 'brand',
    screen: () => import('./brand-list.tsx'),
  },
  {
    path: '/shops/brandNew',
    title: '新增品牌',
    needLogin: true,
    keepAlive: false,
    parent: '/shops/addBrands',
    screen: () => import('./brand-new.tsx'),
  },
  {
    path: '/shops/brandEdit',
    title: '编辑品牌',
    needLogin: true,
    keepAlive: false,
    parent: '/shops/addBrands',
    screen: () => import('./brand-edit.tsx'),
  },
  {
    path: '/shops/categaryShop',
    title: '商品分类',
    needLogin: true,
    keepAlive: false,
    screen: () => import('./category-tree.tsx'),
  },
  {
    path: '/shops/categaryAdd',
    title: '新增/编辑分类',
    needLogin: true,
    keepAlive: false,
    under: '/shops/categaryShop',
    screen: () => import('./category-form.tsx'),
  },
  {
    path: '/shops/addUnit',
    title: '计量单位',
    needLogin: true,
    keepAlive: false,
    lists: 'unit',
    screen: () => import('./unit-list.tsx'),
  },
];
