import { person } from '../../kit/base-fields.ts';
import { query } from '../../kit/call.ts';
import { choice, choices, word } from '../../kit/kinds/choice.ts';
import { references } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { labelsOf } from '../../kit/states.ts';
import { orderSource, payType, saleChannelType } from '../enums.ts';
import { shop } from '../partners/shop.ts';
import { exportType, someSpan, type TaskForm, taskForm } from '../tasks/form.ts';
import {
  agentChannel,
  endsOf,
  goodsOf,
  productPair,
  products,
  span,
  suppliers,
  together,
} from '../tasks/form-parts.ts';
import { taskType } from '../tasks/task.ts';
import { viewOrders } from './order.ts';
import { orderStates } from './order-enums.ts';

export const afterSales = 3;
export const shoppingBags = 2;

const orderTime = span('下单时间', 'start_time', 'end_time');
const shippingTime = span('发货时间', 'deliver_goods_start_time', 'deliver_goods_end_time');
const serviceTime = span('售后时间', 'os_start_time', 'os_end_time');

const filters = {
  order_status: choices('订单状态', labelsOf(orderStates)),
  sale_channel_type: word('销售渠道类型', saleChannelType),
  sale_channel_value: text('销售渠道'),
  source: choices('订单来源', orderSource),
  user_type: choice('会员类型', { 1: '手机号', 2: '会员编号', 3: '收货手机' }),
  user_value: text('会员值'),
  pay_type: choices('支付方式', payType),
  admin_ids: references(() => person, '导购/收银员'),
  ...goodsOf,
  shop_ids: references(() => shop, '门店'),
  ...suppliers,
  ...products,
};

/** What the export of orders may be of (api.csv `/v1/order/ruleOptions`). */
const exportTypes = { 1: '订单明细', [shoppingBags]: '购物袋', [afterSales]: '售后明细' } as const;

/** The same for callers that do not know our forms. */
export const exportTypesCall = query<object, { id: number; name: string }[]>({
  service: 'erp',
  path: '/v1/order/ruleOptions',
  access: 'login',
});

/** Those of the export, in their order. */
export const exportTypeOptions = Object.entries(exportTypes).map(([id, name]) => ({ id: Number(id), name }));

export const ordersExport = taskForm('ordersExport', {
  type: taskType.orders,
  access: viewOrders,
  spans: [orderTime, shippingTime, serviceTime],
  pairs: [
    {
      type: 'sale_channel_type',
      value: 'sale_channel_value',
      words: '销售渠道类型和销售渠道值需同时传递',
      alone: [agentChannel],
    },
    { type: 'user_type', value: 'user_value', words: together },
    productPair,
  ],
  fields: {
    export_type: exportType('导出类型', exportTypes, '导出类型不能为空'),
    ...filters,
  },
  rules: [
    someSpan([orderTime, shippingTime], '最少选中一项时间!', (values) => values.export_type === afterSales),
    someSpan([serviceTime], '请选择售后时间!', (values) => values.export_type !== afterSales),
  ],
  hidden: ({ export_type: type }) => {
    if (type === afterSales) return [...Object.keys(filters), ...endsOf(orderTime, shippingTime)];
    const service = endsOf(serviceTime);
    if (type !== shoppingBags) return service;
    return ['order_status', 'source', 'user_type', 'user_value', 'pay_type', 'supplier_ids', 'shop_ids', ...service];
  },
});

/** The exports of this area. */
export const exports: readonly TaskForm[] = [ordersExport];
