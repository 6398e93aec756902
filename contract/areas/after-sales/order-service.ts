import { document } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text, texts } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { imperfectType, serviceType } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { user } from '../members/user.ts';
import { order } from '../orders/order.ts';
import { shop } from '../partners/shop.ts';
import { warehouse } from '../partners/warehouse.ts';

/**
 * After-sales of an order (domain.md §3.8, §4.22); calls, steps and screens come with the issue of after-sales. Of an
 * `imported` one the order may be unknown: a CHECK of the table holds that every other names its order. A line therefore
 * names its goods itself, besides the line of the order.
 */
export const orderService = document('orderService', {
  label: '售后单',
  group: '/v1/OrderService',
  number: { prefix: 'SH', field: 'service_no' },
  title: 'service_no',
  fields: {
    service_no: text('售后单号', { required: true, unique: true, derived: true }),
    source_service_no: text('外部售后单号', { derived: true }),
    imported: flag('历史导入', { derived: true }),
    stock_posted: flag('库存已过账', { derived: true }),
    order_id: reference(() => order, '订单'),
    service_type: choice('售后类型', serviceType, { required: true }),
    applied_at: time('申请时间', { required: true }),
    user_id: reference(() => user, '会员'),
    shop_id: reference(() => shop, '受理门店'),
    reason: prose('售后原因', { required: true, most: limits.reason }),
    pictures: texts('凭证图片', { initial: [], most: 9 }),
    apply_amount: money('申请金额', { required: true }),
    deal_amount: money('同意金额'),
    solution: prose('处理方案'),
    return_warehouse_id: reference(() => warehouse, '退货仓库'),
    waybill_no: text('退货物流单号'),
    returned_at: time('退货入库时间', { derived: true }),
    new_order_id: reference(() => order, '换货新订单', { derived: true }),
  },
  lines: {
    label: '售后明细',
    least: 1,
    fields: {
      order_item_id: integer('订单明细', { derived: true }),
      sku_id: reference(() => sku, '货品', { required: true }),
      qty: quantity('申请数量', { required: true }),
      return_qty: quantity('退货数量', { derived: true }),
      imperfect_type: choice('退货品级', imperfectType),
      refund_amount: money('退款金额', { required: true }),
    },
  },
  states: {
    1: ['待处理', 'to_deal', 'waiting'],
    2: ['待退货', 'to_return', 'waiting'],
    3: ['已退货', 'returned', 'moving'],
    4: ['退款中', 'refunding', 'moving'],
    5: ['已完成', 'finished', 'done'],
    6: ['已关闭', 'closed', 'void'],
    7: ['已驳回', 'rejected', 'refused'],
  },
  editable: [],
  ledger: { posted: 'stock_posted' },
  transitions: {},
  calls: {},
  list: {
    columns: ['service_no', 'order_id', 'service_type', 'user_id', 'shop_id', 'apply_amount', 'status', 'applied_at'],
    filters: ['service_type', 'shop_id', 'status', 'applied_at'],
    search: ['service_no'],
    sort: ['-applied_at'],
    sum: ['apply_amount'],
  },
  scope: { shop: 'shop_id', warehouse: 'return_warehouse_id' },
});
