import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { imperfectType } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { allot } from './allot.ts';
import { cartonState, cartonStates } from './allot-enums.ts';
import { allotOut, cartonPlace } from './allot-out.ts';

/**
 * A carton of an allot: what the sender put into it, and the number on its label, by which the receiver takes it in. Written by the steps
 * of the allot and of the sender's part alone.
 */
export const allotCarton = document('allotCarton', {
  label: '调拨箱',
  group: '/v1/allotOut',
  number: { prefix: 'DX', field: 'carton_no' },
  title: 'carton_no',
  fields: {
    carton_no: text('箱号', { unique: true, derived: true }),
    allot_id: reference(() => allot, '调拨单', { required: true, derived: true }),
    allot_out_id: reference(() => allotOut, '出库单', { required: true, derived: true }),
    out_warehouse_id: reference(() => warehouse, '调出仓', { required: true, derived: true }),
    in_warehouse_id: reference(() => warehouse, '调入仓', { required: true, derived: true }),
    carton_place: { ...cartonPlace, derived: true as const },
    carton_qty: integer('总箱数', { derived: true, least: 0 }),
    total_qty: quantity('装箱数量', { initial: 0, derived: true, most: Number.MAX_SAFE_INTEGER }),
    arrived_at: time('到货时间', { derived: true }),
  },
  lines: {
    label: '箱内明细',
    fields: {
      out_line_id: integer('拣货明细', { required: true, derived: true, most: Number.MAX_SAFE_INTEGER }),
      sku_id: reference(() => sku, '货品', { required: true, derived: true }),
      imperfect_type: choice('品级', imperfectType, { initial: 0, derived: true }),
      qty: quantity('装箱数量', { required: true, derived: true }),
    },
    unique: ['out_line_id'],
  },
  states: cartonStates,
  begins: [1],
  editable: [],
  transitions: {
    send: { label: '发货', from: [1], to: cartonState.sent, by: 'system' },
    arrive: { label: '到货', from: [2], to: cartonState.arrived, by: 'system' },
    unpack: { label: '拆箱', from: [1], to: cartonState.unpacked, by: 'system' },
  },
  calls: { list: ['cartonList', 'allotOut:view'], detail: ['cartonDetail', 'allotOut:view'] },
  list: {
    columns: [
      'carton_no',
      'carton_place',
      'carton_qty',
      'allot_id',
      'out_warehouse_id',
      'in_warehouse_id',
      'total_qty',
      'status',
      'arrived_at',
    ],
    filters: ['carton_no', 'allot_id', 'allot_out_id', 'out_warehouse_id', 'in_warehouse_id', 'status'],
    search: ['carton_no'],
    sort: ['-id', 'carton_place'],
    sum: ['total_qty'],
  },
  scope: { warehouse: ['out_warehouse_id', 'in_warehouse_id'] },
});
