import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { memberAdjust } from '#contract/areas/members/member-adjust.ts';
import { memberCalls } from '#contract/areas/members/member-calls.ts';
import { userStatus } from '#contract/areas/members/member-enums.ts';
import { paidMembership } from '#contract/areas/members/paid-membership.ts';
import { paidPlan } from '#contract/areas/members/paid-plan.ts';
import { rebate } from '#contract/areas/members/rebate.ts';
import { user } from '#contract/areas/members/user.ts';
import { userLabel } from '#contract/areas/members/user-label.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import type { RowAction } from '#src/kit/desk/list/row-actions.tsx';
import { type View, Views } from '#src/kit/desk/screen-views.tsx';
import { memberAt } from './addresses.ts';
import { labelAsking, statusAsking } from './askings.ts';

const Adjustments = lazy(async () => ({ default: (await import('./adjustments.tsx')).Adjustments }));
const PaidList = lazy(async () => ({ default: (await import('./paid-list.tsx')).PaidList }));
const Rebates = lazy(async () => ({ default: (await import('./rebates.tsx')).Rebates }));
const Plans = lazy(async () => ({ default: (await import('./plans.tsx')).Plans }));
const AskDialog = lazy(async () => ({ default: (await import('#src/kit/desk/ask-dialog.tsx')).AskDialog }));

/** Members, and beside them paid memberships with their plans, and what was asked for of points and growth by hand. */
export function Screen() {
  const [params] = useSearchParams();
  const may = useMayUse()(memberAdjust.calls.list?.[1]);
  const view = params.get('view');
  const beside = (at: string) => <Views open={at} views={views} />;
  if (view === null || !Object.hasOwn(shown, view)) return <Members above={may} />;
  const { at, list: List } = shown[view as keyof typeof shown];
  return (
    <Suspense>
      <List key={view} views={beside(at)} />
    </Suspense>
  );
}

const shown = {
  paid: { at: memberAt.paid, list: PaidList },
  rebates: { at: memberAt.rebates, list: Rebates },
  plans: { at: memberAt.plans, list: Plans },
  adjust: { at: memberAt.adjustments, list: Adjustments },
} as const;

const views: readonly View[] = [
  { at: memberAt.list, words: user.label },
  { at: memberAt.paid, words: paidMembership.label },
  { at: memberAt.rebates, words: rebate.label },
  { at: memberAt.plans, words: paidPlan.label },
  { at: memberAt.adjustments, words: memberAdjust.label },
];

function Members({ above }: { above: boolean }) {
  const mayUse = useMayUse();
  const [asking, setAsking] = useState<unknown>(null);
  const actionsOn = (rows: readonly Row[]): RowAction[] => [
    ...(mayUse(memberCalls.setLabels.access)
      ? [
          {
            key: 'labels',
            label: '标签',
            disabled: rows.some(({ status }) => status === userStatus.erased),
            run: () => setAsking(labelAsking(rows)),
          },
        ]
      : []),
    ...(mayUse(memberCalls.status.access)
      ? [
          {
            key: 'freeze',
            label: '冻结',
            disabled: rows.some(({ status }) => status !== userStatus.live),
            run: () => setAsking(statusAsking(rows, userStatus.frozen)),
          },
          {
            key: 'thaw',
            label: '恢复',
            disabled: rows.some(({ status }) => status !== userStatus.frozen),
            run: () => setAsking(statusAsking(rows, userStatus.live)),
          },
        ]
      : []),
  ];
  return (
    <ListPage
      definition={user}
      openAt={(row) => memberAt.detail(row.id)}
      batchActions={({ selection }) => actionsOn(selection.rows)}
      slots={{
        ...(above ? { above: <Views open={memberAt.list} views={views} /> } : {}),
        aside: asking !== null && (
          <Suspense>
            <AskDialog asking={asking as never} changes={changes} onClose={() => setAsking(null)} />
          </Suspense>
        ),
      }}
    />
  );
}

const changes = [user, userLabel];
