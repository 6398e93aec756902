import { person } from '../../kit/base-fields.ts';
import { document } from '../../kit/definition.ts';
import { choice, flag, word } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { imperfectType, orderSource, orderStatus, payType, saleChannelType } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { user } from '../members/user.ts';
import { shop } from '../partners/shop.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';

const sum = { initial: 0, derived: true } as const;

/** Who holds it sees orders and what was sold. */
export const viewOrders = 'order:view';

/**
 * A customer's order (domain.md §3.8, §4.21). Calls, steps and screens come with the issue of orders, promotions, labels and
 * bills with theirs; tables and exports are here (decision 0021). An `imported` one is history of another system: it keeps
 * its own number in `source_order_no`, which no other imported order has, and moved stock only where `stock_posted`
 * says so (decision 0026). `ordered_at` is the time of the sale.
 */
export const order = document('order', {
  label: '订单',
  group: '/v1/order',
  number: { prefix: 'SO', field: 'order_no' },
  title: 'order_no',
  fields: {
    order_no: text('订单号', { required: true, unique: true, derived: true }),
    source: choice('订单来源', orderSource, { required: true }),
    source_order_no: text('外部订单号'),
    imported: flag('历史导入', { derived: true }),
    stock_posted: flag('库存已过账', { derived: true }),
    sale_channel_type: word('销售渠道类型', saleChannelType, { required: true }),
    sale_channel_value: text('销售渠道'),
    ordered_at: time('下单时间', { required: true }),
    shop_id: reference(() => shop, '门店'),
    warehouse_id: reference(() => warehouse, '发货仓', { required: true }),
    user_id: reference(() => user, '会员'),
    cashier_id: reference(() => person, '收银员'),
    sales_id: reference(() => person, '导购'),
    receiver: text('收货人'),
    receiver_mobile: text('收货手机', { most: 20 }),
    receiver_address: text('收货地址', { most: 200 }),
    goods_qty: quantity('商品数量', sum),
    tag_amount: money('吊牌金额', sum),
    goods_amount: money('商品金额', sum),
    promotion_amount: money('促销优惠', sum),
    coupon_amount: money('优惠券抵扣', sum),
    point_amount: money('积分抵扣', sum),
    change_amount: money('改价优惠', sum),
    freight_amount: money('运费', { initial: 0 }),
    payable_amount: money('应付金额', sum),
    paid_amount: money('实付金额', sum),
    refund_amount: money('已退金额', sum),
    pay_type: choice('支付方式', payType),
    paid_at: time('支付时间', { derived: true }),
    shipped_at: time('发货时间', { derived: true }),
    finished_at: time('完成时间', { derived: true }),
    buyer_remark: prose('买家留言'),
  },
  lines: {
    label: '订单明细',
    name: 'item',
    least: 1,
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      imperfect_type: choice('品级', imperfectType, { initial: 0 }),
      qty: quantity('数量', { required: true }),
      tag_price: money('吊牌价', { required: true }),
      sale_price: money('售价', { required: true }),
      final_amount: money('成交金额', { required: true }),
      promotion_amount: money('促销分摊', { initial: 0 }),
      coupon_amount: money('优惠券分摊', { initial: 0 }),
      point_amount: money('积分分摊', { initial: 0 }),
      change_amount: money('改价分摊', { initial: 0 }),
      is_gift: flag('赠品'),
      // Until sales choose the batches they take (decision 0015), a line itself says whose goods it sold.
      supplier_id: reference(() => supplier, '供应商', { derived: true }),
      shipped_qty: quantity('已发数量', sum),
      returned_qty: quantity('已退数量', sum),
      refund_amount: money('已退金额', sum),
      cost_amount: money('成本金额', { derived: true, mask: 'stock:costView' }),
    },
  },
  states: {
    1: [orderStatus[1], 'to_pay', 'waiting'],
    2: [orderStatus[2], 'to_ship', 'waiting'],
    3: [orderStatus[3], 'partly_shipped', 'moving'],
    4: [orderStatus[4], 'shipped', 'moving'],
    5: [orderStatus[5], 'finished', 'done'],
    6: [orderStatus[6], 'cancelled', 'void'],
    7: [orderStatus[7], 'refunded', 'refused'],
  },
  editable: [],
  ledger: { posted: 'stock_posted' },
  transitions: {},
  calls: {},
  list: {
    columns: [
      'order_no',
      'source',
      'shop_id',
      'user_id',
      'goods_qty',
      'paid_amount',
      'pay_type',
      'status',
      'ordered_at',
    ],
    filters: ['status', 'source', 'sale_channel_type', 'shop_id', 'pay_type', 'ordered_at', 'shipped_at'],
    search: ['order_no', 'source_order_no', 'receiver_mobile'],
    sort: ['-ordered_at', '-paid_at', '-shipped_at'],
    sum: ['goods_qty', 'paid_amount'],
  },
  scope: { warehouse: 'warehouse_id', shop: 'shop_id' },
});
