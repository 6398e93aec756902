import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { oneOf } from '../../kit/transition.ts';
import { warehouse } from '../partners/warehouse.ts';
import { codeFileType, codeFileTypes } from './code-enums.ts';
import { codeOrder } from './code-order.ts';

const counted = { derived: true, initial: 0 } as const;

/** Codes from a file: of the tag factory, of a handheld (domain.md §3.6, §4.18). Looked through as it comes in, done when it is confirmed, both as tasks. */
export const codeFile = document('codeFile', {
  label: '码文件',
  group: '/v1/stock',
  number: { prefix: 'MF', field: 'file_no' },
  title: 'file_no',
  fields: {
    file_no: text('文件编号', { unique: true, derived: true }),
    file_type: choice('文件类型', codeFileTypes, { required: true, derived: true }),
    name: text('文件名', { required: true, derived: true, most: 160 }),
    path: text('文件路径', { required: true, derived: true }),
    code_order_id: reference(() => codeOrder, '制码单', { derived: true }),
    // Of the order or document that it is about.
    warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
    // Of what was read for a document: which one.
    source_type: text('来源单据', { derived: true }),
    source_id: integer('来源单据ID', { derived: true, most: Number.MAX_SAFE_INTEGER }),
    source_no: text('来源单号', { derived: true }),
    // Of a count: where it was read.
    zone: text('库区', { derived: true, most: 16 }),
    total: integer('总行数', counted),
    ok_count: integer('成功数', counted),
    error_count: integer('失败数', counted),
    checked_at: time('检查时间', { derived: true }),
    expires_at: time('作废时间', { derived: true }),
    task_id: integer('工单ID', { derived: true, most: Number.MAX_SAFE_INTEGER }),
  },
  states: {
    1: ['待确认', 'waiting', 'waiting'],
    2: ['处理中', 'running', 'moving'],
    3: ['已完成', 'done', 'done'],
    4: ['部分失败', 'partly', 'refused'],
    [-1]: ['已作废', 'void', 'void'],
  },
  begins: [1],
  editable: [],
  transitions: {
    confirm: {
      label: '确认',
      from: [1],
      to: 2,
      segment: 'codeFileConfirm',
      access: 'stock:codeBind',
      asks: { skip_errors: choice('有误的行', { 0: '有误则不处理', 1: '略过' }, { required: true }) },
      confirm: '确认后按文件绑定或登记唯一码，确认处理？',
    },
    finish: {
      label: '完成',
      from: [2],
      to: oneOf([3, 4], ({ error_count: wrong }) => (Number(wrong) > 0 ? 4 : 3)),
      by: 'system',
    },
    expire: { label: '过期作废', from: [1], to: -1, by: 'timer', due: 'expires_at' },
    cancel: {
      label: '作废',
      from: [1],
      to: -1,
      segment: 'codeFileCancel',
      access: 'stock:codeBind',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
      atWill: true,
    },
  },
  calls: { list: ['codeFileList', 'stock:codeView'], detail: ['codeFileDetail', 'stock:codeView'] },
  list: {
    columns: [
      'file_no',
      'file_type',
      'name',
      'code_order_id',
      'source_no',
      'total',
      'ok_count',
      'error_count',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['file_no', 'file_type', 'code_order_id', 'source_no', 'status', 'created_at'],
    search: ['file_no', 'name', 'source_no'],
    sort: ['-id', 'file_no'],
    sum: ['total', 'ok_count', 'error_count'],
  },
  scope: { warehouse: 'warehouse_id' },
});

/** Does a file of this type say what was read for a document? */
export const isReading = (type: unknown): boolean => type === codeFileType.count || type === codeFileType.scan;
