import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { withdrawal } from '../../kit/transition.ts';
import { organize } from '../access/organize.ts';
import { ownAccountField, paidFrom } from '../partners/own-account.ts';
import { shop } from '../partners/shop.ts';
import { taxWithin } from '../settlement/settle-enums.ts';
import { expenseTypes } from './expense-enums.ts';

const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;
const sum = { initial: 0, derived: true, most: Number.MAX_SAFE_INTEGER } as const;

/**
 * What running a shop or a department costs (domain.md §3.10, §4.25): owed once finance has passed it, paid by somebody who neither made
 * nor passed it (amendments E). A rate is that of an invoice whose tax is deducted; without one there is none. Money in fen, tax included.
 */
export const expense = document('expense', {
  label: '费用单',
  group: '/v1/payment',
  number: { prefix: 'FY', field: 'expense_no' },
  title: 'expense_no',
  fields: {
    expense_no: text('费用单号', { unique: true, derived: true }),
    department_id: reference(() => organize, '所属部门', { required: true }),
    shop_id: reference(() => shop, '门店'),
    expense_type: choice('费用类型', expenseTypes, { required: true }),
    happen_date: date('发生日期', { required: true }),
    payee: text('收款人'),
    amount: money('金额合计', sum),
    tax_amount: money('其中税额', sum),
    pay_account: text('付款账户', { derived: true }),
    own_account_id: ownAccountField,
    pay_date: date('付款日期', { derived: true }),
    paid_at: time('付款登记时间', { derived: true }),
  },
  lines: {
    label: '费用明细',
    least: 1,
    most: 500,
    fields: {
      item: text('费用项目', { required: true }),
      amount: money('金额', { required: true, least: 1 }),
      tax_rate_bp: rate('税率', { initial: 0 }),
      tax_amount: money('税额', {
        initial: 0,
        derived: true,
        compute: (line) => taxWithin(Number(line.amount ?? 0), Number(line.tax_rate_bp ?? 0)),
      }),
      remark: text('备注', { most: limits.reason }),
    },
  },
  states: {
    0: ['草稿', 'draft', 'idle'],
    1: ['待审核', 'waiting', 'waiting'],
    2: ['待支付', 'accrued', 'waiting'],
    3: ['已支付', 'paid', 'done'],
    4: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已作废', 'cancelled', 'void'],
  },
  editable: [0, 4],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 4],
      to: 1,
      segment: 'expenseSubmit',
      access: 'payment:expenseAdd',
      submits: true,
      confirm: '确认提交？',
    },
    withdraw: withdrawal(1, { segment: 'expenseWithdraw', access: 'payment:expenseAdd' }),
    audit: {
      label: '审核',
      from: [1],
      to: { pass: 2, reject: 4 },
      segment: 'expenseAudit',
      access: 'payment:expenseAudit',
      approval: true,
      batch: true,
    },
    pay: {
      label: '支付',
      from: [2],
      to: 3,
      segment: 'expensePay',
      access: 'payment:expensePay',
      approval: true,
      asks: {
        ...paidFrom('付款账户'),
        pay_date: date('付款日期', { required: true }),
      },
      file: 'slip',
      starts: { pay_date: 'today' },
      writes: ['own_account_id', 'pay_account', 'pay_date'],
    },
    reverse: {
      label: '冲回',
      from: [2],
      to: -1,
      segment: 'expenseReverse',
      access: 'payment:expenseReverse',
      approval: true,
      cancels: true,
      atWill: true,
      confirm: '冲回后费用不再支付，已记的凭证一并冲回，确认冲回？',
      asks: { reason: prose('冲回原因', reason) },
    },
    cancel: {
      label: '作废',
      from: [0, 1, 4],
      to: -1,
      segment: 'expenseCancel',
      access: 'payment:expenseCancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', reason) },
    },
  },
  calls: {
    list: ['expenseList', 'payment:expenseView'],
    detail: ['expenseDetail', 'payment:expenseView'],
    add: ['expenseAdd', 'payment:expenseAdd'],
    edit: ['expenseEdit', 'payment:expenseAdd'],
  },
  list: {
    columns: [
      'expense_no',
      'department_id',
      'shop_id',
      'expense_type',
      'happen_date',
      'payee',
      'amount',
      'tax_amount',
      'pay_date',
      'status',
      'created_by',
      'created_at',
    ],
    filters: [
      'expense_no',
      'shop_id',
      'department_id',
      'expense_type',
      'status',
      'happen_date',
      'created_at',
      'pay_date',
    ],
    search: ['expense_no', 'payee'],
    sort: ['-id', 'expense_no', '-happen_date', '-amount'],
    sum: ['amount', 'tax_amount'],
  },
  scope: { organize: 'department_id', shop: 'shop_id' },
  attachments: { prefix: 'expense', kinds: { invoice: '发票', slip: '付款凭证', other: '其他' } },
});
