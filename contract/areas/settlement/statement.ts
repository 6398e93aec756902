import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { oneOf, type Plain, withdrawal } from '../../kit/transition.ts';
import { purchaser } from '../partners/purchaser.ts';
import { supplier } from '../partners/supplier.ts';
import { checkBill } from './check-bill.ts';
import { negativeWay, negativeWays, settleItemTypes, statementStates } from './settle-enums.ts';
import { settleItem } from './settle-item.ts';

const signed = { least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;
const sum = { initial: 0, derived: true, ...signed } as const;

/** Nothing is left to be paid once it is confirmed: all of it was offset, or what he owes goes over to the next one. */
const paidOff = ({ payable_amount: payable, negative_way: way }: Plain): boolean =>
  Number(payable) === 0 || (Number(payable) < 0 && way === negativeWay.carry);

/**
 * What a supplier is to be paid for confirmed check bills, with fines, expenses and cost adjustments, less what was paid ahead (domain.md
 * §3.10, §4.24). Below zero he owes us: it goes over to his next statement, or he pays it in (amendments C, G7). Money in fen.
 */
export const statement = document('statement', {
  label: '结算单',
  group: '/v1/statement',
  number: { prefix: 'JS', field: 'statement_no' },
  title: 'statement_no',
  fields: {
    statement_no: text('结算单号', { unique: true, derived: true }),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    purchaser_id: reference(() => purchaser, '采购员', { derived: true }),
    period_from: date('账期开始', { derived: true }),
    period_to: date('账期结束', { derived: true }),
    goods_amount: money('货款金额', sum),
    check_adjust_amount: money('核对调整额', sum),
    fine_amount: money('罚款金额', sum),
    expense_amount: money('费用金额', sum),
    adjust_amount: money('成本调整额', sum),
    carried_amount: money('上期结转', sum),
    total_amount: money('结算金额', sum),
    tax_amount: money('税额', sum),
    prepay_offset_amount: money('预付冲抵', { initial: 0 }),
    payable_amount: money('应付金额', sum),
    paid_amount: money('已付金额', sum),
    unpaid_amount: money('未付金额', sum),
    negative_way: choice('负余额处理', negativeWays),
    invoice_no: text('发票号'),
    invoice_amount: money('发票金额'),
    due_date: date('应付日期', { derived: true }),
    buyer_confirmed_at: time('采购确认时间', { derived: true }),
    supplier_confirmed_at: time('供应商确认时间', { derived: true }),
    confirm_by: text('供应商确认人', { derived: true }),
  },
  lines: {
    label: '结算明细',
    least: 1,
    fields: {
      check_bill_id: reference(() => checkBill, '对账单'),
      settle_item_id: reference(() => settleItem, '结算项目'),
      item_type: choice('项目类型', settleItemTypes, { derived: true }),
      amount: money('金额', sum),
      tax_amount: money('税额', sum),
    },
    unique: ['check_bill_id', 'settle_item_id'],
  },
  states: statementStates,
  editable: [0, 7],
  transitions: {
    submit: { label: '提交', from: [0, 7], to: 1, segment: 'submit', access: 'statement:submit', submits: true },
    withdraw: withdrawal(1, { segment: 'withdraw', access: 'statement:submit' }),
    departmentAudit: {
      label: '部门审核',
      from: [1],
      to: { pass: 2, reject: 7 },
      segment: 'departmentAudit',
      access: 'statement:departmentAudit',
      approval: true,
      batch: true,
    },
    buyerConfirm: {
      label: '采购确认',
      from: [2],
      to: { pass: 3, reject: 7 },
      segment: 'buyerConfirm',
      access: 'statement:buyerConfirm',
      approval: true,
    },
    supplierConfirm: {
      label: '供应商确认',
      from: [3],
      to: { pass: oneOf([4, 6], (record) => (paidOff(record) ? 6 : 4)), reject: 7 },
      segment: 'supplierConfirm',
      access: 'statement:supplierConfirm',
      file: 'signed',
      asks: { confirm_by: text('供应商确认人') },
      writes: ['confirm_by'],
    },
    pay: {
      label: '付款',
      by: 'system',
      from: [4, 5],
      to: oneOf([5, 6], ({ unpaid_amount: unpaid }) => (Number(unpaid) === 0 ? 6 : 5)),
    },
    payBack: {
      label: '付款冲回',
      by: 'system',
      from: [5, 6],
      to: oneOf([4, 5], ({ paid_amount: paid }) => (Number(paid) === 0 ? 4 : 5)),
    },
    reverse: {
      label: '反结算',
      from: [4, 6],
      to: -1,
      segment: 'reverse',
      access: 'statement:reverse',
      approval: true,
      cancels: true,
      atWill: true,
      confirm: '反结算后明细退回，应付和预付冲抵一并冲回，确认反结算？',
      asks: { reason: prose('反结算原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 3, 7],
      to: -1,
      segment: 'cancel',
      access: 'statement:cancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['list', 'statement:view'],
    detail: ['detail', 'statement:view'],
    options: ['options', 'statement:view'],
    add: ['add', 'statement:add'],
    edit: ['edit', 'statement:edit'],
  },
  list: {
    columns: [
      'statement_no',
      'supplier_id',
      'purchaser_id',
      'total_amount',
      'prepay_offset_amount',
      'payable_amount',
      'paid_amount',
      'unpaid_amount',
      'due_date',
      'status',
      'created_by',
    ],
    filters: [
      'statement_no',
      'supplier_id',
      'purchaser_id',
      'period_from',
      'period_to',
      'due_date',
      'unpaid_amount',
      'status',
    ],
    search: ['statement_no', 'invoice_no'],
    sort: ['-id', 'statement_no', 'due_date', '-payable_amount'],
    sum: ['total_amount', 'prepay_offset_amount', 'payable_amount', 'paid_amount', 'unpaid_amount'],
  },
  scope: { supplier: 'supplier_id' },
  attachments: { kinds: { signed: '供应商签章件', invoice: '发票', other: '其他' } },
});
