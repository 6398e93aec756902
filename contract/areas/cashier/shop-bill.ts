import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { shopType } from '../enums.ts';
import { shop } from '../partners/shop.ts';
import { periodTypes } from './cashier-enums.ts';

const sum = { initial: 0, derived: true, least: -limits.documentMoney, most: limits.documentMoney } as const;
const shown = { required: true, derived: true } as const;
const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

/**
 * What a shop took in a day or a month, and what it is to have of it (domain.md §3.10, §4.23; amendments G16): of a shop that shares, its rate of
 * what came in less fees, less its expenses, with what cashiers had too much or too little; below zero the shop owes us. Of one of our own
 * nothing is settled. Its lines are lists of their own, by shop, person and account (`shop-bill-lines.ts`). Money in fen.
 */
export const shopBill = document('shopBill', {
  label: '门店账单',
  group: '/v1/ShopBill',
  number: { prefix: 'MD', field: 'bill_no' },
  title: 'bill_no',
  fields: {
    bill_no: text('账单号', { unique: true, derived: true }),
    shop_id: reference(() => shop, '门店', shown),
    shop_type: choice('门店类型', shopType, shown),
    period_type: choice('账单周期', periodTypes, shown),
    period: text('账期', { ...shown, most: 10 }),
    period_from: date('账期开始', { ...shown, internal: true }),
    period_to: date('账期结束', { ...shown, internal: true }),
    cashier_bill_count: integer('收银对账单数', { initial: 0, derived: true }),
    order_count: integer('订单数', { initial: 0, derived: true, most: Number.MAX_SAFE_INTEGER }),
    sale_amount: money('销售额', sum),
    refund_amount: money('退款额', sum),
    discount_amount: money('优惠额', sum),
    receive_amount: money('实收额', sum),
    fee_amount: money('手续费', sum),
    cash_diff_amount: money('长短款', sum),
    expense_amount: money('门店费用', sum),
    share_rate_bp: rate('分成比例', { initial: 0, derived: true }),
    share_amount: money('门店分成', sum),
    settle_amount: money('应结金额', sum),
    settled_amount: money('已结金额', sum),
    settle_date: date('结算日期', { derived: true }),
  },
  states: {
    1: ['待门店确认', 'shop', 'waiting'],
    2: ['待财务审核', 'finance', 'waiting'],
    3: ['待结算', 'ready', 'waiting'],
    4: ['已结算', 'settled', 'done'],
    5: ['已驳回', 'rejected', 'refused'],
    [-1]: ['已作废', 'cancelled', 'void'],
  },
  begins: [1],
  editable: [],
  transitions: {
    confirm: {
      label: '门店确认',
      from: [1],
      to: { pass: 2, reject: 5 },
      segment: 'confirm',
      access: 'ShopBill:confirm',
      approval: true,
    },
    audit: {
      label: '财务审核',
      from: [2],
      to: { pass: 3, reject: 5 },
      segment: 'audit',
      access: 'ShopBill:audit',
      approval: true,
      batch: true,
    },
    settle: {
      label: '结算',
      from: [3],
      to: 4,
      segment: 'settle',
      access: 'ShopBill:settle',
      // Neither who made it nor who passed it pays (amendments E).
      approval: true,
      asks: {
        settle_date: date('结算日期', { required: true }),
        settle_amount: money('结算金额', { required: true, least: -limits.money }),
      },
      starts: { settle_date: 'today' },
      writes: ['settle_date'],
      confirm: '结算后不能作废，确认结算？',
    },
    reverse: {
      label: '反审核',
      from: [3],
      to: -1,
      segment: 'reverse',
      access: 'ShopBill:reverse',
      approval: true,
      cancels: true,
      atWill: true,
      confirm: '反审核后账单作废，可重新生成，确认反审核？',
      asks: { reason: prose('反审核原因', reason) },
    },
    cancel: {
      label: '作废',
      from: [1, 2, 5],
      to: -1,
      segment: 'cancel',
      access: 'ShopBill:settle',
      cancels: true,
      confirm: '作废后可重新生成，确认作废？',
      asks: { reason: prose('作废原因', reason) },
    },
  },
  calls: {
    list: ['list', 'ShopBill:view'],
    detail: ['detail', 'ShopBill:view'],
    options: ['options', 'ShopBill:view'],
  },
  list: {
    columns: [
      'bill_no',
      'shop_id',
      'shop_type',
      'period_type',
      'period',
      'receive_amount',
      'fee_amount',
      'cash_diff_amount',
      'expense_amount',
      'share_amount',
      'settle_amount',
      'settle_date',
      'status',
    ],
    filters: ['bill_no', 'shop_id', 'shop_type', 'period_type', 'period', 'settle_date', 'status'],
    search: ['bill_no', 'period'],
    sort: ['-id', 'bill_no', '-period', '-receive_amount', '-settle_amount'],
    sum: [
      'sale_amount',
      'refund_amount',
      'receive_amount',
      'fee_amount',
      'cash_diff_amount',
      'expense_amount',
      'share_amount',
      'settle_amount',
      'settled_amount',
    ],
  },
  scope: { shop: 'shop_id' },
  attachments: { kinds: { slip: '结算凭证', other: '其他' } },
});
