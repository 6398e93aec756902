import type { RouteRow } from '#src/engine/route-row.ts';

/** Members (specification §2 Members). */
export const routes: readonly RouteRow[] = [
  {
    path: '/member/meberList',
    title: '会员列表',
    needLogin: true,
    keepAlive: false,
    lists: 'user',
    screen: () => import('./list.tsx'),
  },
  {
    path: '/member/meberDetails',
    title: '会员详情',
    needLogin: true,
    keepAlive: false,
    parent: '/member/meberList',
    screen: () => import('./detail.tsx'),
  },
  {
    path: '/member/meberTags',
    title: 'label',
    needLogin: true,
    keepAlive: false,
    lists: 'userLabel',
    screen: () => import('./labels.tsx'),
  },
  {
    path: '/member/tagsGroup',
    title: 'label group',
    needLogin: true,
    keepAlive: false,
    lists: 'userLabelGroup',
    screen: () => import('./groups.tsx'),
  },
];
