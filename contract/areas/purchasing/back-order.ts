import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity, rate } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { sourceFields, sourceLineFields } from '../../kit/source.ts';
import { codeStatus } from '../codes/code-enums.ts';
import { uniqueCode } from '../codes/unique-code.ts';
import { coModel, imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { logistics } from '../partners/logistics.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { stockBatch } from '../warehouse/stock-batch.ts';
import { backTypes } from './return-enums.ts';

const sum = { initial: 0, derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const ofLine = { initial: 0, derived: true, least: 0 } as const;
const secret = { mask: 'stock:costView' } as const;

/**
 * Goods that go back to the supplier they came from, batch by batch (domain.md §3.5, §4.9). From submission on the chosen batches are
 * locked for it; two people verify it; what goes out is counted again, and again what the supplier signs for.
 */
export const backOrder = document('backOrder', {
  label: '退返单',
  group: '/v1/backOrder',
  number: { prefix: 'TF', field: 'back_no' },
  title: 'back_no',
  fields: {
    ...sourceFields,
    back_no: text('退返单号', { unique: true, derived: true }),
    back_type: choice('退返类型', backTypes, { required: true }),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    warehouse_id: reference(() => warehouse, '退货仓库', { required: true }),
    co_model: choice('合作模式', coModel, { derived: true }),
    reason: prose('退返原因', { required: true, least: limits.reasonLeast, most: limits.reason }),
    total_qty: quantity('退返数量', sum),
    out_qty: quantity('出库数量', sum),
    sign_qty: quantity('签收数量', sum),
    total_amount: money('退返金额', { ...sum, ...secret }),
    logistics_id: reference(() => logistics, '物流公司', { derived: true }),
    waybill_no: text('物流单号', { derived: true }),
    out_time: time('出库时间', { derived: true }),
    finish_time: time('签收时间', { derived: true }),
    shortage_note: prose('短少说明', { derived: true, most: limits.reason }),
  },
  lines: {
    label: '退返明细',
    least: 1,
    fields: {
      ...sourceLineFields,
      // Both follow from the batch; who sends them is told where they do not.
      sku_id: reference(() => sku, '货品'),
      imperfect_type: choice('品级', imperfectType),
      stock_batch_id: reference(() => stockBatch, '库存批次', { required: true }),
      qty: quantity('退返数量', { required: true }),
      // The price the batch was bought at, unless something else was agreed.
      back_price: money('退返单价(含税)', secret),
      tax_rate_bp: rate('税率', { derived: true }),
      amount: money('金额', {
        initial: 0,
        derived: true,
        ...secret,
        compute: (line) => Number(line.qty) * Number(line.back_price),
      }),
      out_qty: quantity('出库数量', ofLine),
      sign_qty: quantity('签收数量', ofLine),
      // Which pieces go out, where they have codes: said by whoever takes them off the shelf.
      code_ids: references(() => uniqueCode, '唯一码', {
        derived: true,
        among: ({ sku_id, imperfect_type }, { warehouse_id }) => {
          return { sku_id, imperfect_type, warehouse_id, status: [codeStatus.inStock, codeStatus.imperfect] };
        },
      }),
    },
    // Two lines of one imperfect record may lead to one batch.
    unique: ['stock_batch_id', 'source_line_id'],
  },
  states: {
    0: ['草稿', 'draft', 'idle'],
    1: ['待部门审核', 'department', 'waiting'],
    2: ['待财务审核', 'finance', 'waiting'],
    3: ['待出库', 'ready', 'waiting'],
    4: ['已出库', 'out', 'moving'],
    5: ['已完成', 'finished', 'done'],
    6: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已作废', 'cancelled', 'void'],
  },
  editable: [0, 6],
  ledger: { posted: [4, 5], holds: [1, 2, 3] },
  transitions: {
    submit: {
      label: '提交',
      from: [0, 6],
      to: 1,
      segment: 'submit',
      access: 'backOrder:submit',
      submits: true,
      confirm: '提交后锁定所选批次，确认提交？',
    },
    departmentVerify: {
      label: '部门审核',
      from: [1],
      to: { pass: 2, reject: 6 },
      segment: 'departmentVerify',
      access: 'backOrder:departmentVerify',
      approval: true,
      batch: true,
    },
    financeVerify: {
      label: '财务审核',
      from: [2],
      to: { pass: 3, reject: 6 },
      segment: 'financeVerify',
      access: 'backOrder:financeVerify',
      approval: true,
      batch: true,
    },
    out: {
      label: '退返出库',
      from: [3],
      to: 4,
      segment: 'out',
      access: 'backOrder:out',
      asks: { logistics_id: reference(() => logistics, '物流公司'), waybill_no: text('物流单号') },
      writes: ['logistics_id', 'waybill_no'],
      asksLines: {
        fields: ['out_qty', 'code_ids'],
        every: true,
        beside: ['sku_id', 'imperfect_type', 'stock_batch_id', 'qty'],
        starts: { out_qty: 'qty' },
      },
    },
    finish: {
      label: '供应商签收',
      from: [4],
      to: 5,
      segment: 'finish',
      access: 'backOrder:finish',
      asks: { shortage_note: prose('短少说明', { most: limits.reason }) },
      writes: ['shortage_note'],
      asksLines: {
        fields: ['sign_qty'],
        every: true,
        beside: ['sku_id', 'imperfect_type', 'qty', 'out_qty'],
        starts: { sign_qty: 'out_qty' },
      },
    },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 3, 6],
      to: -1,
      segment: 'cancel',
      access: 'backOrder:cancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['list', 'backOrder:view'],
    detail: ['detail', 'backOrder:view'],
    add: ['add', 'backOrder:add'],
    edit: ['edit', 'backOrder:edit'],
  },
  list: {
    columns: [
      'back_no',
      'back_type',
      'supplier_id',
      'warehouse_id',
      'total_qty',
      'out_qty',
      'total_amount',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['back_no', 'supplier_id', 'warehouse_id', 'back_type', 'status', 'created_at', 'source_no'],
    search: ['back_no', 'reason'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', 'back_no', 'total_qty', '-out_time'],
    sum: ['total_qty', 'out_qty', 'total_amount'],
  },
  scope: { supplier: 'supplier_id', warehouse: 'warehouse_id' },
  attachments: { kinds: { slip: '退货单据', scene: '现场照片', sign: '签收凭证', other: '其他' } },
});
