import { document } from '../../kit/definition.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { shop } from '../partners/shop.ts';
import { rebateStates } from './member-enums.ts';
import { paidMembership } from './paid-membership.ts';
import { user } from './user.ts';

const shown = { derived: true } as const;

/**
 * What a paid member gets back of an order (domain.md §3.9, §4.22): counted as the order is finished, less with what goes back of it, paid out as stored
 * value once nobody may bring anything back, by somebody without a part in the order. Money in fen.
 */
export const rebate = document('rebate', {
  label: '返利记录',
  group: '/v1/userBusiness',
  number: { prefix: 'FL', field: 'rebate_no' },
  title: 'rebate_no',
  fields: {
    rebate_no: text('返利单号', { required: true, unique: true, derived: true }),
    user_id: reference(() => user, '会员', { required: true, derived: true }),
    membership_id: reference(() => paidMembership, '付费会员', { required: true, derived: true }),
    order_no: text('订单号', { required: true, derived: true }),
    shop_id: reference(() => shop, '门店', shown),
    base_amount: money('返利基数', { required: true, derived: true }),
    rate_bp: rate('返利比例', { required: true, derived: true }),
    amount: money('返利金额', { required: true, derived: true }),
    due_at: time('可发放时间', { required: true, derived: true }),
    settled_at: time('发放时间', shown),
    order_id: integer('订单', {
      required: true,
      derived: true,
      internal: true,
      unique: true,
      most: Number.MAX_SAFE_INTEGER,
    }),
  },
  begins: [1],
  states: rebateStates,
  editable: [],
  transitions: {
    settle: {
      label: '发放',
      segment: 'rebateSettle',
      access: 'userBusiness:rebateSettle',
      from: [1],
      to: 2,
      approval: true,
      batch: true,
      confirm: '发放后计入会员储值余额',
    },
    lapse: { label: '订单退款，失效', by: 'system', from: [1], to: -1 },
  },
  calls: {
    list: ['rebateList', 'userBusiness:view'],
    detail: ['rebateDetail', 'userBusiness:view'],
  },
  list: {
    columns: [
      'rebate_no',
      'user_id',
      'base_amount',
      'rate_bp',
      'amount',
      'due_at',
      'settled_at',
      'order_no',
      'shop_id',
      'status',
      'created_at',
    ],
    filters: ['user_id', 'shop_id', 'order_no', 'status', 'due_at', 'settled_at', 'created_at'],
    search: ['rebate_no', 'order_no'],
    sort: ['-id', 'due_at', '-amount'],
    sum: ['base_amount', 'amount'],
  },
  scope: { shop: 'shop_id' },
});
