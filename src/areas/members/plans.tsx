import type { ReactNode } from 'react';
import { paidPlan } from '#contract/areas/members/paid-plan.ts';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';

/** Plans of paid membership: what was bought keeps the terms of its day. */
export function Plans({ views }: { views: ReactNode }) {
  return <DrawerPage definition={paidPlan} above={views} />;
}
