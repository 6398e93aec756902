import { document } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { isGiven } from '../../kit/given.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { discount, integer, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { shop } from '../partners/shop.ts';
import { cashWay, paidStates, paidWays } from './member-enums.ts';
import { paidPlan } from './paid-plan.ts';
import { user } from './user.ts';

const shown = { derived: true } as const;
const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;
const internal = { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER } as const;
// What an order sold was paid with the order.
const isByHand = ({ order_id }: RecordValues): boolean => !isGiven(order_id);
const isCashless = ({ pay_type }: RecordValues): boolean => typeof pay_type === 'number' && pay_type !== cashWay;

/**
 * A paid membership of one member (domain.md §3.9, §4.22): bought by an order that sold its card, or by hand for the money of its plan.
 * What is bought while another one runs begins as that one ends. Money in fen, tax included.
 */
export const paidMembership = document('paidMembership', {
  label: '付费会员',
  group: '/v1/userBusiness',
  number: { prefix: 'HF', field: 'membership_no' },
  title: 'membership_no',
  fields: {
    membership_no: text('开通单号', { required: true, unique: true, derived: true }),
    user_id: reference(() => user, '会员', { required: true }),
    plan_id: reference(() => paidPlan, '方案', { required: true, among: () => ({ status: [1] }) }),
    shop_id: reference(() => shop, '办理门店'),
    pay_type: choice('收款方式', paidWays, { required: isByHand }),
    trade_no: text('交易流水号', { most: 64, visible: isCashless, required: isCashless }),
    amount: money('实付金额', shown),
    order_no: text('购买订单', shown),
    start_at: time('开始时间', shown),
    end_at: time('到期时间', shown),
    discount_x10: discount('会员折扣', shown),
    rebate_rate_bp: rate('返利比例', { ...shown, initial: 0 }),
    tax_rate_bp: rate('税率', { ...shown, initial: 0 }),
    refund_amount: money('退款金额', shown),
    order_id: integer('订单', internal),
    order_item_id: integer('订单明细', internal),
  },
  begins: [1],
  states: paidStates,
  editable: [],
  transitions: {
    refund: {
      label: '退订',
      segment: 'paidMembershipRefund',
      access: 'userBusiness:paidRefund',
      from: [1],
      to: -1,
      approval: true,
      atWill: true,
      confirm: '退订后权益立即终止，退款按原收款方式退回',
      asks: { refund_amount: money('退款金额', { required: true }), reason: prose('退订原因', reason) },
      writes: ['refund_amount'],
    },
    revoke: { label: '订单退款，退订', by: 'system', from: [1], to: -1 },
    expire: { label: '到期', by: 'timer', due: 'end_at', from: [1], to: 2 },
  },
  calls: {
    list: ['paidMembershipList', 'userBusiness:view'],
    detail: ['paidMembershipDetail', 'userBusiness:view'],
    add: ['paidMembershipAdd', 'userBusiness:paidAdd'],
  },
  list: {
    columns: [
      'membership_no',
      'user_id',
      'plan_id',
      'start_at',
      'end_at',
      'amount',
      'refund_amount',
      'pay_type',
      'shop_id',
      'order_no',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['user_id', 'plan_id', 'shop_id', 'status', 'start_at', 'end_at', 'created_at'],
    search: ['membership_no', 'order_no'],
    sort: ['-id', '-end_at', '-created_at'],
    sum: ['amount', 'refund_amount'],
  },
  scope: { shop: 'shop_id' },
});
