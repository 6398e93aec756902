import { document, type Rule } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text, texts } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import type { Plain } from '../../kit/transition.ts';
import { allot } from '../allocation/allot.ts';
import { allotTypes } from '../allocation/allot-enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { batchStates } from './rule-enums.ts';

const sum = { initial: 0, derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;

/** Receivers of one batch, and pieces of goods: a matrix that a person can still look over. */
export const matrixLimits = { receivers: 50, cells: 10_000 } as const;

const goesElsewhere: Rule = ({ out_warehouse_id: out, lines }) => {
  if (!Array.isArray(lines)) return undefined;
  const place = (lines as Plain[]).findIndex(({ in_warehouse_id: into }) => into !== undefined && into === out);
  return place < 0
    ? undefined
    : { field: `lines.${place}.in_warehouse_id`, words: `第 ${place + 1} 行的调入仓就是调出仓` };
};

const fewEnough: Rule = ({ lines }) => {
  if (!Array.isArray(lines)) return undefined;
  const receivers = new Set((lines as Plain[]).map(({ in_warehouse_id: into }) => into)).size;
  return receivers > matrixLimits.receivers
    ? { field: 'lines', words: `一张批量调拨单最多 ${matrixLimits.receivers} 个调入仓` }
    : undefined;
};

/**
 * Goods of one warehouse for many, as a matrix of goods and receivers (domain.md §3.6 batchAllot, §4.17, decision 0061). It holds nothing
 * while it is written; confirmed, each receiver gets an allot, all of them in one transaction or none. What becomes of those is what becomes of it.
 */
export const batchAllot = document('batchAllot', {
  label: '批量调拨单',
  group: '/v1/allot',
  number: { prefix: 'PB', field: 'batch_allot_no' },
  title: 'batch_allot_no',
  fields: {
    batch_allot_no: text('批量调拨单号', { required: true, unique: true, derived: true }),
    allot_type: choice('调拨类型', allotTypes, {
      required: true,
      initial: 1,
      withheld: { 5: '批量调拨只调正品' },
    }),
    out_warehouse_id: reference(() => warehouse, '调出仓', { required: true }),
    expect_date: date('期望到货日'),
    shop_count: integer('调入数', sum),
    sku_count: integer('SKU数', sum),
    total_qty: quantity('总数量', sum),
    allot_nos: texts('调拨单号', { derived: true }),
  },
  lines: {
    label: '批量调拨明细',
    least: 1,
    most: matrixLimits.cells,
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      in_warehouse_id: reference(() => warehouse, '调入仓', { required: true }),
      qty: quantity('数量', { required: true }),
      allot_id: reference(() => allot, '调拨单', { derived: true }),
    },
    unique: ['sku_id', 'in_warehouse_id'],
  },
  states: batchStates,
  begins: [1],
  editable: [1],
  transitions: {
    confirm: {
      label: '生成调拨单',
      from: [1],
      to: 2,
      segment: 'batchConfirm',
      access: 'allot:batchConfirm',
      batch: true,
      confirm: '每个调入仓生成一张调拨单，并锁定调出仓库存。确认生成？',
    },
    partly: { label: '部分完成', from: [2], to: 3, by: 'system' },
    finish: { label: '完成', from: [2, 3], to: 4, by: 'system' },
    cancel: {
      label: '作废',
      from: [1],
      to: -1,
      segment: 'batchCancel',
      access: 'allot:batchAdd',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['batchList', 'allot:batchView'],
    detail: ['batchDetail', 'allot:batchView'],
    add: ['batchAdd', 'allot:batchAdd'],
    edit: ['batchEdit', 'allot:batchAdd'],
  },
  list: {
    columns: [
      'batch_allot_no',
      'allot_type',
      'out_warehouse_id',
      'shop_count',
      'sku_count',
      'total_qty',
      'expect_date',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['batch_allot_no', 'allot_type', 'out_warehouse_id', 'status', 'created_at'],
    search: ['batch_allot_no'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', '-created_at', 'total_qty'],
    sum: ['total_qty'],
  },
  scope: { warehouse: 'out_warehouse_id' },
  rules: [goesElsewhere, fewEnough],
});
