import type { RouteRow } from '#src/engine/route-row.ts';

/** Coupons and their sending (specification §2 Promotions). */
export const routes: readonly RouteRow[] = [
  {
    path: '/coupon/couponList',
    title: '优惠券列表',
    needLogin: true,
    keepAlive: false,
    lists: 'coupon',
    screen: () => import('./coupon-list.tsx'),
  },
  {
    path: '/coupon/couponAdd',
    title: '新增/编辑优惠券',
    needLogin: true,
    keepAlive: false,
    parent: '/coupon/couponList',
    screen: () => import('./coupon-form.tsx'),
  },
  {
    path: '/coupon/couponDetails',
    title: '优惠券详情',
    needLogin: true,
    keepAlive: false,
    parent: '/coupon/couponList',
    screen: () => import('./coupon-detail.tsx'),
  },
  {
    path: '/coupon/couponsendList',
    title: '发券单列表',
    needLogin: true,
    keepAlive: false,
    lists: 'couponSend',
    screen: () => import('./send-list.tsx'),
  },
  {
    path: '/coupon/couponsendAdd',
    title: '新增发券单',
    needLogin: true,
    keepAlive: false,
    parent: '/coupon/couponsendList',
    screen: () => import('./send-form.tsx'),
  },
  {
    path: '/coupon/couponsendSerch',
    title: '发券单查看',
    needLogin: true,
    keepAlive: false,
    parent: '/coupon/couponsendList',
    screen: () => import('./send-detail.tsx'),
  },
];
