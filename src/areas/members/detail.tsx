import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { memberAdjust } from '#contract/areas/members/member-adjust.ts';
import { memberCalls } from '#contract/areas/members/member-calls.ts';
import { userStatus } from '#contract/areas/members/member-enums.ts';
import { userGrowth, userPoint } from '#contract/areas/members/member-log.ts';
import { memberOrder } from '#contract/areas/members/member-order.ts';
import { paidMembership } from '#contract/areas/members/paid-membership.ts';
import { rebate } from '#contract/areas/members/rebate.ts';
import { user } from '#contract/areas/members/user.ts';
import { userLabel } from '#contract/areas/members/user-label.ts';
import { userStored } from '#contract/areas/members/user-stored.ts';
import type { Access } from '#contract/kit/call.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { forget } from '#src/engine/query-keys.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { FormDrawer } from '#src/kit/desk/form-drawer.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import type { RowAction } from '#src/kit/desk/list/row-actions.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { adjustAsking, eraseAsking, labelAsking, statusAsking } from './askings.ts';
import { Mobile } from './mobile.tsx';
import { isEarly, useRowSteps } from './use-row-steps.tsx';

/** One member: who that is, what was bought, points and growth with what moved them, labels. */
export function Screen() {
  const id = useRecordId();
  const mayUse = useMayUse();
  const client = useQueryClient();
  const [asking, setAsking] = useState<unknown>(null);
  const [editing, setEditing] = useState(false);
  const paid = useRowSteps(paidMembership, aboutPaid);
  const rebates = useRowSteps(rebate, aboutRebates, isEarly);
  const [buying, setBuying] = useState(false);
  if (id === undefined) return <MissingPage title={user.label} />;
  const tab = (
    definition: AnyDefinition,
    columns: readonly string[],
    rowActions?: (row: Row) => readonly RowAction[],
  ) =>
    mayUse(definition.calls.list?.[1])
      ? [
          {
            key: definition.name,
            label: definition.label,
            children: (
              <FixedList
                definition={definition}
                fixed={{ user_id: [id] }}
                columns={columns}
                height={320}
                {...(rowActions ? { rowActions } : {})}
              />
            ),
          },
        ]
      : [];
  const offers = (record: Row): [label: string, access: Access, run: () => void][] =>
    record['status'] === userStatus.live
      ? [
          ['开通付费会员', paidMembership.calls.add?.[1] ?? 'userBusiness:paidAdd', () => setBuying(true)],
          ['标签', memberCalls.setLabels.access, () => setAsking(labelAsking([record]))],
          ['调整积分', memberCalls.pointAdjust.access, () => setAsking(adjustAsking(record, memberCalls.pointAdjust))],
          [
            '调整成长值',
            memberCalls.growthAdjust.access,
            () => setAsking(adjustAsking(record, memberCalls.growthAdjust)),
          ],
          ['编辑', user.calls.edit?.[1] ?? 'user:edit', () => setEditing(true)],
          ['冻结', memberCalls.status.access, () => setAsking(statusAsking([record], userStatus.frozen))],
          ['注销', memberCalls.erase.access, () => setAsking(eraseAsking(record))],
        ]
      : record['status'] === userStatus.frozen
        ? [
            ['恢复', memberCalls.status.access, () => setAsking(statusAsking([record], userStatus.live))],
            ['注销', memberCalls.erase.access, () => setAsking(eraseAsking(record))],
          ]
        : [];
  return (
    <>
      <DetailPage
        key={id}
        definition={user}
        id={id}
        title={(record) => `会员 ${String(record['user_no'])}`}
        slots={{
          extra: (record) => (
            <>
              <Mobile member={record} />
              {offers(record)
                .filter(([, access]) => mayUse(access))
                .map(([label, , run]) => (
                  <Button key={label} danger={label === '注销'} onClick={run}>
                    {label}
                  </Button>
                ))}
            </>
          ),
          tabs: () => [
            ...tab(memberOrder, orderColumns),
            ...tab(userPoint, logColumns),
            ...tab(userGrowth, logColumns),
            ...tab(paidMembership, paidColumns, paid.rowActions),
            ...tab(rebate, rebateColumns, rebates.rowActions),
            ...tab(userStored, logColumns),
            ...tab(memberAdjust, adjustColumns),
          ],
        }}
      />
      {asking !== null && <AskDialog asking={asking as never} changes={changes} onClose={() => setAsking(null)} />}
      {paid.dialog}
      {rebates.dialog}
      {buying && (
        <FormDrawer
          definition={paidMembership}
          title="开通付费会员"
          given={{ user_id: id }}
          names={['plan_id', 'shop_id', 'pay_type', 'trade_no', 'remark']}
          onClose={() => {
            setBuying(false);
            // Until when the member has paid stands above.
            void forget(client, user);
          }}
        />
      )}
      {editing && <FormDrawer definition={user} id={id} onClose={() => setEditing(false)} />}
    </>
  );
}

const orderColumns = ['order_no', 'shop_id', 'goods_qty', 'paid_amount', 'refund_amount', 'order_status', 'ordered_at'];
const logColumns = ['at', 'biz_type', 'change_value', 'after_value', 'source_no', 'reason'];
const paidColumns = [
  'membership_no',
  'plan_id',
  'amount',
  'pay_type',
  'order_no',
  'start_at',
  'end_at',
  'refund_amount',
  'status',
];
const adjustColumns = ['adjust_no', 'kind', 'change_value', 'reason', 'status', 'created_by', 'created_at'];
const rebateColumns = ['rebate_no', 'order_no', 'base_amount', 'rate_bp', 'amount', 'due_at', 'settled_at', 'status'];
const aboutPaid = [paidMembership, user];
const aboutRebates = [rebate, user, userStored];
const changes = [user, userLabel, userPoint, userGrowth, memberAdjust, paidMembership];
