import type { RouteRow } from '#src/engine/route-row.ts';

/** A person's own account (design §4): outside the specification's addresses. */
export const routes: readonly RouteRow[] = [
  { path: '/me', title: '我的账号', needLogin: true, keepAlive: false, screen: () => import('./account.tsx') },
];
