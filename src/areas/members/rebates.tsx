import type { ReactNode } from 'react';
import { rebate } from '#contract/areas/members/rebate.ts';
import { user } from '#contract/areas/members/user.ts';
import { userStored } from '#contract/areas/members/user-stored.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { memberAt } from './addresses.ts';
import { isEarly, useRowSteps } from './use-row-steps.tsx';

/** Rebates of paid members: what may be paid out, one by one or picked together, and what became of the rest. */
export function Rebates({ views }: { views: ReactNode }) {
  const steps = useRowSteps(rebate, about, isEarly);
  return (
    <ListPage
      definition={rebate}
      openAt={(row) => (typeof row['user_id'] === 'number' ? memberAt.detail(row['user_id']) : undefined)}
      rowActions={steps.rowActions}
      slots={{ above: views, aside: steps.dialog }}
    />
  );
}

const about = [rebate, user, userStored];
