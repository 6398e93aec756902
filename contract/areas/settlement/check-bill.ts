import { document } from '../../kit/definition.ts';
import { isGiven } from '../../kit/given.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { coModel } from '../enums.ts';
import { purchaser } from '../partners/purchaser.ts';
import { supplier } from '../partners/supplier.ts';
import { checkBillStates } from './settle-enums.ts';

const sum = { initial: 0, derived: true, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;

/**
 * What we and a supplier agree on having sold one another in a period (domain.md §3.5, §4.10). Its lines are settle items, up to tens of
 * thousands of them, so they are no lines of the form: they are chosen, looked at and disputed as a list of their own
 * (`check-bill-line.ts`).
 */
export const checkBill = document('checkBill', {
  label: '对账单',
  group: '/v1/checkBill',
  number: { prefix: 'DZ', field: 'bill_no' },
  title: 'bill_no',
  fields: {
    bill_no: text('对账单号', { unique: true, derived: true }),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    co_model: choice('合作模式', coModel, { required: true }),
    period_from: date('账期开始', { required: true }),
    period_to: date('账期结束', { required: true }),
    purchaser_id: reference(() => purchaser, '采购员', { derived: true }),
    line_count: integer('明细数', sum),
    in_qty: quantity('入库/销售数量', sum),
    back_qty: quantity('退返/销退数量', sum),
    in_amount: money('入库/销售金额', sum),
    back_amount: money('退返/销退金额', sum),
    other_amount: money('其他金额', sum),
    adjust_amount: money('核对调整额', sum),
    total_amount: money('对账金额', sum),
    tax_amount: money('税额', sum),
    dispute_count: integer('异议明细', sum),
    confirm_by: text('供应商确认人', { derived: true }),
    confirmed_at: time('确认时间', { derived: true }),
    // The statement names the bill in its lines; here it is known by number.
    statement_id: integer('结算单ID', { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
    statement_no: text('结算单号', { derived: true }),
  },
  rules: [
    ({ period_from: from, period_to: to }) =>
      isGiven(from) && isGiven(to) && String(from) > String(to)
        ? { field: 'period_to', words: '账期结束不能早于账期开始' }
        : undefined,
  ],
  states: checkBillStates,
  editable: [0, 2],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 2],
      to: 1,
      segment: 'submit',
      access: 'checkBill:submit',
      submits: true,
    },
    supplierConfirm: {
      label: '供应商确认',
      from: [1],
      to: 3,
      segment: 'supplierConfirm',
      access: 'checkBill:supplierConfirm',
      file: 'confirm',
      asks: { confirm_by: text('供应商确认人', { required: true }), remark: prose('说明', { most: limits.remark }) },
      writes: ['confirm_by'],
    },
    dispute: {
      label: '登记异议',
      from: [1],
      to: 2,
      segment: 'dispute',
      access: 'checkBill:supplierConfirm',
      asks: { remark: prose('说明', { most: limits.remark }) },
    },
    // By the link that he was given (decision 0098).
    agree: { label: '供应商链接确认', by: 'system', from: [1], to: 3 },
    differ: { label: '供应商链接异议', by: 'system', from: [1], to: 2 },
    enter: { label: '进入结算', by: 'system', from: [3], to: 4 },
    leave: { label: '退出结算', by: 'system', from: [4], to: 3 },
    settle: { label: '已结算', by: 'system', from: [4], to: 5 },
    unsettle: { label: '结算恢复', by: 'system', from: [5], to: 4 },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 3],
      to: -1,
      segment: 'cancel',
      access: 'checkBill:cancel',
      cancels: true,
      confirm: '作废后明细回到待对账，确认作废？',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['list', 'checkBill:view'],
    detail: ['detail', 'checkBill:view'],
    options: ['options', 'checkBill:view'],
    add: ['add', 'checkBill:add'],
    edit: ['edit', 'checkBill:edit'],
  },
  list: {
    columns: [
      'bill_no',
      'supplier_id',
      'co_model',
      'period_from',
      'period_to',
      'line_count',
      'in_amount',
      'back_amount',
      'adjust_amount',
      'total_amount',
      'status',
      'created_by',
    ],
    filters: [
      'bill_no',
      'supplier_id',
      'co_model',
      'purchaser_id',
      'period_from',
      'period_to',
      'status',
      'statement_no',
    ],
    search: ['bill_no'],
    sort: ['-id', 'bill_no', '-period_to', '-total_amount'],
    sum: ['in_amount', 'back_amount', 'adjust_amount', 'total_amount'],
  },
  scope: { supplier: 'supplier_id' },
  attachments: { kinds: { confirm: '供应商确认件', other: '其他' } },
});
