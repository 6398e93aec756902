import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';
import { sourceFields } from '../../kit/source.ts';
import { withdrawal } from '../../kit/transition.ts';
import { supplier } from '../partners/supplier.ts';
import { fineTypes } from './settle-enums.ts';
import { statement } from './statement.ts';

/** What a supplier pays for not keeping to what was agreed (domain.md §3.5, §4.11): typed, or proposed by an arrival or a difference. */
export const fine = document('fine', {
  label: '罚款单',
  group: '/v1/checkBill',
  number: { prefix: 'FK', field: 'fine_no' },
  title: 'fine_no',
  fields: {
    ...sourceFields,
    fine_no: text('罚款单号', { unique: true, derived: true }),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    fine_type: choice('罚款类型', fineTypes, { required: true }),
    amount: money('罚款金额', { required: true }),
    reason: prose('罚款原因', { required: true, least: limits.reasonLeast, most: limits.reason }),
    statement_id: reference(() => statement, '扣款结算单', { derived: true }),
  },
  begins: [0, 1],
  states: {
    0: ['草稿', 'draft', 'idle'],
    1: ['待审核', 'waiting', 'waiting'],
    2: ['待扣款', 'passed', 'waiting'],
    3: ['扣款中', 'deducting', 'moving'],
    4: ['已扣款', 'deducted', 'done'],
    5: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已作废', 'cancelled', 'void'],
  },
  editable: [0, 5],
  transitions: {
    submit: { label: '提交', from: [0, 5], to: 1, segment: 'fineSubmit', access: 'checkBill:fineAdd', submits: true },
    withdraw: withdrawal(1, { segment: 'fineWithdraw', access: 'checkBill:fineAdd' }),
    audit: {
      label: '审核',
      from: [1],
      to: { pass: 2, reject: 5 },
      segment: 'fineAudit',
      access: 'checkBill:fineAudit',
      approval: true,
      batch: true,
    },
    enter: { label: '进入结算单', by: 'system', from: [2], to: 3 },
    leave: { label: '退出结算单', by: 'system', from: [3], to: 2 },
    settle: { label: '已扣款', by: 'system', from: [3], to: 4 },
    unsettle: { label: '扣款恢复', by: 'system', from: [4], to: 3 },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 5],
      to: -1,
      segment: 'fineCancel',
      access: 'checkBill:fineCancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['fineList', 'checkBill:fineView'],
    detail: ['fineDetail', 'checkBill:fineView'],
    add: ['fineAdd', 'checkBill:fineAdd'],
    edit: ['fineEdit', 'checkBill:fineAdd'],
  },
  list: {
    columns: [
      'fine_no',
      'supplier_id',
      'fine_type',
      'amount',
      'source_no',
      'reason',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['fine_no', 'supplier_id', 'fine_type', 'status', 'created_at', 'source_no', 'statement_id'],
    search: ['fine_no', 'reason'],
    sort: ['-id', 'fine_no', '-amount'],
    sum: ['amount'],
  },
  scope: { supplier: 'supplier_id' },
  attachments: { prefix: 'fine', kinds: { proof: '凭证', other: '其他' } },
});
