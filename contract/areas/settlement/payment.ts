import { document } from '../../kit/definition.ts';
import { isGiven } from '../../kit/given.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { staff } from '../access/admin.ts';
import { ownAccountField, paidFrom } from '../partners/own-account.ts';
import { supplier } from '../partners/supplier.ts';
import { supplierAccount } from '../partners/supplier-account.ts';
import { purchaseOrder } from '../purchasing/purchase-order.ts';
import { direction, directions, paymentStates, paymentType, paymentTypes, reverseReasons } from './settle-enums.ts';
import { statement } from './statement.ts';

const shown = { derived: true } as const;
const pays = ({ direction: way }: Readonly<Record<string, unknown>>): boolean => way !== direction.receive;

/**
 * Money that goes to a supplier, or comes back from him (domain.md §3.10, §4.24): for statements, ahead of an order, or as a deposit; both may come back too. The
 * account it goes to is kept as it was when it was last judged; a change of the account sends it back (amendments E). Money in fen.
 */
export const payment = document('payment', {
  label: '付款单',
  group: '/v1/payment',
  number: { prefix: 'PY', field: 'payment_no' },
  title: 'payment_no',
  fields: {
    payment_no: text('付款单号', { unique: true, derived: true }),
    payment_type: choice('付款类型', paymentTypes, { required: true, initial: paymentType.settlement }),
    direction: choice('收付方向', directions, { required: true, initial: direction.pay }),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    account_id: reference(() => supplierAccount, '收款账户', {
      required: pays,
      visible: pays,
      among: ({ supplier_id }) => (isGiven(supplier_id) ? { supplier_id } : {}),
    }),
    payee_name: text('收款户名', shown),
    payee_account_no: text('收款账号', shown),
    payee_bank: text('收款银行', shown),
    payee_branch: text('收款支行', shown),
    amount: money('付款金额', { initial: 0, derived: true, most: Number.MAX_SAFE_INTEGER }),
    expect_date: date('期望付款日'),
    due_date: date('最早应付日期', shown),
    pay_account: text('付款账户', { ...shown, most: 64 }),
    own_account_id: ownAccountField,
    pay_date: date('付款日期', shown),
    bank_serial_no: text('银行流水号', { ...shown, unique: true }),
    paid_at: time('付款登记时间', shown),
    bank_file_at: time('银行文件导出时间', shown),
    bank_file_by: reference(() => staff, '银行文件导出人', shown),
    reverse_reason: choice('冲回类型', reverseReasons, shown),
  },
  lines: {
    label: '付款明细',
    least: 1,
    most: 500,
    fields: {
      statement_id: reference(() => statement, '结算单'),
      purchase_id: reference(() => purchaseOrder, '采购单'),
      unpaid_amount: money('未付金额', { derived: true, initial: 0, most: Number.MAX_SAFE_INTEGER }),
      amount: money('本次付款', { required: true, least: 1 }),
    },
    unique: ['statement_id', 'purchase_id'],
  },
  states: paymentStates,
  editable: [0, 5],
  transitions: {
    submit: { label: '提交', from: [0, 5], to: 1, segment: 'submit', access: 'payment:submit', submits: true },
    departmentAudit: {
      label: '部门审核',
      from: [1],
      to: { pass: 2, reject: 5 },
      segment: 'departmentAudit',
      access: 'payment:departmentAudit',
      approval: true,
      batch: true,
    },
    financeAudit: {
      label: '财务审核',
      from: [2],
      to: { pass: 3, reject: 5 },
      segment: 'financeAudit',
      access: 'payment:financeAudit',
      approval: true,
      batch: true,
    },
    confirm: {
      label: '付款确认',
      from: [3],
      to: 4,
      segment: 'confirm',
      access: 'payment:confirm',
      approval: true,
      asks: {
        ...paidFrom('付款账户'),
        pay_date: date('付款日期', { required: true }),
        pay_amount: money('实付金额', { required: true, least: 1 }),
        bank_serial_no: text('银行流水号', { required: true }),
      },
      file: 'slip',
      starts: { pay_date: 'today', pay_amount: { of: 'amount' } },
      writes: ['own_account_id', 'pay_account', 'pay_date', 'bank_serial_no'],
    },
    accountChanged: { label: '收款账户变更，重新审核', by: 'system', from: [1, 2, 3], to: 1 },
    reverse: {
      label: '付款冲回',
      from: [4],
      to: 6,
      segment: 'reverse',
      access: 'payment:reverse',
      approval: true,
      atWill: true,
      confirm: '冲回后结算单恢复未付，确认冲回？',
      asks: {
        reverse_reason: choice('冲回类型', reverseReasons, { required: true }),
        remark: prose('说明', { required: true, least: limits.reasonLeast, most: limits.remark }),
      },
      writes: ['reverse_reason'],
    },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 3, 5],
      to: -1,
      segment: 'cancel',
      access: 'payment:cancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['list', 'payment:view'],
    detail: ['detail', 'payment:view'],
    add: ['add', 'payment:add'],
    edit: ['edit', 'payment:edit'],
  },
  list: {
    columns: [
      'payment_no',
      'payment_type',
      'direction',
      'supplier_id',
      'amount',
      'payee_account_no',
      'expect_date',
      'pay_date',
      'bank_serial_no',
      'status',
      'created_by',
    ],
    filters: [
      'payment_no',
      'payment_type',
      'direction',
      'supplier_id',
      'status',
      'pay_date',
      'created_at',
      'expect_date',
      'bank_serial_no',
    ],
    search: ['payment_no', 'bank_serial_no'],
    sort: ['-id', 'payment_no', '-pay_date', 'expect_date', '-amount'],
    sum: ['amount'],
  },
  scope: { supplier: 'supplier_id' },
  attachments: { kinds: { slip: '付款凭证', other: '其他' } },
});
