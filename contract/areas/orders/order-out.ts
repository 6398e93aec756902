import { document } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text, texts } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { oneOf, type Plain } from '../../kit/transition.ts';
import { imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { logistics } from '../partners/logistics.ts';
import { shop } from '../partners/shop.ts';
import { warehouse } from '../partners/warehouse.ts';
import { order } from './order.ts';
import { outState, outStates } from './order-enums.ts';

const sum = { initial: 0, derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;

/** Picked whole, or told that no more will be found. */
const byPicked = oneOf([outState.picking, outState.toShip], ({ short_confirmed, lines }: Plain) =>
  short_confirmed === true ||
  ((lines ?? []) as { qty: number; pick_qty: number | null }[]).every(
    ({ qty, pick_qty }) => Number(pick_qty ?? 0) >= qty,
  )
    ? outState.toShip
    : outState.picking,
);

/**
 * A delivery of an order (domain.md §4.21): made as it is paid, of all of it; what could not be picked goes into another one as this one is
 * shipped. An order has one open delivery at most, so whatever the order holds in stock is held for it.
 */
export const orderOut = document('orderOut', {
  label: '订单出库单',
  group: '/v1/order',
  number: { prefix: 'SC', field: 'out_no' },
  title: 'out_no',
  fields: {
    out_no: text('出库单号', { unique: true, derived: true }),
    order_id: reference(() => order, '订单', { required: true, derived: true }),
    warehouse_id: reference(() => warehouse, '发货仓', { required: true, derived: true }),
    shop_id: reference(() => shop, '门店', { derived: true }),
    total_qty: quantity('数量', sum),
    pick_qty: quantity('已拣数量', sum),
    short_confirmed: flag('缺货已确认', { derived: true }),
    logistics_id: reference(() => logistics, '物流公司', { derived: true }),
    waybill_no: text('物流单号', { derived: true, most: 64 }),
    shipped_at: time('发货时间', { derived: true }),
  },
  lines: {
    label: '出库明细',
    fields: {
      order_item_id: integer('订单明细', { required: true, derived: true, most: Number.MAX_SAFE_INTEGER }),
      sku_id: reference(() => sku, '货品', { required: true, derived: true }),
      imperfect_type: choice('品级', imperfectType, { initial: 0, derived: true }),
      qty: quantity('应发数量', { required: true, derived: true }),
      pick_qty: quantity('已拣数量', { derived: true, least: 0 }),
    },
    unique: ['order_item_id'],
  },
  states: outStates,
  begins: [1],
  editable: [],
  transitions: {
    /** The first piece of it was scanned by a tablet. */
    begin: { label: '开始拣货', from: [1], to: outState.picking, by: 'system' },
    pick: {
      label: '拣货',
      from: [1, 2],
      to: byPicked,
      segment: 'outPick',
      access: 'order:outShip',
      asks: { short_confirmed: flag('缺货确认：不足的部分不再拣') },
      writes: ['short_confirmed'],
      asksLines: {
        fields: ['pick_qty'],
        beside: ['sku_id', 'imperfect_type', 'qty'],
        // What tablets have picked; a desk that picks begins with nothing, not with what it should find.
        starts: { pick_qty: 'pick_qty' },
      },
    },
    ship: {
      label: '发货',
      from: [3],
      to: outState.shipped,
      segment: 'outShip',
      access: 'order:outShip',
      confirm: '发货后库存出库并记账，不可撤回，确认发货？',
      asks: {
        logistics_id: reference(() => logistics, '物流公司'),
        waybill_no: text('物流单号', { most: 64 }),
        // Of pieces among them that have a code: they leave by it alone.
        unique_codes: texts('唯一码', { most: 5000 }),
      },
      writes: ['logistics_id', 'waybill_no'],
    },
    cancel: {
      label: '取消出库',
      from: [1, 2, 3],
      to: outState.cancelled,
      segment: 'outCancel',
      access: 'order:outCancel',
      cancels: true,
      atWill: true,
      confirm: '确认取消此出库单？',
      asks: {
        reason: prose('取消原因', { required: true, least: limits.reasonLeast, most: limits.reason }),
        warehouse_id: reference(() => warehouse, '改由仓库发货'),
      },
    },
    /** The order comes to nothing, or what is left of it. */
    withdraw: { label: '随订单取消', from: [1, 2, 3], to: outState.cancelled, by: 'system' },
  },
  calls: { list: ['outList', 'order:outView'], detail: ['outDetail', 'order:outView'] },
  list: {
    columns: [
      'out_no',
      'order_id',
      'warehouse_id',
      'shop_id',
      'total_qty',
      'pick_qty',
      'logistics_id',
      'waybill_no',
      'status',
      'shipped_at',
      'created_at',
    ],
    filters: [
      'out_no',
      'order_id',
      'warehouse_id',
      'shop_id',
      'status',
      'logistics_id',
      'waybill_no',
      'shipped_at',
      'created_at',
    ],
    search: ['out_no', 'waybill_no'],
    searchThrough: { 'order_id.order_no': order.fields.order_no.label, 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', 'out_no', '-shipped_at'],
    sum: ['total_qty', 'pick_qty'],
  },
  scope: { warehouse: 'warehouse_id', shop: 'shop_id' },
});
