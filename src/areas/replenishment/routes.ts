import type { RouteRow } from '#src/engine/route-row.ts';

/** What is to go where: by rule, by decision, or for many at once (specification §2 Warehouse). */
export const routes: readonly RouteRow[] = [
  {
    path: '/storage/allotruleList',
    title: '调拨规则列表',
    needLogin: true,
    keepAlive: false,
    lists: 'allotRule',
    screen: () => import('./rule-list.tsx'),
  },
  {
    path: '/storage/decisionList',
    title: '调拨决策列表',
    needLogin: true,
    keepAlive: false,
    lists: 'allotDecision',
    screen: () => import('./decision-list.tsx'),
  },
  {
    path: '/storage/decisionInfo',
    title: '调拨决策详情',
    needLogin: true,
    keepAlive: false,
    under: '/storage/decisionList',
    screen: () => import('./decision.tsx'),
  },
  {
    path: '/storage/batchallotList',
    title: '批量调拨列表',
    needLogin: true,
    keepAlive: false,
    lists: 'batchAllot',
    screen: () => import('./batch-list.tsx'),
  },
  {
    path: '/storage/batchAddallot',
    title: '新增批量调拨',
    needLogin: true,
    keepAlive: false,
    under: '/storage/batchallotList',
    screen: () => import('./batch.tsx'),
  },
];
