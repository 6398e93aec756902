import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { labelsOf } from '../../kit/states.ts';
import { orderStates } from '../orders/order-enums.ts';
import { shop } from '../partners/shop.ts';
import { user } from './user.ts';

const shown = { derived: true } as const;

/** The orders of a member, as the member's page shows them (api.csv /v1/user/orders). */
export const memberOrder = entity('memberOrder', {
  label: '会员订单',
  group: '/v1/user',
  title: 'order_no',
  view: true,
  fields: {
    user_id: reference(() => user, '会员', shown),
    order_no: text('订单号', shown),
    shop_id: reference(() => shop, '门店', shown),
    goods_qty: quantity('商品数量', shown),
    paid_amount: money('实付金额', shown),
    refund_amount: money('已退金额', shown),
    order_status: choice('订单状态', labelsOf(orderStates), shown),
    ordered_at: time('下单时间', shown),
  },
  calls: { list: ['orders', 'user:view'] },
  list: {
    columns: ['order_no', 'shop_id', 'goods_qty', 'paid_amount', 'refund_amount', 'order_status', 'ordered_at'],
    filters: ['user_id', 'order_status', 'ordered_at'],
    search: ['order_no'],
    sort: ['-ordered_at'],
    sum: ['goods_qty', 'paid_amount', 'refund_amount'],
  },
  scope: { shop: 'shop_id' },
});
