import type { Area } from '../../kit/area.ts';
import { exports } from './exports.ts';
import { imports } from './imports.ts';
import { order } from './order.ts';
import { orderPayment } from './order-payment.ts';

/** Orders of customers, from the till or a channel to their delivery. */
export const orders: Area = {
  name: 'orders',
  label: '订单管理',
  definitions: [order, orderPayment],
  exports,
  imports,
  roles: {
    it: 'order:import',
    goodsMgr: 'order:view,changePriceView,changePriceAudit',
    whs: 'order:outView,outShip,outCancel',
    fin: 'OrderOutCoupon:view; order:view,accountView,payeeView,invoiceView,invoiceApply,invoiceAudit,invoiceIssue,invoiceRed',
    district: 'order:view',
    shopMgr: 'order:view,remark,cancel,outView,outShip,changePriceView,changePriceAudit,invoiceView,invoiceApply',
    cashier: 'order:view,changePriceView,changePriceAdd; OrderOutCoupon:*',
    cs: [
      'order:view,remark,cancel,outView,outCancel,receive,changePriceView,changePriceAdd,invoiceView,invoiceApply',
      'orderLabel:*; orderCustomerRecord:*; OrderOutCoupon:*',
    ].join(';'),
    channel: 'order:push',
  },
};
