import { document } from '../../kit/definition.ts';
import { choice, choices, flag } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { arrivalOrder } from './arrival-order.ts';
import { inWareBatch } from './in-ware-batch.ts';
import { dealTypes, differenceStates, diffTypes, inboundDuties } from './inbound-enums.ts';

const signed = { derived: true, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;
const duty = choice('责任方', inboundDuties, { required: true });
const fine = money('罚款金额', {
  visible: ({ make_fine: fined }) => fined === true,
  required: ({ make_fine: fined }) => fined === true,
  least: 1,
});

/**
 * What was counted of a batch and is not what was planned, made as the batch is submitted (domain.md §3.5, §4.8): goods that are short,
 * over, not planned at all, or damaged; a line for each of these of each planned line. What is decided and audited here is what the
 * batch is posted by. `diff_qty` of a line is signed (less than planned is below zero); the head counts the pieces that differ.
 */
export const differenceOrder = document('differenceOrder', {
  label: '入库差异单',
  group: '/v1/differenceOrder',
  number: { prefix: 'CY', field: 'difference_no' },
  title: 'difference_no',
  fields: {
    difference_no: text('差异单号', { required: true, unique: true, derived: true }),
    batch_id: reference(() => inWareBatch, '入库批次', { required: true, derived: true }),
    arrival_id: reference(() => arrivalOrder, '预约单', { derived: true }),
    supplier_id: reference(() => supplier, '供应商', { required: true, derived: true }),
    warehouse_id: reference(() => warehouse, '入库仓库', { required: true, derived: true }),
    diff_types: choices('差异类型', diffTypes, { derived: true }),
    diff_qty: quantity('差异数量', { initial: 0, derived: true }),
    diff_amount: money('差异金额', { initial: 0, derived: true, mask: 'stock:costView' }),
    duty: choice('责任方', inboundDuties, { derived: true }),
    fine_amount: money('罚款金额', { derived: true }),
  },
  lines: {
    label: '差异明细',
    fields: {
      detail_id: integer('入库明细', { derived: true }),
      sku_id: reference(() => sku, '货品', { required: true, derived: true }),
      diff_type: choice('差异类型', diffTypes, { required: true, derived: true }),
      plan_qty: quantity('应收数量', { initial: 0, derived: true }),
      count_qty: quantity('清点数量', { initial: 0, derived: true }),
      diff_qty: quantity('差异数量', { initial: 0, ...signed }),
      purchase_price: money('进价(含税)', { initial: 0, derived: true, mask: 'stock:costView' }),
      deal_type: choice('处理方式', dealTypes, { derived: true }),
      accept_qty: quantity('接收数量', { derived: true }),
      remark: text('备注', { derived: true }),
    },
    unique: ['detail_id', 'diff_type'],
  },
  states: differenceStates,
  begins: [1],
  editable: [],
  transitions: {
    deal: {
      label: '处理差异',
      from: [1, 4],
      to: 2,
      segment: 'deal',
      access: 'differenceOrder:deal',
      submits: true,
      asks: { duty },
      writes: ['duty'],
      asksLines: {
        fields: ['deal_type', 'remark'],
        every: true,
        beside: ['sku_id', 'diff_type', 'plan_qty', 'count_qty', 'diff_qty', 'purchase_price'],
      },
    },
    audit: {
      label: '审核',
      from: [2],
      to: { pass: 3, reject: 4 },
      segment: 'audit',
      access: 'differenceOrder:audit',
      approval: true,
      asks: { make_fine: flag('生成罚款'), fine_amount: fine },
      writes: ['fine_amount'],
    },
    close: {
      label: '关闭',
      from: [1, 2, 4],
      to: -1,
      segment: 'close',
      access: 'differenceOrder:close',
      cancels: true,
      asks: {
        reason: prose('关闭原因', { required: true, least: limits.reasonLeast, most: limits.reason }),
      },
    },
    lapse: { label: '随批次关闭', from: [1, 2, 3, 4], to: -1, by: 'system' },
  },
  calls: {
    list: ['list', 'differenceOrder:view'],
    detail: ['detail', 'differenceOrder:view'],
  },
  list: {
    columns: [
      'difference_no',
      'batch_id',
      'arrival_id',
      'supplier_id',
      'warehouse_id',
      'diff_types',
      'diff_qty',
      'diff_amount',
      'duty',
      'status',
      'created_at',
    ],
    filters: [
      'difference_no',
      'batch_id',
      'arrival_id',
      'supplier_id',
      'warehouse_id',
      'diff_types',
      'duty',
      'status',
      'created_at',
    ],
    search: ['difference_no'],
    searchThrough: {
      'batch_id.batch_no': '批次号',
      'arrival_id.arrival_no': '预约单号',
      'sku_id.sku_no': '货品编码',
    },
    sort: ['-id', '-created_at'],
    sum: ['diff_qty', 'diff_amount'],
  },
  scope: { supplier: 'supplier_id', warehouse: 'warehouse_id' },
  attachments: { kinds: { scene: '现场照片', proof: '凭证', other: '其他' } },
});
