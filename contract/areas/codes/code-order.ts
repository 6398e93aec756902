import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { codeSource, codeSources, codesMost } from './code-enums.ts';

const counted = { initial: 0, derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const fromDocument = (type: unknown): boolean => type === codeSource.purchaseOrder || type === codeSource.arrivalOrder;

/** Unique codes that are made for goods, as many as there are pieces (domain.md §3.6, §4.18). */
export const codeOrder = document('codeOrder', {
  label: '制码单',
  group: '/v1/stock',
  number: { prefix: 'ZM', field: 'code_order_no' },
  title: 'code_order_no',
  fields: {
    code_order_no: text('制码单号', { unique: true, derived: true }),
    source_type: choice('来源', codeSources, { required: true }),
    source_no: text('来源单号', {
      visible: ({ source_type }) => fromDocument(source_type),
      required: ({ source_type }) => fromDocument(source_type),
    }),
    // Those of the source, where there is one.
    supplier_id: reference(() => supplier, '供应商'),
    // Where the codes are bound and come in; of codes for goods that are there already, where those are.
    warehouse_id: reference(() => warehouse, '使用仓库', {
      required: ({ source_type }) => source_type === codeSource.stock,
    }),
    total_qty: quantity('制码数量', counted),
    bound_qty: quantity('已绑定', counted),
    in_qty: quantity('已入库', counted),
    void_qty: quantity('已作废/退码', counted),
    issued_at: time('发码时间', { derived: true }),
  },
  lines: {
    label: '制码明细',
    least: 1,
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      // Of goods that are there already; what is still to come is good.
      imperfect_type: choice('品级', imperfectType, { initial: 0 }),
      qty: quantity('数量', { required: true, most: codesMost }),
      bound_qty: quantity('已绑定', counted),
      in_qty: quantity('已入库', counted),
    },
    unique: ['sku_id'],
  },
  states: {
    1: ['待发码', 'waiting', 'waiting'],
    2: ['绑定中', 'binding', 'moving'],
    3: ['部分入库', 'partly', 'moving'],
    4: ['已完成', 'finished', 'done'],
    [-1]: ['已作废', 'cancelled', 'void'],
  },
  begins: [1],
  editable: [],
  rules: [gradesOfStock],
  transitions: {
    issue: {
      label: '发码',
      from: [1],
      to: 2,
      segment: 'codeOrderIssue',
      access: 'stock:codeIssue',
      confirm: '发码后编号不再收回，确认发码？',
    },
    arrive: { label: '部分入库', from: [2], to: 3, by: 'system' },
    finish: {
      label: '完成',
      from: [2, 3],
      to: 4,
      segment: 'codeOrderFinish',
      access: 'stock:codeIssue',
      asks: { unused: choice('未用的码', { 0: '保留', 1: '转退码' }, { required: true }) },
      atWill: true,
    },
    cancel: {
      label: '作废',
      from: [1, 2],
      to: -1,
      segment: 'codeOrderCancel',
      access: 'stock:codeOrder',
      cancels: true,
      confirm: '本单的码全部作废，确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['codeOrderList', 'stock:codeView'],
    detail: ['codeOrderDetail', 'stock:codeView'],
    add: ['codeOrderAdd', 'stock:codeOrder'],
  },
  list: {
    columns: [
      'code_order_no',
      'source_type',
      'source_no',
      'supplier_id',
      'warehouse_id',
      'total_qty',
      'bound_qty',
      'in_qty',
      'void_qty',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['code_order_no', 'source_type', 'source_no', 'supplier_id', 'warehouse_id', 'status', 'created_at'],
    search: ['code_order_no', 'source_no'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', 'code_order_no', 'total_qty'],
    sum: ['total_qty', 'bound_qty', 'in_qty', 'void_qty'],
  },
  scope: { supplier: 'supplier_id', warehouse: 'warehouse_id' },
});

/** Only codes for goods that are there already may be of another grade. */
function gradesOfStock({
  source_type,
  lines,
}: Readonly<Record<string, unknown>>): { field: string; words: string } | undefined {
  if (source_type === codeSource.stock || !Array.isArray(lines)) return undefined;
  const place = (lines as { imperfect_type?: number }[]).findIndex((line) => (line.imperfect_type ?? 0) !== 0);
  return place < 0 ? undefined : { field: `lines.${place}.imperfect_type`, words: '只有库存补码可以选择残次品级' };
}
