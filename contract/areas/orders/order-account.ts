import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { labelsOf } from '../../kit/states.ts';
import { payType } from '../enums.ts';
import { shop } from '../partners/shop.ts';
import { warehouse } from '../partners/warehouse.ts';
import { order } from './order.ts';
import { accountStates, flowKinds, orderStates } from './order-enums.ts';

const shown = { derived: true } as const;
const signed = { derived: true, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;
const cost = { ...signed, mask: 'stock:costView' } as const;

/**
 * What an order was to bring, what it brought and what it cost (domain.md §3.8), in fen: net is what was received less what went back and what
 * the channel keeps; gross is net without the goods' cost.
 */
export const orderAccount = entity('orderAccount', {
  label: '订单账务',
  group: '/v1/order',
  title: 'order_no',
  view: true,
  fields: {
    order_no: text('订单号', shown),
    shop_id: reference(() => shop, '门店', shown),
    warehouse_id: reference(() => warehouse, '发货仓', shown),
    order_status: choice('订单状态', labelsOf(orderStates), shown),
    pay_type: choice('支付方式', payType, shown),
    payable_amount: money('应收金额', signed),
    paid_amount: money('实收金额', signed),
    refund_amount: money('退款金额', signed),
    fee_amount: money('手续费', signed),
    net_amount: money('净收金额', signed),
    cost_amount: money('销售成本', cost),
    gross_amount: money('毛利', cost),
    account_state: choice('账务状态', accountStates, shown),
    business_date: date('营业日期', shown),
    paid_at: time('支付时间', shown),
  },
  calls: { list: ['accountList', 'order:accountView'], detail: ['accountDetail', 'order:accountView'] },
  list: {
    columns: [
      'order_no',
      'shop_id',
      'order_status',
      'pay_type',
      'payable_amount',
      'paid_amount',
      'refund_amount',
      'fee_amount',
      'net_amount',
      'cost_amount',
      'gross_amount',
      'account_state',
      'paid_at',
    ],
    filters: ['order_no', 'shop_id', 'order_status', 'pay_type', 'account_state', 'business_date', 'paid_at'],
    search: ['order_no'],
    sort: ['-id', '-paid_at', '-paid_amount'],
    sum: ['payable_amount', 'paid_amount', 'refund_amount', 'fee_amount', 'net_amount', 'cost_amount', 'gross_amount'],
  },
  scope: { shop: 'shop_id', warehouse: 'warehouse_id' },
});

/** Each movement of an order's money, in fen: what came in, what went back, what the channel keeps. */
export const orderFlow = entity('orderFlow', {
  label: '资金流水',
  group: '/v1/order',
  title: 'trade_no',
  view: true,
  fields: {
    order_id: reference(() => order, '订单', shown),
    flow_kind: choice('类型', flowKinds, shown),
    pay_type: choice('支付方式', payType, shown),
    amount: money('金额', signed),
    trade_no: text('流水号', shown),
    payee_account: text('收款账户', shown),
    at: time('时间', shown),
  },
  calls: { list: ['accountFlows', 'order:accountView'] },
  list: {
    columns: ['at', 'flow_kind', 'pay_type', 'amount', 'trade_no', 'payee_account'],
    filters: ['order_id', 'flow_kind', 'pay_type', 'at'],
    search: ['trade_no'],
    sort: ['at', '-at'],
    sum: ['amount'],
  },
  scope: { shop: 'order_id.shop_id', warehouse: 'order_id.warehouse_id' },
});
