import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';
import { mostAdjusted } from './member-enums.ts';
import { user } from './user.ts';

export const adjustKinds = { 1: '积分', 2: '成长值' } as const;
export const adjustKind = { points: 1, growth: 2 } as const;

const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

/** Points or growth of one member moved by hand: asked for by one person, in force when another has judged it (amendments E). */
export const memberAdjust = document('memberAdjust', {
  label: '会员调整单',
  group: '/v1/userBusiness',
  number: { prefix: 'TZH', field: 'adjust_no' },
  title: 'adjust_no',
  fields: {
    adjust_no: text('调整单号', { required: true, unique: true, derived: true }),
    kind: choice('调整内容', adjustKinds, { required: true, derived: true }),
    user_id: reference(() => user, '会员', { required: true }),
    change_value: integer('变动值', { required: true, least: -mostAdjusted, most: mostAdjusted }),
    reason: prose('调整原因', reason),
  },
  begins: [1],
  states: {
    1: ['待审核', 'waiting', 'waiting'],
    2: ['已生效', 'inForce', 'done'],
    3: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已撤回', 'withdrawn', 'void'],
  },
  editable: [],
  transitions: {
    audit: {
      label: '审核',
      segment: 'adjustAudit',
      access: 'userBusiness:adjustAudit',
      from: [1],
      to: { pass: 2, reject: 3 },
      approval: true,
      batch: true,
    },
    withdraw: {
      label: '撤回',
      segment: 'adjustWithdraw',
      access: 'userBusiness:pointAdjust',
      from: [1],
      to: -1,
      cancels: true,
      confirm: '撤回后会员的积分和成长值保持原样',
      asks: { reason: prose('撤回原因', reason) },
    },
  },
  calls: {
    list: ['adjustList', 'userBusiness:view'],
    detail: ['adjustDetail', 'userBusiness:view'],
  },
  list: {
    columns: ['adjust_no', 'kind', 'user_id', 'change_value', 'reason', 'status', 'created_by', 'created_at'],
    filters: ['kind', 'user_id', 'status', 'created_at'],
    search: ['adjust_no'],
    sort: ['-id', '-created_at'],
  },
  rules: [({ change_value }) => (change_value === 0 ? { field: 'change_value', words: '不能为 0' } : undefined)],
});
