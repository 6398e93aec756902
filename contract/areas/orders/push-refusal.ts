import { command } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { orderSource } from '../enums.ts';
import { shop } from '../partners/shop.ts';
import { order } from './order.ts';

/** What has become of a refused push. */
export const pushRefusalStatuses = { 1: '待处理', 2: '已接收', 3: '已忽略' } as const;
export const pushRefusalState = { waiting: 1, taken: 2, ignored: 3 } as const;

/** The most refused orders of one till or channel that wait at once. */
export const mostWaitingRefusals = 5_000;

const shown = { derived: true } as const;

/**
 * A pushed order that was refused, and why: what a till has sold is kept until it is taken in, once the cause is gone, or somebody says why it
 * is none. Told again it counts up; told right, it settles itself.
 */
export const pushRefusal = entity('pushRefusal', {
  label: '推送异常',
  group: '/v1/order',
  title: 'source_order_no',
  hint: 'error',
  fields: {
    source: choice('订单来源', orderSource, shown),
    channel: text('门店或渠道', { ...shown, most: 96 }),
    source_order_no: text('外部订单号', shown),
    shop_id: reference(() => shop, '门店', shown),
    ordered_at: time('下单时间', shown),
    error: prose('原因', { ...shown, most: limits.remark }),
    error_field: text('字段', shown),
    push_count: integer('推送次数', { ...shown, initial: 1 }),
    pushed_at: time('最近推送', shown),
    order_id: reference(() => order, '订单', shown),
    ignore_reason: prose('忽略原因', { ...shown, most: limits.reason }),
    status: choice('状态', pushRefusalStatuses, shown),
  },
  calls: { list: ['pushRefusalList', 'order:pushView'] },
  list: {
    columns: [
      'source',
      'channel',
      'source_order_no',
      'ordered_at',
      'error',
      'push_count',
      'pushed_at',
      'order_id',
      'ignore_reason',
      'status',
    ],
    filters: ['source', 'channel', 'source_order_no', 'shop_id', 'ordered_at', 'pushed_at', 'status'],
    search: ['source_order_no', 'error'],
    sort: ['-id', '-pushed_at'],
  },
  scope: { shop: 'shop_id' },
});

export const pushRefusalCalls = {
  /** Takes a refused push in as it was told last; refused again where the cause is still there. */
  retry: command<{ id: number }, { id: number; order_no: string }>({
    service: 'erp',
    path: '/v1/order/pushRetry',
    access: 'order:pushDeal',
  }),
  /** These are no orders of ours. */
  ignore: command<{ ids: number[]; reason: string }, { count: number }>({
    service: 'erp',
    path: '/v1/order/pushIgnore',
    access: 'order:pushDeal',
  }),
};
