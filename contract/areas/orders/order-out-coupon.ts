import { document } from '../../kit/definition.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { shop } from '../partners/shop.ts';
import { order } from './order.ts';
import { couponState, couponStates, orderState } from './order-enums.ts';

/**
 * A coupon of another platform that a customer pays with (domain.md §4.22): what it is worth is a payment of the order (pay_type 6) as long
 * as it is verified. A code counts once; what was revoked may be used again.
 */
export const orderOutCoupon = document('orderOutCoupon', {
  label: '外部券核销',
  group: '/v1/OrderOutCoupon',
  number: { prefix: 'WQ', field: 'verify_no' },
  title: 'coupon_code',
  fields: {
    verify_no: text('核销单号', { unique: true, derived: true }),
    order_id: reference(() => order, '订单', { required: true, among: () => ({ status: [orderState.toPay] }) }),
    shop_id: reference(() => shop, '门店', { derived: true }),
    platform: text('平台', { required: true, most: 32 }),
    coupon_code: text('券码', { required: true, most: 64 }),
    coupon_name: text('券名称'),
    face_amount: money('面值', { required: true, least: 1 }),
    settle_amount: money('结算金额', { required: true, least: 1 }),
    used_at: time('核销时间', { required: true, derived: true }),
  },
  states: couponStates,
  begins: [1],
  editable: [],
  transitions: {
    revoke: {
      label: '撤销核销',
      from: [1],
      to: couponState.revoked,
      segment: 'revoke',
      access: 'OrderOutCoupon:verify',
      atWill: true,
      cancels: true,
      confirm: '撤销后此券不再抵付订单，确认撤销？',
      asks: { reason: prose('撤销原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
    /** Its order was cancelled before it was paid. */
    release: { label: '随订单释放', from: [1], to: couponState.revoked, by: 'system' },
    /** The platform's bill has it. */
    reconcile: { label: '对账', from: [1], to: couponState.reconciled, by: 'system' },
  },
  calls: {
    list: ['list', 'OrderOutCoupon:view'],
    detail: ['detail', 'OrderOutCoupon:view'],
    add: ['verify', 'OrderOutCoupon:verify'],
  },
  list: {
    columns: [
      'verify_no',
      'order_id',
      'shop_id',
      'platform',
      'coupon_code',
      'coupon_name',
      'face_amount',
      'settle_amount',
      'used_at',
      'status',
    ],
    filters: ['order_id', 'shop_id', 'platform', 'coupon_code', 'status', 'used_at'],
    search: ['coupon_code', 'verify_no'],
    searchThrough: { 'order_id.order_no': order.fields.order_no.label },
    sort: ['-id', '-used_at'],
    sum: ['face_amount', 'settle_amount'],
  },
  scope: { shop: 'shop_id' },
});
