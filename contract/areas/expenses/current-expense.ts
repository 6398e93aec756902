import { document, type Rule } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { isGiven } from '../../kit/given.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { sourceFields } from '../../kit/source.ts';
import { oneOf } from '../../kit/transition.ts';
import { logistics } from '../partners/logistics.ts';
import { ownAccountField, paidFrom } from '../partners/own-account.ts';
import { shop } from '../partners/shop.ts';
import { supplier } from '../partners/supplier.ts';
import { supplierAccount } from '../partners/supplier-account.ts';
import { direction, directions, taxWithin } from '../settlement/settle-enums.ts';
import {
  currentExpenseStates,
  currentExpenseType,
  currentExpenseTypes,
  partnerType,
  partnerTypes,
  settleWay,
  settleWays,
} from './expense-enums.ts';

const shown = { derived: true } as const;
const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

/** A field of those between us and this kind of partner. */
function of(type: number) {
  const isThat = ({ partner_type }: RecordValues): boolean => partner_type === type;
  return { visible: isThat, required: isThat } as const;
}

/** Money goes out by itself: where to must be known. */
const paysOut = ({ direction: way, settle_way }: RecordValues): boolean =>
  way === direction.pay && settle_way === settleWay.direct;
const paysSupplier = (record: RecordValues): boolean => record.partner_type === partnerType.supplier && paysOut(record);

// Only suppliers have statements; a deposit comes back, so it is no part of what they are owed.
const deducts: Rule = ({ settle_way, partner_type, expense_type }) => {
  if (settle_way !== settleWay.deduct) return undefined;
  if (partner_type !== partnerType.supplier) return { field: 'settle_way', words: '只有供应商的费用可以在结算单抵扣' };
  if (expense_type === currentExpenseType.deposit) return { field: 'settle_way', words: '保证金只能直接收付' };
  return undefined;
};

/**
 * An expense between us and a partner (domain.md §3.10, §4.25): paid or received by itself, or put into the supplier's next statement.
 * Where it is paid to an account, that is kept as it was when it was last judged (amendments E). Money in fen, tax included.
 */
export const currentExpense = document('currentExpense', {
  label: '往来费用单',
  group: '/v1/payment',
  number: { prefix: 'WL', field: 'expense_no' },
  title: 'expense_no',
  fields: {
    ...sourceFields,
    expense_no: text('往来费用单号', { unique: true, derived: true }),
    partner_type: choice('往来单位类型', partnerTypes, { required: true, initial: partnerType.supplier }),
    supplier_id: reference(() => supplier, '供应商', of(partnerType.supplier)),
    logistics_id: reference(() => logistics, '物流公司', of(partnerType.logistics)),
    shop_id: reference(() => shop, '加盟门店', of(partnerType.franchise)),
    other_name: text('单位名称', of(partnerType.other)),
    partner_name: text('往来单位', shown),
    direction: choice('收付方向', directions, { required: true, initial: direction.pay }),
    expense_type: choice('费用类型', currentExpenseTypes, { required: true }),
    amount: money('金额', { required: true, least: 1 }),
    tax_rate_bp: rate('税率', { initial: 0 }),
    tax_amount: money('其中税额', {
      initial: 0,
      derived: true,
      compute: (record) => taxWithin(Number(record.amount ?? 0), Number(record.tax_rate_bp ?? 0)),
    }),
    settle_way: choice('结算方式', settleWays, { required: true, initial: settleWay.direct }),
    account_id: reference(() => supplierAccount, '收款账户', {
      visible: paysSupplier,
      required: paysSupplier,
      among: ({ supplier_id }) => (isGiven(supplier_id) ? { supplier_id } : {}),
    }),
    payee: prose('收款信息', {
      visible: (record) => record.partner_type !== partnerType.supplier && paysOut(record),
      most: limits.reason,
    }),
    payee_name: text('收款户名', shown),
    payee_account_no: text('收款账号', shown),
    payee_bank: text('收款银行', shown),
    payee_branch: text('收款支行', shown),
    pay_account: text('收付账户', shown),
    own_account_id: ownAccountField,
    pay_date: date('收付日期', shown),
    paid_at: time('收付登记时间', shown),
    settle_item_id: integer('结算项目ID', { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
    statement_no: text('结算单号', shown),
  },
  rules: [deducts],
  states: currentExpenseStates,
  editable: [0, 5],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 5],
      to: 1,
      segment: 'currentSubmit',
      access: 'payment:currentAdd',
      submits: true,
      confirm: '确认提交？',
    },
    departmentAudit: {
      label: '部门审核',
      from: [1],
      to: { pass: 2, reject: 5 },
      segment: 'currentDepartmentAudit',
      access: 'payment:currentDepartmentAudit',
      approval: true,
      batch: true,
    },
    financeAudit: {
      label: '财务审核',
      from: [2],
      to: { pass: oneOf([3, 6], ({ settle_way }) => (settle_way === settleWay.deduct ? 6 : 3)), reject: 5 },
      segment: 'currentFinanceAudit',
      access: 'payment:currentFinanceAudit',
      approval: true,
      batch: true,
    },
    pay: {
      label: '收付',
      from: [3],
      to: 4,
      segment: 'currentPay',
      access: 'payment:currentPay',
      approval: true,
      asks: {
        ...paidFrom('收付账户'),
        pay_date: date('收付日期', { required: true }),
      },
      file: 'slip',
      starts: { pay_date: 'today' },
      writes: ['own_account_id', 'pay_account', 'pay_date'],
    },
    accountChanged: { label: '收款账户变更，重新审核', by: 'system', from: [1, 2, 3], to: 1, submits: true },
    settle: { label: '抵扣完成', by: 'system', from: [6], to: 4 },
    unsettle: { label: '抵扣恢复', by: 'system', from: [4], to: 6 },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 3, 5],
      to: -1,
      segment: 'currentCancel',
      access: 'payment:currentCancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', reason) },
    },
    cancelDeducting: {
      label: '作废待抵扣',
      from: [6],
      to: -1,
      segment: 'currentCancel',
      access: 'payment:currentCancel',
      cancels: true,
      confirm: '作废后不再在结算单抵扣，确认作废？',
      asks: { reason: prose('作废原因', reason) },
    },
  },
  calls: {
    list: ['currentList', 'payment:currentView'],
    detail: ['currentDetail', 'payment:currentView'],
    add: ['currentAdd', 'payment:currentAdd'],
    edit: ['currentEdit', 'payment:currentAdd'],
  },
  list: {
    columns: [
      'expense_no',
      'partner_type',
      'partner_name',
      'direction',
      'expense_type',
      'amount',
      'settle_way',
      'source_no',
      'statement_no',
      'pay_date',
      'status',
      'created_by',
      'created_at',
    ],
    filters: [
      'expense_no',
      'partner_type',
      'supplier_id',
      'logistics_id',
      'shop_id',
      'direction',
      'expense_type',
      'settle_way',
      'status',
      'created_at',
      'pay_date',
      'source_no',
    ],
    search: ['expense_no', 'partner_name'],
    sort: ['-id', 'expense_no', '-amount', '-pay_date'],
    sum: ['amount', 'tax_amount'],
  },
  // A shop is the partner of some: who sees one shop alone is shown none of the others by it.
  scope: { supplier: 'supplier_id', shop: 'shop_id' },
  attachments: { prefix: 'current', kinds: { slip: '收付凭证', contract: '依据', other: '其他' } },
});
