import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { payType } from '../enums.ts';
import { shop } from '../partners/shop.ts';

const shown = { derived: true } as const;
const signed = { derived: true, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;
const count = { derived: true, most: Number.MAX_SAFE_INTEGER } as const;

/** What each account received by each way of paying, by shop and business day (domain.md §3.8). Money in fen. */
export const payeeStatement = entity('payeeStatement', {
  label: '收款方对账',
  group: '/v1/order',
  title: 'payee_account',
  view: true,
  fields: {
    payee_account: text('收款账户', shown),
    pay_type: choice('支付方式', payType, shown),
    shop_id: reference(() => shop, '门店', shown),
    business_date: date('业务日期', shown),
    receive_count: integer('收款笔数', count),
    receive_amount: money('收款金额', signed),
    refund_count: integer('退款笔数', count),
    refund_amount: money('退款金额', signed),
    fee_amount: money('手续费', signed),
    net_amount: money('净额', signed),
  },
  calls: { list: ['payeeList', 'order:payeeView'] },
  list: {
    columns: [
      'payee_account',
      'pay_type',
      'shop_id',
      'business_date',
      'receive_count',
      'receive_amount',
      'refund_count',
      'refund_amount',
      'fee_amount',
      'net_amount',
    ],
    filters: ['payee_account', 'pay_type', 'shop_id', 'business_date'],
    search: ['payee_account'],
    sort: ['-business_date', 'payee_account', 'pay_type', '-receive_amount'],
    sum: ['receive_count', 'receive_amount', 'refund_count', 'refund_amount', 'fee_amount', 'net_amount'],
  },
  scope: { shop: 'shop_id' },
});
