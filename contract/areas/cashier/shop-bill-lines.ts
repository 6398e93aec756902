import { person } from '../../kit/base-fields.ts';
import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { payType } from '../enums.ts';
import { shop } from '../partners/shop.ts';
import { periodTypes } from './cashier-enums.ts';
import { shopBill } from './shop-bill.ts';

const shown = { derived: true } as const;
const signed = { derived: true, least: -limits.documentMoney, most: limits.documentMoney } as const;

/** What every line of a shop's bill says, whichever way it is cut. */
const head = {
  bill_id: reference(() => shopBill, '账单', shown),
  shop_id: reference(() => shop, '门店', shown),
  period_type: choice('账单周期', periodTypes, shown),
  business_date: date('营业日期', shown),
} as const;
const figures = {
  order_count: integer('订单数', shown),
  sale_amount: money('销售额', signed),
  refund_amount: money('退款额', signed),
  receive_amount: money('实收额', signed),
} as const;
const sums = ['order_count', 'sale_amount', 'refund_amount', 'receive_amount'] as const;

const common = { group: '/v1/ShopBill', title: 'bill_id', view: true, scope: { shop: 'shop_id' } } as const;

/** Live bills cut by shop and day (domain.md §3.10 shopBillLine, dimension store). */
export const shopBillStore = entity('shopBillStore', {
  ...common,
  label: '门店账单-门店维度',
  fields: { ...head, ...figures },
  calls: { list: ['storeList', 'ShopBill:view'] },
  list: {
    columns: ['bill_id', 'shop_id', 'period_type', 'business_date', ...sums],
    filters: ['shop_id', 'period_type', 'bill_id', 'business_date'],
    search: [],
    sort: ['-business_date', '-id', 'business_date', '-receive_amount'],
    sum: [...sums],
  },
});

/** The same by who took and paid out the money. */
export const shopBillPeople = entity('shopBillPeople', {
  ...common,
  label: '门店账单-人员维度',
  fields: { ...head, admin_id: reference(() => person, '收银员', shown), ...figures },
  calls: { list: ['peopleList', 'ShopBill:view'] },
  list: {
    columns: ['bill_id', 'shop_id', 'period_type', 'admin_id', 'business_date', ...sums],
    filters: ['shop_id', 'period_type', 'bill_id', 'admin_id', 'business_date'],
    search: [],
    sort: ['-business_date', '-id', 'business_date', '-receive_amount'],
    sum: [...sums],
  },
});

/** The same by kind of payment and by the account it went to. */
export const shopBillAccount = entity('shopBillAccount', {
  ...common,
  label: '门店账单-账户维度',
  fields: {
    ...head,
    pay_type: choice('支付方式', payType, shown),
    key_name: text('收款账户', shown),
    ...figures,
  },
  calls: { list: ['accountList', 'ShopBill:view'] },
  list: {
    columns: ['bill_id', 'shop_id', 'period_type', 'pay_type', 'key_name', 'business_date', ...sums],
    filters: ['shop_id', 'period_type', 'bill_id', 'pay_type', 'key_name', 'business_date'],
    search: ['key_name'],
    sort: ['-business_date', '-id', 'business_date', '-receive_amount'],
    sum: [...sums],
  },
});
