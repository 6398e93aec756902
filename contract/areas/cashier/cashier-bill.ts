import { person } from '../../kit/base-fields.ts';
import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { payType } from '../enums.ts';
import { shop } from '../partners/shop.ts';

const signed = { least: -limits.documentMoney, most: limits.documentMoney, derived: true } as const;
const sum = { initial: 0, ...signed } as const;
const shown = { required: true, derived: true } as const;

/**
 * What one cashier took and paid out in one shift, against what he hands in (domain.md §3.10, §4.23): made by the first receipt of the
 * till and kept up to date by those that follow, until it is handed in. A shift that was handed in is closed: the next sale opens
 * another (amendments G16). A difference is what was checked, or else handed in, less what the till says. Money in fen.
 */
export const cashierBill = document('cashierBill', {
  label: '收银对账单',
  group: '/v1/CashierBill',
  number: { prefix: 'SY', field: 'bill_no' },
  title: 'bill_no',
  fields: {
    bill_no: text('对账单号', { unique: true, derived: true }),
    shop_id: reference(() => shop, '门店', shown),
    cashier_id: reference(() => person, '收银员', shown),
    business_date: date('营业日期', shown),
    shift: text('班次', shown),
    // The shift as the till calls it, and the how many-th bill of it this is: together they make `shift`.
    till_shift: text('收银机班次', { required: true, derived: true, internal: true }),
    shift_no: integer('班次序号', { required: true, derived: true, internal: true }),
    order_count: integer('订单数', { initial: 0, derived: true }),
    system_amount: money('系统金额', sum),
    actual_amount: money('实交金额', signed),
    checked_amount: money('核对金额', signed),
    diff_amount: money('长短款', sum),
    deposit_amount: money('缴存银行', { derived: true }),
  },
  unique: [['shop_id', 'cashier_id', 'business_date', 'shift']],
  lines: {
    label: '支付方式明细',
    fields: {
      pay_type: choice('支付方式', payType, shown),
      receive_count: integer('收款笔数', { initial: 0, derived: true }),
      receive_amount: money('收款金额', sum),
      refund_amount: money('退款金额', sum),
      system_amount: money('系统净额', sum),
      actual_amount: money('实交金额', signed),
      checked_amount: money('核对金额', signed),
      diff_amount: money('差额', sum),
      diff_reason: text('差异原因', { derived: true, most: limits.reason }),
    },
    unique: ['pay_type'],
  },
  states: {
    1: ['待交账', 'open', 'waiting'],
    2: ['待核对', 'handedIn', 'waiting'],
    3: ['待确认', 'checked', 'waiting'],
    4: ['已确认', 'confirmed', 'done'],
    5: ['已驳回', 'rejected', 'refused'],
  },
  begins: [1],
  editable: [],
  // Whose money it is does not judge it.
  parts: { fields: ['cashier_id'] },
  transitions: {
    submit: {
      label: '交账',
      from: [1, 5],
      to: 2,
      segment: 'submit',
      access: 'CashierBill:submit',
      submits: true,
      asks: {
        deposit_amount: money('缴存银行', { required: true, initial: 0 }),
        remark: prose('备注', { most: limits.remark }),
      },
      writes: ['deposit_amount'],
      asksLines: {
        fields: ['actual_amount'],
        every: true,
        beside: ['pay_type', 'receive_count', 'receive_amount', 'refund_amount', 'system_amount'],
      },
      confirm: '交账后本班次结束，之后的收款记入下一班次，确认交账？',
    },
    check: {
      label: '核对',
      from: [2],
      to: 3,
      segment: 'check',
      access: 'CashierBill:check',
      approval: true,
      asksLines: {
        fields: ['checked_amount', 'diff_reason'],
        every: true,
        beside: ['pay_type', 'system_amount', 'actual_amount'],
        starts: { checked_amount: 'actual_amount', diff_reason: 'diff_reason' },
      },
    },
    confirm: {
      label: '确认',
      from: [3],
      to: { pass: 4, reject: 5 },
      segment: 'confirm',
      access: 'CashierBill:confirm',
      approval: true,
      batch: true,
    },
    reverse: {
      label: '反确认',
      from: [4],
      to: 5,
      segment: 'reverse',
      access: 'CashierBill:reverse',
      approval: true,
      atWill: true,
      confirm: '反确认后长短款凭证冲回，须重新交账，确认反确认？',
      asks: { reason: prose('反确认原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['list', 'CashierBill:view'],
    detail: ['detail', 'CashierBill:view'],
    options: ['options', 'CashierBill:view'],
  },
  list: {
    columns: [
      'bill_no',
      'shop_id',
      'cashier_id',
      'business_date',
      'shift',
      'order_count',
      'system_amount',
      'actual_amount',
      'diff_amount',
      'status',
    ],
    filters: ['bill_no', 'shop_id', 'cashier_id', 'business_date', 'status', 'diff_amount'],
    search: ['bill_no'],
    sort: ['-business_date', '-id', 'bill_no', '-system_amount', 'diff_amount', '-diff_amount'],
    sum: ['order_count', 'system_amount', 'actual_amount', 'checked_amount', 'diff_amount'],
  },
  scope: { shop: 'shop_id' },
  attachments: { kinds: { slip: '缴款凭证', other: '其他' } },
});
