import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { payType } from '../enums.ts';
import { order, viewOrders } from './order.ts';

/**
 * What an order was paid with, a row for each kind of money (domain.md §3.8): written as the order is paid and never changed but for its
 * fee, which the channel's bill says. Money in fen.
 */
export const orderPayment = entity('orderPayment', {
  label: '订单支付',
  group: '/v1/order',
  title: 'trade_no',
  fields: {
    order_id: reference(() => order, '订单', { required: true, derived: true }),
    pay_type: choice('支付方式', payType, { required: true, derived: true }),
    amount: money('金额', { required: true, derived: true }),
    trade_no: text('支付流水号', { derived: true }),
    payee_account: text('收款账户', { derived: true }),
    paid_at: time('支付时间', { required: true, derived: true }),
    fee_amount: money('手续费', { initial: 0, derived: true }),
  },
  calls: { list: ['payments', viewOrders] },
  list: {
    columns: ['order_id', 'pay_type', 'amount', 'trade_no', 'payee_account', 'paid_at', 'fee_amount'],
    filters: ['order_id', 'pay_type', 'payee_account', 'paid_at'],
    search: ['trade_no'],
    sort: ['-paid_at'],
    sum: ['amount', 'fee_amount'],
  },
  scope: { shop: 'order_id.shop_id', warehouse: 'order_id.warehouse_id' },
});
