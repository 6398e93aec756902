import type { ReactNode } from 'react';
import { paidMembership } from '#contract/areas/members/paid-membership.ts';
import { user } from '#contract/areas/members/user.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { memberAt } from './addresses.ts';
import { useRowSteps } from './use-row-steps.tsx';

/** Paid memberships of all members: what runs, what is over, what was given back and what it brought. */
export function PaidList({ views }: { views: ReactNode }) {
  const steps = useRowSteps(paidMembership, about);
  return (
    <ListPage
      definition={paidMembership}
      openAt={(row) => (typeof row['user_id'] === 'number' ? memberAt.detail(row['user_id']) : undefined)}
      rowActions={steps.rowActions}
      slots={{ above: views, aside: steps.dialog }}
    />
  );
}

const about = [paidMembership, user];
