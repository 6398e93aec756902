import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { codeReturnType, codeReturnTypes } from './code-enums.ts';
import { uniqueCode } from './unique-code.ts';

const afterPiece = (type: unknown): boolean => type !== codeReturnType.unused;

/** Codes that are given back: unused ones, those of pieces that customers returned, those of pieces that went back to suppliers (domain.md §4.18). */
export const codeReturn = document('codeReturn', {
  label: '退码单',
  group: '/v1/stock',
  number: { prefix: 'TM', field: 'return_no' },
  title: 'return_no',
  fields: {
    return_no: text('退码单号', { unique: true, derived: true }),
    return_type: choice('退码类型', codeReturnTypes, { required: true }),
    // Unused codes have no place yet.
    warehouse_id: reference(() => warehouse, '仓库', { required: ({ return_type }) => afterPiece(return_type) }),
    source_no: text('来源单号', { required: ({ return_type }) => afterPiece(return_type) }),
    total_qty: quantity('数量', { initial: 0, derived: true, most: Number.MAX_SAFE_INTEGER }),
  },
  lines: {
    label: '退码明细',
    least: 1,
    fields: {
      code_id: reference(() => uniqueCode, '唯一码', { required: true }),
      sku_id: reference(() => sku, '货品', { derived: true }),
    },
    unique: ['code_id'],
  },
  states: {
    1: ['待确认', 'waiting', 'waiting'],
    2: ['已确认', 'confirmed', 'done'],
    3: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已作废', 'cancelled', 'void'],
  },
  begins: [1],
  editable: [],
  transitions: {
    confirm: {
      label: '确认',
      from: [1],
      to: { pass: 2, reject: 3 },
      segment: 'codeReturnConfirm',
      access: 'stock:codeReturnConfirm',
      approval: true,
      batch: true,
    },
    cancel: {
      label: '作废',
      from: [1],
      to: -1,
      segment: 'codeReturnCancel',
      access: 'stock:codeReturn',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['codeReturnList', 'stock:codeView'],
    detail: ['codeReturnDetail', 'stock:codeView'],
    add: ['codeReturnAdd', 'stock:codeReturn'],
  },
  list: {
    columns: [
      'return_no',
      'return_type',
      'warehouse_id',
      'source_no',
      'total_qty',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['return_no', 'return_type', 'warehouse_id', 'source_no', 'status', 'created_at'],
    search: ['return_no', 'source_no'],
    searchThrough: { 'code_id.unique_code': '唯一码' },
    sort: ['-id', 'return_no', 'total_qty'],
    sum: ['total_qty'],
  },
  scope: { warehouse: 'warehouse_id' },
});
