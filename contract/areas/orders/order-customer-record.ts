import { entity } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { orderService } from '../after-sales/order-service.ts';
import { order } from './order.ts';
import { recordTypes } from './order-enums.ts';

/** What was said with a customer about an order, and what is to be done about it. */
export const orderCustomerRecord = entity('orderCustomerRecord', {
  label: '客服记录',
  group: '/v1/orderCustomerRecord',
  title: 'content',
  fields: {
    order_id: reference(() => order, '订单', { required: true }),
    service_id: reference(() => orderService, '售后单'),
    record_type: choice('记录类型', recordTypes, { required: true }),
    content: prose('内容', { required: true, most: limits.remark }),
    next_time: time('下次跟进'),
    is_done: flag('已处理'),
  },
  calls: {
    list: ['list', 'orderCustomerRecord:view'],
    detail: ['detail', 'orderCustomerRecord:view'],
    add: ['add', 'orderCustomerRecord:add'],
    edit: ['edit', 'orderCustomerRecord:add'],
  },
  list: {
    columns: ['order_id', 'record_type', 'content', 'next_time', 'is_done', 'created_by', 'created_at'],
    filters: ['order_id', 'service_id', 'record_type', 'is_done', 'next_time'],
    search: ['content'],
    sort: ['-id', 'next_time'],
  },
  scope: { shop: 'order_id.shop_id', warehouse: 'order_id.warehouse_id' },
});
