import { person } from '../../kit/base-fields.ts';
import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { codesAsked } from '../codes/codes-asked.ts';
import { imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { stockBatch } from '../warehouse/stock-batch.ts';
import { allot } from './allot.ts';
import { outState, outStates } from './allot-enums.ts';

const sum = { initial: 0, derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;

/** Cartons of one allot are numbered from 1. */
export const cartonPlace = integer('箱序号', { required: true, least: 1, most: 9999 });

/**
 * The sender's part of an allot (domain.md §4.15): what is picked, batch by batch, and put into cartons. Made as the allot is passed; the
 * step that sends the allot ends it, and so does the one that cancels it.
 */
export const allotOut = document('allotOut', {
  label: '调拨出库单',
  group: '/v1/allotOut',
  number: { prefix: 'DC', field: 'out_no' },
  title: 'out_no',
  fields: {
    out_no: text('出库单号', { unique: true, derived: true }),
    allot_id: reference(() => allot, '调拨单', { required: true, unique: true, derived: true }),
    out_warehouse_id: reference(() => warehouse, '调出仓', { required: true, derived: true }),
    in_warehouse_id: reference(() => warehouse, '调入仓', { required: true, derived: true }),
    total_qty: quantity('应拣数量', sum),
    pick_qty: quantity('拣货数量', sum),
    carton_qty: integer('箱数', { derived: true, least: 0 }),
    picker_id: reference(() => person, '拣货人', { derived: true }),
    picked_at: time('拣货时间', { derived: true }),
    packed_at: time('装箱时间', { derived: true }),
  },
  lines: {
    label: '拣货明细',
    fields: {
      allot_line_id: integer('调拨明细', { required: true, derived: true, most: Number.MAX_SAFE_INTEGER }),
      sku_id: reference(() => sku, '货品', { required: true, derived: true }),
      imperfect_type: choice('品级', imperfectType, { initial: 0, derived: true }),
      qty: quantity('应拣数量', { required: true, derived: true }),
      pick_qty: quantity('已拣数量', { derived: true, least: 0 }),
      // Begins as the allot names it; picking may name another.
      stock_batch_id: reference(() => stockBatch, '指定批次', {
        derived: true,
        among: ({ sku_id, imperfect_type }, { out_warehouse_id }) => ({
          sku_id,
          imperfect_type,
          warehouse_id: out_warehouse_id,
        }),
      }),
      // Into which cartons it went, by their places.
      carton_no: text('箱号', { derived: true, most: limits.reason }),
    },
    unique: ['allot_line_id'],
  },
  states: outStates,
  begins: [1],
  editable: [],
  transitions: {
    pick: {
      label: '拣货',
      // Picked again after packing: the cartons are opened.
      from: [1, 2, 3],
      to: outState.picking,
      segment: 'pick',
      access: 'allotOut:pick',
      asksLines: {
        fields: ['pick_qty', 'stock_batch_id'],
        // Which pieces; those that tablets have read by default.
        also: { codes: codesAsked },
        beside: ['sku_id', 'imperfect_type', 'qty'],
      },
    },
    pack: {
      label: '装箱',
      from: [2, 3],
      to: outState.packed,
      segment: 'pack',
      access: 'allotOut:pick',
      asksLines: {
        many: true,
        beside: ['sku_id', 'imperfect_type', 'pick_qty'],
        fields: { carton_place: cartonPlace, qty: quantity('装箱数量', { required: true }) },
        starts: { qty: 'pick_qty' },
      },
    },
    send: { label: '发货', from: [2, 3], to: outState.sent, by: 'system' },
    cancel: { label: '取消', from: [1, 2, 3], to: outState.cancelled, by: 'system' },
  },
  calls: { list: ['list', 'allotOut:view'], detail: ['detail', 'allotOut:view'] },
  list: {
    columns: [
      'out_no',
      'allot_id',
      'out_warehouse_id',
      'in_warehouse_id',
      'total_qty',
      'pick_qty',
      'carton_qty',
      'picker_id',
      'status',
      'created_at',
    ],
    filters: ['out_no', 'allot_id', 'out_warehouse_id', 'in_warehouse_id', 'picker_id', 'status', 'created_at'],
    search: ['out_no'],
    searchThrough: { 'allot_id.allot_no': allot.fields.allot_no.label, 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', 'out_no', 'total_qty'],
    sum: ['total_qty', 'pick_qty'],
  },
  scope: { warehouse: ['out_warehouse_id', 'in_warehouse_id'] },
});
