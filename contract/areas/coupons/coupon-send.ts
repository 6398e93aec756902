import { person } from '../../kit/base-fields.ts';
import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text, texts } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { oneOf } from '../../kit/transition.ts';
import { user } from '../members/user.ts';
import { userLabel } from '../members/user-label.ts';
import { coupon } from './coupon.ts';
import { couponState, sendState, sendStates, sendTarget, sendTargets, where } from './coupon-enums.ts';

const byLabels = where('target_type', sendTarget.labels);
const byMembers = where('target_type', sendTarget.members);
const byNames = where('target_type', sendTarget.names);
const sum = { derived: true, initial: 0, most: Number.MAX_SAFE_INTEGER } as const;

/**
 * Coupons sent to members (domain.md §3.7, §4.20): to whom is said in one of four ways and frozen as it is submitted. It goes out at
 * its time, or when somebody says so, as a task; what became of each member stands beside it (`couponSendLine`).
 */
export const couponSend = document('couponSend', {
  label: '发券单',
  group: '/v1/coupon',
  number: { prefix: 'FQ', field: 'send_no' },
  title: 'send_no',
  fields: {
    send_no: text('发券单号', { unique: true, derived: true }),
    coupon_id: reference(() => coupon, '优惠券', { required: true, among: () => ({ status: [couponState.ready] }) }),
    target_type: choice('发券对象', sendTargets, { required: true, initial: sendTarget.labels }),
    label_ids: references(() => userLabel, '会员标签', { visible: byLabels, required: byLabels }),
    user_ids: references(() => user, '会员', { visible: byMembers, required: byMembers }),
    names: texts('导入名单', { visible: byNames, required: byNames }),
    qty_per_user: integer('每人张数', { required: true, initial: 1, least: 1, most: 100 }),
    send_at: time('发放时间'),
    user_count: integer('目标人数', sum),
    ok_count: integer('成功数', sum),
    error_count: integer('失败数', sum),
    runner_id: reference(() => person, '执行人', { derived: true }),
    task_id: integer('工单ID', { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
    finished_at: time('完成时间', { derived: true }),
  },
  states: sendStates,
  editable: [0, 7],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 7],
      to: 1,
      segment: 'sendSubmit',
      access: 'coupon:sendAdd',
      submits: true,
      confirm: '提交后发券名单不再变化，确认提交？',
    },
    departmentAudit: {
      label: '部门审核',
      from: [1],
      to: { pass: 2, reject: 7 },
      segment: 'sendDepartmentAudit',
      access: 'coupon:sendDepartmentAudit',
      approval: true,
      batch: true,
    },
    financeAudit: {
      label: '财务审核',
      from: [2],
      to: { pass: 3, reject: 7 },
      segment: 'sendFinanceAudit',
      access: 'coupon:sendFinanceAudit',
      approval: true,
      batch: true,
    },
    start: { label: '到时发放', from: [3], to: 4, by: 'timer', due: 'send_at' },
    execute: {
      label: '立即发放',
      from: [3],
      to: 4,
      segment: 'sendExecute',
      access: 'coupon:sendExecute',
      confirm: '券将立即发到会员账户，确认发放？',
    },
    retry: {
      label: '重发失败',
      from: [6],
      to: 4,
      segment: 'sendExecute',
      access: 'coupon:sendExecute',
      confirm: '只对失败的会员重新发放，确认重发？',
    },
    finish: {
      label: '结束',
      from: [4],
      to: oneOf([5, 6], ({ error_count: refused }) => (Number(refused) > 0 ? sendState.partly : sendState.done)),
      by: 'system',
    },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 3, 7],
      to: -1,
      segment: 'sendCancel',
      access: 'coupon:sendCancel',
      cancels: true,
      atWill: true,
      confirm: '作废后不再发放，确认作废？',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['sendList', 'coupon:sendView'],
    detail: ['sendDetail', 'coupon:sendView'],
    add: ['sendAdd', 'coupon:sendAdd'],
    edit: ['sendEdit', 'coupon:sendAdd'],
  },
  list: {
    columns: [
      'send_no',
      'coupon_id',
      'target_type',
      'qty_per_user',
      'user_count',
      'ok_count',
      'error_count',
      'send_at',
      'status',
      'created_by',
      'created_at',
      'finished_at',
    ],
    filters: ['send_no', 'coupon_id', 'target_type', 'status', 'created_at'],
    search: ['send_no'],
    sort: ['-id', '-created_at', '-send_at'],
  },
});
