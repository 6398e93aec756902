import { person } from '../../kit/base-fields.ts';
import { document } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text, texts } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { codesOf, type States } from '../../kit/states.ts';
import { oneOf } from '../../kit/transition.ts';
import { uniqueCode } from '../codes/unique-code.ts';
import { imperfectType, serviceType } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { user } from '../members/user.ts';
import { order } from '../orders/order.ts';
import { shop } from '../partners/shop.ts';
import { warehouse } from '../partners/warehouse.ts';

/** States of an after-sales by name (domain.md §4.22). */
export const serviceStates = {
  1: ['待处理', 'toDeal', 'waiting'],
  2: ['待退货', 'toReturn', 'waiting'],
  3: ['已退货', 'returned', 'moving'],
  4: ['退款中', 'refunding', 'moving'],
  5: ['已完成', 'finished', 'done'],
  6: ['已关闭', 'closed', 'void'],
  7: ['已驳回', 'rejected', 'refused'],
} as const satisfies States;
export const serviceStatus = codesOf(serviceStates);
const { toDeal, toReturn, returned, refunding, finished, closed, rejected } = serviceStatus;

/** service_type of domain.md §2, by name. */
export const serviceKind = { refundOnly: 1, goodsBack: 2, exchange: 3 } as const;

const shown = { derived: true } as const;
const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

/**
 * After-sales of an order (domain.md §3.8, §4.22; amendments D, E). Of an `imported` one the order may be unknown: a CHECK of the
 * table holds that every other names its order. A line therefore names its goods itself, besides the line of the order. What is
 * refunded of a line is what was asked for until it is dealt with, what was agreed on from then on, and of what came back in the end.
 */
export const orderService = document('orderService', {
  label: '售后单',
  group: '/v1/OrderService',
  number: { prefix: 'SH', field: 'service_no' },
  title: 'service_no',
  fields: {
    service_no: text('售后单号', { required: true, unique: true, derived: true }),
    source_service_no: text('外部售后单号', shown),
    imported: flag('历史导入', shown),
    stock_posted: flag('库存已过账', shown),
    order_id: reference(() => order, '订单'),
    service_type: choice('售后类型', serviceType, { required: true }),
    applied_at: time('申请时间', { required: true, derived: true }),
    user_id: reference(() => user, '会员', shown),
    shop_id: reference(() => shop, '受理门店'),
    reason: prose('售后原因', { required: true, most: limits.reason }),
    pictures: texts('凭证图片', { initial: [], most: 9 }),
    apply_amount: money('申请金额', { required: true, derived: true }),
    deal_amount: money('同意金额', shown),
    dealer_id: reference(() => person, '处理人', shown),
    solution: prose('处理方案', shown),
    return_warehouse_id: reference(() => warehouse, '退货仓库'),
    waybill_no: text('退货物流单号', shown),
    returned_at: time('退货入库时间', shown),
    sent_back_no: text('寄回物流单号', shown),
    new_order_id: reference(() => order, '换货新订单', shown),
  },
  lines: {
    label: '售后明细',
    least: 1,
    fields: {
      order_item_id: integer('订单明细', { least: 1, most: Number.MAX_SAFE_INTEGER }),
      sku_id: reference(() => sku, '货品', shown),
      qty: quantity('申请数量', { required: true, least: 1 }),
      return_qty: quantity('退货数量', shown),
      imperfect_type: choice('退货品级', imperfectType, shown),
      refund_amount: money('退款金额', { required: true }),
      new_sku_id: reference(() => sku, '换货货品', {
        visible: (_line, { service_type: type }) => type === serviceKind.exchange,
      }),
      code_ids: references(() => uniqueCode, '唯一码', shown),
    },
  },
  begins: [toDeal],
  states: serviceStates,
  editable: [],
  ledger: { posted: 'stock_posted' },
  transitions: {
    // From 待处理 what was asked for is agreed on; from 已退货 another amount, where its refund was rejected or cancelled (amendments D).
    deal: {
      label: '处理',
      from: [toDeal, returned],
      to: {
        pass: oneOf([toReturn, refunding], ({ status, service_type: type }) =>
          status === toDeal && type !== serviceKind.refundOnly ? toReturn : refunding,
        ),
        reject: rejected,
      },
      segment: 'deal',
      access: 'OrderService:deal',
      asks: {
        deal_amount: money('同意金额'),
        return_warehouse_id: reference(() => warehouse, '退货仓库'),
        solution: prose('处理方案'),
      },
      writes: ['deal_amount', 'return_warehouse_id', 'solution'],
    },
    return: {
      label: '退货登记入库',
      from: [toReturn],
      // Money follows at once, if there is any; an exchange waits for its order.
      to: oneOf([returned, refunding, finished], ({ service_type: type, deal_amount: amount }) => {
        if (type === serviceKind.exchange) return returned;
        return Number(amount) > 0 ? refunding : finished;
      }),
      segment: 'return',
      access: 'OrderService:return',
      asks: { return_warehouse_id: reference(() => warehouse, '退货仓库'), waybill_no: text('退货物流单号') },
      writes: ['return_warehouse_id', 'waybill_no'],
      asksLines: {
        fields: ['return_qty', 'imperfect_type', 'code_ids'],
        every: true,
        beside: ['sku_id', 'qty', 'refund_amount'],
        starts: { return_qty: 'qty' },
      },
    },
    exchange: {
      label: '生成换货订单',
      from: [returned],
      to: returned,
      segment: 'exchange',
      access: 'OrderService:deal',
      confirm: '按换货货品生成新订单，货款由换货抵款支付，确认生成？',
    },
    exchanged: { label: '换货完成', by: 'system', from: [returned], to: finished },
    refundRejected: {
      label: '退款驳回退回',
      by: 'system',
      from: [refunding],
      to: oneOf([toDeal, returned], ({ service_type: type }) => (type === serviceKind.refundOnly ? toDeal : returned)),
    },
    // Goods that came back do not go with a refund that was given up: it is agreed on anew, or they are sent back (amendments D).
    refundCancelled: {
      label: '退款取消',
      by: 'system',
      from: [refunding],
      to: oneOf([closed, returned], ({ service_type: type }) => (type === serviceKind.refundOnly ? closed : returned)),
    },
    refundDone: { label: '退款完成', by: 'system', from: [refunding], to: finished },
    close: {
      label: '关闭',
      from: [toDeal, toReturn, returned],
      to: closed,
      segment: 'close',
      access: 'OrderService:close',
      cancels: true,
      atWill: true,
      confirm: '货已退回的，关闭即把货寄回客户并从退货仓库出库，确认关闭？',
      asks: { reason: prose('关闭原因', reason), sent_back_no: text('寄回物流单号') },
      writes: ['sent_back_no'],
    },
  },
  calls: {
    list: ['list', 'OrderService:view'],
    detail: ['detail', 'OrderService:view'],
    options: ['options', 'OrderService:view'],
    add: ['add', 'OrderService:add'],
  },
  list: {
    columns: [
      'service_no',
      'order_id',
      'service_type',
      'user_id',
      'shop_id',
      'apply_amount',
      'deal_amount',
      'status',
      'applied_at',
    ],
    filters: ['service_no', 'order_id', 'service_type', 'shop_id', 'status', 'applied_at', 'returned_at'],
    search: ['service_no'],
    searchThrough: { 'order_id.order_no': '订单号' },
    sort: ['-applied_at', '-id'],
    sum: ['apply_amount', 'deal_amount'],
  },
  scope: { shop: 'shop_id', warehouse: 'return_warehouse_id' },
});
