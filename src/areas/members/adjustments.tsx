import type { ReactNode } from 'react';
import { memberAdjust } from '#contract/areas/members/member-adjust.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { memberAt } from './addresses.ts';

/** What was asked for of points and growth by hand, and what became of it; picked ones are judged together. */
export function Adjustments({ views }: { views: ReactNode }) {
  return (
    <ListPage
      definition={memberAdjust}
      openAt={(row) => (typeof row['user_id'] === 'number' ? memberAt.detail(row['user_id']) : undefined)}
      slots={{ above: views }}
    />
  );
}
