import type { Area } from '../../kit/area.ts';
import { callsOf } from '../../kit/calls.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { changePrice, passLargeChange } from './change-price.ts';
import { exports } from './exports.ts';
import { imports } from './imports.ts';
import { order } from './order.ts';
import { orderAccount, orderFlow } from './order-account.ts';
import { orderCalls } from './order-calls.ts';
import { orderCustomerRecord } from './order-customer-record.ts';
import { orderLabel } from './order-label.ts';
import { orderOut } from './order-out.ts';
import { orderOutCoupon } from './order-out-coupon.ts';
import { orderPayment } from './order-payment.ts';
import { payeeStatement } from './payee-statement.ts';
import { places } from './places.ts';
import { pushRefusal, pushRefusalCalls } from './push-refusal.ts';

/** Orders of customers, from the till or a channel to their delivery. */
export const orders: Area = {
  name: 'orders',
  label: '订单管理',
  definitions: [
    orderLabel,
    order,
    orderPayment,
    orderOut,
    orderCustomerRecord,
    changePrice,
    orderOutCoupon,
    orderAccount,
    orderFlow,
    payeeStatement,
    pushRefusal,
  ],
  places,
  menu: {
    groups: [{ url: '/order', name: '订单管理', order: 8, style: 'order' }],
    screens: [
      {
        group: '/order',
        order: 1,
        route: '/addorders/getorderList',
        name: '订单列表',
        opens: listOf(order),
        keys: [
          ...keysOf(order, orderPayment, orderLabel, orderCustomerRecord),
          ...keysOfCalls({ bindLabels: orderCalls.bindLabels, push: orderCalls.push }),
          ...keysOf(orderOutCoupon),
          // What was sent and changed of it stands on its page.
          ...listOf(orderOut),
          ...listOf(changePrice),
          // From an order its price is changed, and its account looked at.
          ...keysOfCalls({ change: callsOf(changePrice).add, account: callsOf(orderAccount).detail }),
        ],
      },
      {
        group: '/order',
        order: 2,
        route: '/addorders/outList',
        name: '订单出库',
        opens: listOf(orderOut),
        keys: keysOf(orderOut),
      },
      {
        group: '/order',
        order: 5,
        route: '/addorders/changePriceList',
        name: '改价单',
        opens: listOf(changePrice),
        keys: [...keysOf(changePrice), passLargeChange],
      },
      {
        group: '/order',
        order: 7,
        route: '/addorders/orderAccount',
        name: '订单账务',
        opens: listOf(orderAccount),
        keys: [...keysOf(orderAccount, orderFlow), ...keysOf(orderOutCoupon), ...listOf(order)],
      },
      {
        group: '/order',
        order: 8,
        route: '/addorders/payeeStatement',
        name: '收款方对账',
        opens: listOf(payeeStatement),
        keys: keysOf(payeeStatement),
      },
      {
        group: '/order',
        order: 10,
        route: '/ops/pushRefusals',
        name: '推送异常',
        opens: listOf(pushRefusal),
        keys: [...keysOf(pushRefusal), ...keysOfCalls(pushRefusalCalls)],
      },
    ],
  },
  exports,
  imports,
  roles: {
    it: 'order:import,pushView,pushDeal',
    goodsMgr: 'order:view,changePriceView,changePriceAudit,changePriceOver',
    whs: 'order:outView,outShip,outCancel',
    fin: 'OrderOutCoupon:view; order:view,accountView,payeeView,invoiceView,invoiceApply,invoiceAudit,invoiceIssue,invoiceRed',
    district: 'order:view',
    shopMgr: 'order:view,remark,cancel,outView,outShip,changePriceView,changePriceAudit,invoiceView,invoiceApply',
    cashier: 'order:view,changePriceView,changePriceAdd; OrderOutCoupon:*',
    cs: [
      'order:view,remark,cancel,outView,outCancel,receive,pushView,pushDeal,changePriceView,changePriceAdd,invoiceView,invoiceApply',
      'orderLabel:*; orderCustomerRecord:*; OrderOutCoupon:*',
    ].join(';'),
    channel: 'order:push',
  },
};
