import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { refundWay } from '../enums.ts';
import { order } from '../orders/order.ts';
import { orderService } from './order-service.ts';

/** States of a refund by name (domain.md §4.22). */
export const orderRefundStatus = { rejected: 6, cancelled: -1 } as const;

/** Money that goes back to a customer (domain.md §3.8, §4.22); calls, steps and screens come with the issue of refunds. */
export const orderRefund = document('orderRefund', {
  label: '退款单',
  group: '/v1/OrderRefund',
  number: { prefix: 'TK', field: 'refund_no' },
  title: 'refund_no',
  fields: {
    refund_no: text('退款单号', { required: true, unique: true, derived: true }),
    order_id: reference(() => order, '订单', { required: true }),
    service_id: reference(() => orderService, '售后单'),
    amount: money('退款金额', { required: true }),
    refund_way: choice('退款方式', refundWay),
    reason: prose('退款原因'),
    trade_no: text('退款流水号', { derived: true }),
    refunded_at: time('退款时间', { derived: true }),
    fail_reason: prose('失败原因', { derived: true }),
  },
  states: {
    1: ['待审核', 'waiting', 'waiting'],
    2: ['待退款', 'to_refund', 'waiting'],
    3: ['退款中', 'refunding', 'moving'],
    4: ['已退款', 'refunded', 'done'],
    5: ['退款失败', 'failed', 'refused'],
    6: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已取消', 'cancelled', 'void'],
  },
  // By after-sales, or as a paid order is cancelled.
  begins: [1, 2],
  editable: [],
  transitions: {},
  calls: {},
  list: {
    columns: ['refund_no', 'order_id', 'service_id', 'amount', 'refund_way', 'status', 'refunded_at'],
    filters: ['refund_way', 'status', 'refunded_at'],
    search: ['refund_no'],
    sort: ['-id', '-refunded_at'],
    sum: ['amount'],
  },
  scope: { shop: 'order_id.shop_id', warehouse: 'order_id.warehouse_id' },
});
