import { memberAdjust } from '#contract/areas/members/member-adjust.ts';
import { type Adjusting, memberCalls } from '#contract/areas/members/member-calls.ts';
import { userStatus } from '#contract/areas/members/member-enums.ts';
import { labelType, userLabel } from '#contract/areas/members/user-label.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { choice } from '#contract/kit/kinds/choice.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import { prose } from '#contract/kit/kinds/text.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Row } from '#src/engine/row.ts';
import type { Asking } from '#src/kit/desk/ask-dialog.tsx';

const because = (label: string) => prose(label, { required: true, least: limits.reasonLeast, most: limits.reason });
const { change_value, reason } = memberAdjust.fields;
const ops = { 1: '打标签', 2: '去标签' } as const;
type Counted = { count: number };

/** Labels put on these members by hand, or taken off. */
export const labelAsking = (
  rows: readonly Row[],
): Asking<{ user_ids: number[]; label_ids: number[]; op: 'add' | 'remove' }, Counted> => ({
  title: `${rows.length} 个会员的标签`,
  fields: {
    op: choice('操作', ops, { required: true }),
    label_ids: references(() => userLabel, '标签', {
      required: true,
      among: () => ({ label_type: [labelType.byHand], status: [1] }),
    }),
  },
  given: { op: 1 },
  call: memberCalls.setLabels,
  input: ({ op, label_ids }) => ({
    user_ids: rows.map(({ id }) => id),
    label_ids: label_ids as number[],
    op: op === 1 ? 'add' : 'remove',
  }),
  done: ({ count }) => ({ good: count === 0 ? '都已如此，没有改变' : `已处理 ${count} 个会员` }),
});

/** Members are frozen, or live again, with a reason. */
export const statusAsking = (
  rows: readonly Row[],
  status: number,
): Asking<{ ids: number[]; status: number; reason: string }, Counted> => ({
  title: `${status === userStatus.frozen ? '冻结' : '恢复'} ${rows.length} 个会员`,
  fields: { reason: because('原因') },
  call: memberCalls.status,
  input: (values) => ({ ids: rows.map(({ id }) => id), status, reason: String(values['reason']) }),
  done: ({ count }) => ({ good: `已处理 ${count} 个会员` }),
});

/** Points, or growth, moved by hand: a second person judges it. */
export const adjustAsking = (row: Row, call: typeof memberCalls.pointAdjust): Asking<Adjusting, Saved> => ({
  title:
    call === memberCalls.pointAdjust
      ? `调整积分，现有 ${String(row['point_balance'])}`
      : `调整成长值，现有 ${String(row['growth_value'])}`,
  fields: { change_value: { ...change_value, label: '增加（减少填负数）' }, reason },
  call,
  input: (values) => ({
    user_id: row.id,
    change_value: values['change_value'] as number,
    reason: String(values['reason']),
  }),
  done: ({ no }) => ({ good: `已提交 ${no ?? ''}，等待他人审核` }),
});

/** Who a member is, forgotten for good. */
export const eraseAsking = (row: Row): Asking<{ id: number; version: number; reason: string }, Saved> => ({
  title: `注销会员 ${String(row['user_no'])}：手机号、姓名等个人信息将永久删除，订单和账目保留`,
  fields: { reason: because('注销原因') },
  call: memberCalls.erase,
  input: (values) => ({ id: row.id, version: row.version as number, reason: String(values['reason']) }),
  done: () => ({ good: '已注销' }),
});
