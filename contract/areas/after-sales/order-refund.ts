import { person } from '../../kit/base-fields.ts';
import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { oneOf } from '../../kit/transition.ts';
import { refundWay } from '../enums.ts';
import { order } from '../orders/order.ts';
import { shop } from '../partners/shop.ts';
import { orderService } from './order-service.ts';

/** States of a refund by name (domain.md §4.22). */
export const orderRefundStatus = {
  toAudit: 1,
  toRefund: 2,
  refunding: 3,
  refunded: 4,
  failed: 5,
  rejected: 6,
  cancelled: -1,
} as const;
const { toAudit, toRefund, refunding, refunded, failed, rejected, cancelled } = orderRefundStatus;

/** refund_way of domain.md §2, by name. */
export const refundBy = { channel: 1, cash: 2, stored: 3 } as const;

/** Who holds it audits refunds of any amount; others no more than `refund_shop_limit` (domain.md §13.10). */
export const auditAnyRefund = 'OrderRefund:auditAny';

const shown = { derived: true } as const;
const byCash = ({ refund_way: way }: Readonly<Record<string, unknown>>): boolean => way === refundBy.cash;

/**
 * Money that goes back to a customer (domain.md §3.8, §4.22): of an after-sales, or of an order that was cancelled. Three hands are on it:
 * whoever dealt with the after-sales, whoever audits it and whoever pays it out (amendments E).
 */
export const orderRefund = document('orderRefund', {
  label: '退款单',
  group: '/v1/OrderRefund',
  number: { prefix: 'TK', field: 'refund_no' },
  title: 'refund_no',
  fields: {
    refund_no: text('退款单号', { required: true, unique: true, derived: true }),
    order_id: reference(() => order, '订单', { required: true, derived: true }),
    service_id: reference(() => orderService, '售后单', shown),
    amount: money('退款金额', { required: true, derived: true }),
    refund_way: choice('退款方式', refundWay, shown),
    reason: prose('退款原因', shown),
    dealer_id: reference(() => person, '售后处理人', shown),
    paid_by: reference(() => person, '退款人', shown),
    paid_shop_id: reference(() => shop, '退款门店', shown),
    paid_shift: text('退款班次', { ...shown, most: 16 }),
    trade_no: text('退款流水号', shown),
    refunded_at: time('退款时间', shown),
    fail_reason: prose('失败原因', shown),
  },
  // By after-sales, or as a paid order is cancelled.
  begins: [toAudit, toRefund],
  states: {
    1: ['待审核', 'waiting', 'waiting'],
    2: ['待退款', 'toRefund', 'waiting'],
    3: ['退款中', 'refunding', 'moving'],
    4: ['已退款', 'refunded', 'done'],
    5: ['退款失败', 'failed', 'refused'],
    6: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已取消', 'cancelled', 'void'],
  },
  editable: [],
  parts: { fields: ['dealer_id'] },
  transitions: {
    audit: {
      label: '审核',
      from: [toAudit],
      to: { pass: toRefund, reject: rejected },
      segment: 'audit',
      access: 'OrderRefund:audit',
      approval: true,
      batch: true,
    },
    refund: {
      label: '执行退款',
      from: [toRefund],
      to: oneOf([refunding, refunded], ({ refund_way: way }) => (way === refundBy.channel ? refunding : refunded)),
      segment: 'refund',
      access: 'OrderRefund:refund',
      approval: true,
      confirm: '现金和储值退款即时完成，不能撤回，确认退款？',
      asks: {
        refund_way: choice('退款方式', refundWay, { required: true }),
        trade_no: text('退款流水号'),
        paid_shop_id: reference(() => shop, '退款门店', { visible: byCash }),
        paid_shift: text('退款班次', { most: 16, visible: byCash }),
      },
      writes: ['refund_way', 'trade_no', 'paid_shop_id', 'paid_shift'],
    },
    answer: {
      label: '渠道回执',
      from: [refunding],
      to: { pass: refunded, reject: failed },
      segment: 'answer',
      access: 'OrderRefund:answer',
      asks: { channel_no: text('退款流水号') },
    },
    retry: {
      label: '重试',
      from: [failed],
      to: refunding,
      segment: 'retry',
      access: 'OrderRefund:refund',
      confirm: '再次向渠道发起退款，确认重试？',
    },
    cancel: {
      label: '取消',
      from: [toAudit, toRefund, failed],
      to: cancelled,
      segment: 'cancel',
      access: 'OrderRefund:cancel',
      cancels: true,
      confirm: '取消后不再退款，售后单随之退回或关闭，确认取消？',
      asks: { reason: prose('取消原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['list', 'OrderRefund:view'],
    detail: ['detail', 'OrderRefund:view'],
  },
  list: {
    columns: [
      'refund_no',
      'order_id',
      'service_id',
      'amount',
      'refund_way',
      'dealer_id',
      'paid_by',
      'status',
      'refunded_at',
    ],
    filters: ['refund_no', 'order_id', 'service_id', 'refund_way', 'status', 'refunded_at', 'created_at'],
    search: ['refund_no'],
    searchThrough: { 'order_id.order_no': '订单号', 'service_id.service_no': '售后单号' },
    sort: ['-id', '-refunded_at', '-amount'],
    sum: ['amount'],
  },
  scope: { shop: 'order_id.shop_id', warehouse: 'order_id.warehouse_id' },
});
