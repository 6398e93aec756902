import { person } from '../../kit/base-fields.ts';
import { document } from '../../kit/definition.ts';
import { choice, flag, word } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text, texts } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { oneOf, type Plain } from '../../kit/transition.ts';
import { imperfectType, orderSource, payType, saleChannelType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { user } from '../members/user.ts';
import { shop } from '../partners/shop.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { orderState, orderStates } from './order-enums.ts';
import { orderLabel } from './order-label.ts';

const sum = { initial: 0, derived: true } as const;
const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

/** Who holds it sees orders and what was sold. */
export const viewOrders = 'order:view';

/** Where an order stands by what of it has left; what was given up is waited for no more. */
const byShipped = oneOf(
  [orderState.partlyShipped, orderState.shipped],
  ({ shipped_qty, cancelled_qty, goods_qty }: Plain) =>
    Number(shipped_qty) + Number(cancelled_qty) >= Number(goods_qty) ? orderState.shipped : orderState.partlyShipped,
);

/** A step that leaves the order where it is. */
const whereItIs = oneOf([1, 2, 3, 4, 5, 6, 7], ({ status }: Plain) => Number(status) as 1);

/**
 * A customer's order (domain.md §3.8, §4.21): pushed by a till or a channel, which computed its prices (decision 0073). An `imported` one is
 * history of another system: it keeps its own number in `source_order_no`, which no other imported order of its shop and business year has, and has no steps behind it.
 * `stock_posted` says that pieces of it left by the ledger. `ordered_at` is the time of the sale, `business_date` the day it counts for.
 * What its sums say is what its lines and payments say; where the channel's own sums differ, it carries the label 价格异常.
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
    business_date: date('营业日期', { derived: true }),
    shift: text('班次', { derived: true, most: 32 }),
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
    seller_remark: prose('商家备注', { derived: true, most: limits.remark }),
    coupon_codes: texts('优惠券码', { initial: [], derived: true }),
    label_ids: references(() => orderLabel, '订单标签', { derived: true }),
    price_abnormal: flag('价格异常', { derived: true }),
    shipped_qty: quantity('已发数量', sum),
    cancelled_qty: quantity('缺货取消数量', sum),
    // When it is cancelled unpaid, and when it is finished by itself; empty is never.
    pay_due_at: time('付款截止', { derived: true }),
    finish_due_at: time('自动完成', { derived: true }),
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
      // Those of other areas, which their events name: no table is waited for here.
      promotion_id: integer('促销', { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
      gift_activity_id: integer('赠品活动', { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
      unique_codes: texts('唯一码', { initial: [], derived: true }),
      // Whose goods imported lines sold; of others the batches say it.
      supplier_id: reference(() => supplier, '供应商', { derived: true }),
      shipped_qty: quantity('已发数量', sum),
      cancelled_qty: quantity('缺货取消数量', sum),
      returned_qty: quantity('已退数量', sum),
      refund_amount: money('已退金额', sum),
      cost_amount: money('成本金额', { derived: true, mask: 'stock:costView' }),
    },
  },
  states: orderStates,
  // Pushed unpaid; as an exchange, paid by what came back; from a till.
  begins: [1, 2, 5],
  editable: [],
  ledger: { posted: 'stock_posted', holds: [1, 2, 3] },
  transitions: {
    pay: { label: '支付', from: [1], to: orderState.toShip, by: 'system' },
    ship: { label: '发货', from: [2, 3], to: byShipped, by: 'system' },
    cancel: {
      label: '取消订单',
      from: [1, 2],
      to: orderState.cancelled,
      segment: 'cancel',
      access: 'order:cancel',
      cancels: true,
      atWill: true,
      confirm: '取消后释放锁定库存，已付款的订单生成退款单，不可恢复，确认取消？',
      asks: { reason: prose('取消原因', reason) },
    },
    expire: { label: '超时取消', from: [1], to: orderState.cancelled, by: 'timer', due: 'pay_due_at' },
    cancelRest: {
      label: '缺货取消',
      from: [3],
      to: orderState.shipped,
      segment: 'cancelRest',
      access: 'order:cancel',
      atWill: true,
      confirm: '未发货的部分不再发货，按成交金额生成退款单，不可恢复，确认取消？',
      asks: { reason: prose('取消原因', reason) },
    },
    receive: {
      label: '确认收货',
      from: [4],
      to: orderState.finished,
      segment: 'receive',
      access: 'order:receive',
      atWill: true,
      confirm: '确认客户已收货？订单完成后发放积分与成长值',
    },
    autoFinish: { label: '自动完成', from: [4], to: orderState.finished, by: 'timer', due: 'finish_due_at' },
    /** Everything that was paid went back: taken by after-sales. */
    refundAll: { label: '全额退款关闭', from: [3, 4, 5], to: orderState.refunded, by: 'system' },
    remark: {
      label: '备注',
      from: [1, 2, 3, 4, 5, 6, 7],
      to: whereItIs,
      segment: 'remark',
      access: 'order:remark',
      atWill: true,
      asks: { seller_remark: prose('商家备注', { required: true, most: limits.remark }) },
      writes: ['seller_remark'],
    },
  },
  calls: { list: ['list', viewOrders], detail: ['detail', viewOrders], options: ['options', 'login'] },
  list: {
    columns: [
      'order_no',
      'source',
      'sale_channel_type',
      'shop_id',
      'user_id',
      'goods_qty',
      'payable_amount',
      'paid_amount',
      'refund_amount',
      'pay_type',
      'label_ids',
      'status',
      'ordered_at',
    ],
    filters: [
      'order_no',
      'status',
      'source',
      'source_order_no',
      'sale_channel_type',
      'sale_channel_value',
      'shop_id',
      'warehouse_id',
      'user_id',
      'pay_type',
      'label_ids',
      'price_abnormal',
      'imported',
      'ordered_at',
      'paid_at',
      'shipped_at',
      'business_date',
    ],
    search: ['order_no', 'source_order_no', 'receiver_mobile'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-ordered_at', '-paid_at', '-shipped_at', '-paid_amount'],
    sum: ['goods_qty', 'payable_amount', 'paid_amount', 'refund_amount'],
    offers: ['status'],
  },
  scope: { warehouse: 'warehouse_id', shop: 'shop_id' },
});
