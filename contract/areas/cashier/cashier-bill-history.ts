import { person } from '../../kit/base-fields.ts';
import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { shop } from '../partners/shop.ts';
import { cashierBill } from './cashier-bill.ts';

const shown = { derived: true } as const;
const signed = { derived: true, least: -limits.documentMoney, most: limits.documentMoney } as const;

/** How a cashier's bill ended, and each time that was taken back: the figures as they stood then. */
export const cashierBillHistory = entity('cashierBillHistory', {
  label: '收银对账历史',
  group: '/v1/CashierBill',
  title: 'bill_no',
  view: true,
  fields: {
    bill_no: text('对账单号', shown),
    bill_id: reference(() => cashierBill, '对账单', { derived: true, internal: true }),
    shop_id: reference(() => shop, '门店', shown),
    cashier_id: reference(() => person, '收银员', shown),
    business_date: date('营业日期', shown),
    shift: text('班次', shown),
    outcome: choice('结果', { 1: '确认', 2: '反确认' }, shown),
    system_amount: money('系统金额', signed),
    actual_amount: money('实交金额', signed),
    checked_amount: money('核对金额', signed),
    diff_amount: money('长短款', signed),
    deposit_amount: money('缴存银行', signed),
    ended_by: reference(() => person, '操作人', shown),
    ended_at: time('操作时间', shown),
    reason: text('原因', { derived: true, most: limits.reason }),
  },
  calls: { list: ['history', 'CashierBill:view'] },
  list: {
    columns: [
      'bill_no',
      'shop_id',
      'cashier_id',
      'business_date',
      'shift',
      'outcome',
      'system_amount',
      'actual_amount',
      'checked_amount',
      'diff_amount',
      'ended_by',
      'ended_at',
      'reason',
    ],
    filters: ['shop_id', 'cashier_id', 'business_date', 'outcome', 'ended_at', 'bill_no'],
    search: ['bill_no'],
    sort: ['-id', '-business_date', 'business_date', '-diff_amount'],
    sum: ['system_amount', 'actual_amount', 'checked_amount', 'diff_amount', 'deposit_amount'],
  },
  scope: { shop: 'shop_id' },
});
