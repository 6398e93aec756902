import { person } from '../../kit/base-fields.ts';
import { document } from '../../kit/definition.ts';
import type { OfRecord } from '../../kit/field.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { offering, prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { oneOf, type Plain } from '../../kit/transition.ts';
import { imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { ledgerSources } from './ledger-sources.ts';
import { negativeCauses, negativeStates, offsetChoices, offsetType, offsetTypes } from './negative-enums.ts';
import { bizTypes } from './stock.ts';
import { stockAdjustment } from './stock-adjustment.ts';
import { stockBatch } from './stock-batch.ts';
import { stockRule } from './stock-rule.ts';

const figure = { derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const sum = { ...figure, initial: 0 } as const;
const cost = { derived: true, mask: 'stock:costView' } as const;
const signed = { ...cost, initial: 0, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;

const byBatch: OfRecord<boolean> = ({ offset_type }) => offset_type === offsetType.batch;
const byAdjustment: OfRecord<boolean> = ({ offset_type }) => offset_type === offsetType.adjustment;

/** Where a case stands by what of it is offset. */
const byOpen = oneOf([2, 3], ({ offset_qty, qty }: Plain) => (Number(offset_qty) >= Number(qty) ? 3 : 2));

/**
 * Pieces that left a warehouse which had none to give (domain.md §3.6, §4.19, amendments G10): one case for each line of the document that
 * took them, with why it was let, open until as many pieces of batches take their place. The system makes it with the posting.
 */
export const negativeInventory = document('negativeInventory', {
  label: '负库存',
  group: '/v1/Inventory',
  number: { prefix: 'FC', field: 'negative_no' },
  title: 'negative_no',
  fields: {
    negative_no: text('负库存编号', { unique: true, derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { required: true, derived: true }),
    sku_id: reference(() => sku, '货品', { required: true, derived: true }),
    imperfect_type: choice('品级', imperfectType, { initial: 0, derived: true }),
    source_type: offering(text('来源单据类型', { required: true, derived: true }), ledgerSources),
    source_id: integer('来源单据', { required: true, derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
    source_no: text('来源单号', { required: true, derived: true }),
    source_line_id: integer('来源明细', { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
    biz_type: choice('流水类型', bizTypes, { required: true, derived: true }),
    cause: choice('产生依据', negativeCauses, { required: true, derived: true }),
    rule_id: reference(() => stockRule, '库存规则', { derived: true }),
    happened_at: time('发生时间', { required: true, derived: true }),
    // What the line took, and what of it was there.
    out_qty: quantity('出库数量', { required: true, ...figure }),
    qty: quantity('负库存数量', { required: true, ...figure }),
    offset_qty: quantity('已冲销数量', sum),
    open_qty: quantity('未冲销数量', sum),
    temp_cost: money('暂估成本', { ...cost, initial: 0 }),
    cost_diff: money('成本差额', signed),
  },
  lines: {
    label: '冲销记录',
    name: 'offset',
    fields: {
      offset_type: choice('冲销方式', offsetTypes, { required: true, derived: true }),
      stock_batch_id: reference(() => stockBatch, '冲销批次', { derived: true }),
      adjust_no: text('调整单号', { derived: true }),
      qty: quantity('冲销数量', { required: true, ...figure }),
      cost_amount: money('批次成本', { ...cost, initial: 0 }),
      cost_diff: money('成本差额', signed),
      // The document whose posting brought the pieces, where one did.
      source_no: text('来源单号', { derived: true }),
      at: time('冲销时间', { required: true, derived: true }),
      admin_id: reference(() => person, '操作人', { derived: true }),
      remark: text('备注', { derived: true, most: limits.reason }),
    },
  },
  states: negativeStates,
  begins: [1],
  editable: [],
  transitions: {
    offset: {
      label: '冲销',
      from: [1, 2],
      to: byOpen,
      segment: 'negativeOffset',
      access: 'Inventory:negativeOffset',
      confirm: '确认冲销？此操作不可恢复',
      asks: {
        offset_type: choice('冲销方式', offsetChoices, { required: true }),
        stock_batch_id: reference(() => stockBatch, '冲销批次', {
          visible: byBatch,
          required: byBatch,
          among: (_asked, { warehouse_id, sku_id, imperfect_type }) => ({ warehouse_id, sku_id, imperfect_type }),
        }),
        adjust_id: reference(() => stockAdjustment, '调整单', {
          visible: byAdjustment,
          required: byAdjustment,
          among: (_asked, { warehouse_id }) => ({ warehouse_id, status: [2] }),
        }),
        qty: quantity('冲销数量', { required: true, least: 1 }),
        remark: prose('备注', { required: true, least: limits.reasonLeast, most: limits.reason }),
      },
    },
    autoOffset: { label: '自动冲销', from: [1, 2], to: byOpen, by: 'system' },
    giveBack: { label: '退货冲回', from: [1, 2], to: byOpen, by: 'system' },
  },
  calls: {
    list: ['negativeList', 'Inventory:negativeView'],
    detail: ['negativeDetail', 'Inventory:negativeView'],
  },
  list: {
    columns: [
      'negative_no',
      'warehouse_id',
      'sku_id',
      'imperfect_type',
      'source_type',
      'source_no',
      'cause',
      'rule_id',
      'happened_at',
      'qty',
      'offset_qty',
      'open_qty',
      'temp_cost',
      'status',
    ],
    filters: [
      'negative_no',
      'warehouse_id',
      'sku_id',
      'imperfect_type',
      'source_type',
      'source_no',
      'cause',
      'happened_at',
      'status',
    ],
    search: ['negative_no', 'source_no'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no, 'sku_id.main_barcode': goodsCodes.barcode },
    sort: ['-happened_at', 'negative_no', 'qty', 'open_qty'],
    sum: ['qty', 'offset_qty', 'open_qty'],
  },
  scope: { warehouse: 'warehouse_id', brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
});
