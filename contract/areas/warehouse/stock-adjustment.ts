import { document } from '../../kit/definition.ts';
import type { OfRecord, RecordValues } from '../../kit/field.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { codeStatus } from '../codes/code-enums.ts';
import { uniqueCode } from '../codes/unique-code.ts';
import { imperfectType } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { stockBatch } from './stock-batch.ts';

/** adjust_type of domain.md §2, by name. */
export const adjustType = {
  gain: 1,
  loss: 2,
  degrade: 3,
  restore: 4,
  ownUse: 5,
  otherIn: 6,
  otherOut: 7,
  opening: 8,
} as const;

export const adjustTypes = {
  1: '报溢',
  2: '报损',
  3: '正品转残次',
  4: '残次转正品',
  5: '领用出库',
  6: '其他入库',
  7: '其他出库',
  8: '期初导入',
} as const;

/** Types that take goods out: what they ask for must be available and is locked from submission on. */
export const outgoing: readonly number[] = [
  adjustType.loss,
  adjustType.ownUse,
  adjustType.otherOut,
  adjustType.degrade,
  adjustType.restore,
];

/** Types that move goods between grades. */
export const regrading: readonly number[] = [adjustType.degrade, adjustType.restore];
const isRegrading = (type: unknown): boolean => regrading.includes(type as number);

const leaves: OfRecord<boolean> = (_line, { adjust_type }) => outgoing.includes(adjust_type as number);
const goodsOfLine: OfRecord<RecordValues> = ({ sku_id, imperfect_type }, { warehouse_id }) => {
  return { sku_id, imperfect_type, warehouse_id };
};

const otherGrade = '请填写与原品级不同的转入品级';

/** Gains, losses, own use, grade changes and opening stock (domain.md §4.14, P5, P9). */
export const stockAdjustment = document('stockAdjustment', {
  label: '库存调整单',
  group: '/v1/Inventory',
  number: { prefix: 'TZ', field: 'adjust_no' },
  title: 'adjust_no',
  fields: {
    adjust_no: text('调整单号', { unique: true, derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { required: true }),
    adjust_type: choice('调整类型', adjustTypes, { required: true }),
    happened_at: time('发生时间'),
    reason: prose('调整原因', { required: true, least: limits.reasonLeast, most: limits.reason }),
    total_qty: quantity('调整数量', { derived: true, initial: 0, most: Number.MAX_SAFE_INTEGER }),
    posted_at: time('过账时间', { derived: true }),
  },
  lines: {
    label: '调整明细',
    least: 1,
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      imperfect_type: choice('品级', imperfectType, { initial: 0 }),
      to_imperfect_type: choice('转入品级', imperfectType, {
        visible: (_line, { adjust_type }) => isRegrading(adjust_type),
        required: (_line, { adjust_type }) => isRegrading(adjust_type),
        missing: otherGrade,
      }),
      zone: text('库区', { most: 16 }),
      qty: quantity('数量', { required: true }),
      unit_cost: money('单位成本', { mask: 'stock:costView' }),
      remark: text('备注'),
      // Which batch, where a rule lets pieces go by their batch alone or whoever writes it knows.
      stock_batch_id: reference(() => stockBatch, '指定批次', { visible: leaves, among: goodsOfLine }),
      // Which pieces, where they have codes: of what leaves those that stand there, of what comes in those that were lost.
      code_ids: references(() => uniqueCode, '唯一码', {
        visible: (_line, { adjust_type }) => adjust_type !== adjustType.opening,
        among: ({ sku_id, imperfect_type }, { warehouse_id, adjust_type }) =>
          outgoing.includes(adjust_type as number)
            ? { sku_id, imperfect_type, warehouse_id, status: [codeStatus.inStock, codeStatus.imperfect] }
            : { sku_id, status: [codeStatus.lost] },
      }),
    },
    unique: ['sku_id', 'imperfect_type', 'to_imperfect_type', 'zone', 'stock_batch_id'],
  },
  states: {
    0: ['草稿', 'draft', 'idle'],
    1: ['待审核', 'waiting', 'waiting'],
    2: ['已过账', 'posted', 'done'],
    3: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已作废', 'cancelled', 'void'],
  },
  editable: [0, 3],
  ledger: { posted: [2], holds: [1] },
  transitions: {
    submit: {
      label: '提交',
      from: [0, 3],
      to: 1,
      segment: 'adjustSubmit',
      access: 'Inventory:adjustAdd',
      submits: true,
      confirm: '确认提交？',
    },
    audit: {
      label: '审核',
      from: [1],
      to: { pass: 2, reject: 3 },
      segment: 'adjustAudit',
      access: 'Inventory:adjustAudit',
      approval: true,
      batch: true,
    },
    cancel: {
      label: '作废',
      from: [0, 1, 3],
      to: -1,
      segment: 'adjustCancel',
      access: 'Inventory:adjustCancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['adjustList', 'Inventory:adjustView'],
    detail: ['adjustDetail', 'Inventory:adjustView'],
    options: ['adjustOptions', 'Inventory:adjustView'],
    add: ['adjustAdd', 'Inventory:adjustAdd'],
    edit: ['adjustEdit', 'Inventory:adjustAdd'],
  },
  list: {
    columns: [
      'adjust_no',
      'warehouse_id',
      'adjust_type',
      'reason',
      'total_qty',
      'status',
      'created_by',
      'created_at',
      'posted_at',
    ],
    filters: ['adjust_no', 'warehouse_id', 'adjust_type', 'status', 'created_at'],
    offers: ['warehouse_id', 'status'],
    search: ['adjust_no', 'reason'],
    sort: ['-id', 'adjust_no', 'total_qty', '-posted_at'],
    sum: ['total_qty'],
  },
  scope: { warehouse: 'warehouse_id' },
  attachments: { kinds: { voucher: '调整凭证', scene: '现场照片', other: '其他' }, prefix: 'adjust' },
  rules: [gradesMove],
});

/** A grade change names another grade on every line; other types name none. */
function gradesMove(value: Readonly<Record<string, unknown>>): { field: string; words: string } | undefined {
  const lines = Array.isArray(value.lines) ? (value.lines as Record<string, unknown>[]) : [];
  const moves = isRegrading(value.adjust_type);
  for (const [index, line] of lines.entries()) {
    const to = line.to_imperfect_type ?? undefined;
    const from = line.imperfect_type ?? 0;
    const field = `lines.${index}.to_imperfect_type`;
    if (!moves && to !== undefined) return { field, words: '只有品级转换才填写转入品级' };
    if (moves && (to === undefined || to === from)) return { field, words: otherGrade };
    if (value.adjust_type === adjustType.degrade && (from !== 0 || to === 0))
      return { field, words: '正品转残次：由正品转入残次品级' };
    if (value.adjust_type === adjustType.restore && (from === 0 || to !== 0))
      return { field, words: '残次转正品：由残次品级转入正品' };
  }
  return undefined;
}
