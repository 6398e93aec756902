import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { user } from '../members/user.ts';
import { order } from '../orders/order.ts';
import { coupon } from './coupon.ts';
import { sendOutcomes, userCouponStatuses } from './coupon-enums.ts';
import { couponSend } from './coupon-send.ts';

const shown = { derived: true } as const;

/** Coupons that members hold (domain.md §3.7): made by sends, locked and used by orders; nobody writes them by hand. */
export const userCoupon = entity('userCoupon', {
  label: '用户券',
  group: '/v1/coupon',
  title: 'code',
  view: true,
  fields: {
    code: text('券码', shown),
    coupon_id: reference(() => coupon, '优惠券', shown),
    user_id: reference(() => user, '会员', shown),
    send_id: reference(() => couponSend, '发券单', shown),
    got_at: time('领取时间', shown),
    valid_from: time('有效开始', shown),
    valid_to: time('有效结束', shown),
    status: choice('状态', userCouponStatuses, shown),
    order_id: reference(() => order, '订单', { ...shown, internal: true }),
    order_no: text('使用订单', shown),
    used_at: time('使用时间', shown),
  },
  calls: { list: ['userCouponList', 'coupon:view'] },
  list: {
    columns: ['code', 'coupon_id', 'user_id', 'got_at', 'valid_from', 'valid_to', 'status', 'order_no', 'used_at'],
    filters: ['coupon_id', 'user_id', 'send_id', 'code', 'status', 'got_at', 'used_at'],
    search: ['code', 'order_no'],
    sort: ['-id', '-got_at', 'valid_to'],
  },
});

/** What became of each member of a send; written by the send alone (domain.md §3.7). */
export const couponSendLine = entity('couponSendLine', {
  label: '发券明细',
  group: '/v1/coupon',
  title: 'error',
  view: true,
  fields: {
    send_id: reference(() => couponSend, '发券单', shown),
    user_id: reference(() => user, '会员', shown),
    outcome: choice('结果', sendOutcomes, shown),
    sent: integer('发放张数', shown),
    error: text('失败原因', shown),
    at: time('处理时间', shown),
  },
  calls: { list: ['sendLines', 'coupon:sendView'] },
  list: {
    columns: ['user_id', 'outcome', 'sent', 'error', 'at'],
    filters: ['send_id', 'user_id', 'outcome'],
    search: ['error'],
    searchThrough: { 'user_id.user_no': '会员编号' },
    sort: ['id', '-at'],
  },
});

/** Codes that an order was priced with and that could not be taken: the sale has happened, so it is kept and looked at (domain.md P9). */
export const couponNote = entity('couponNote', {
  label: '核券异常',
  group: '/v1/coupon',
  title: 'code',
  view: true,
  fields: {
    order_id: reference(() => order, '订单', { ...shown, internal: true }),
    order_no: text('订单号', shown),
    code: text('券码', shown),
    coupon_id: reference(() => coupon, '优惠券', shown),
    user_id: reference(() => user, '下单会员', shown),
    reason: text('原因', shown),
    at: time('下单时间', shown),
  },
  calls: { list: ['noteList', 'coupon:view'] },
  list: {
    columns: ['at', 'order_no', 'code', 'coupon_id', 'user_id', 'reason'],
    filters: ['coupon_id', 'user_id', 'code', 'at'],
    search: ['code', 'order_no'],
    sort: ['-id', '-at'],
  },
});
