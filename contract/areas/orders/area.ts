import type { Area } from '../../kit/area.ts';
import { exports } from './exports.ts';
import { imports } from './imports.ts';
import { order } from './order.ts';
import { orderPayment } from './order-payment.ts';
import { orderRefund } from './order-refund.ts';
import { orderService } from './order-service.ts';

/** Orders, what comes back of them, and refunds. */
export const orders: Area = {
  name: 'orders',
  label: '订单管理',
  definitions: [order, orderPayment, orderService, orderRefund],
  exports,
  imports,
  roles: {
    it: 'order:import',
    goodsMgr: 'order:view,changePriceView,changePriceAudit',
    whs: 'order:outView,outShip,outCancel; OrderService:view,return',
    fin: [
      'OrderRefund:*; OrderOutCoupon:view',
      'order:view,accountView,payeeView,invoiceView,invoiceApply,invoiceAudit,invoiceIssue',
    ].join(';'),
    district: 'order:view',
    shopMgr: [
      'order:view,remark,cancel,outView,outShip,changePriceView,changePriceAudit,invoiceView,invoiceApply',
      'OrderService:*; OrderRefund:view,audit',
    ].join(';'),
    cashier: 'order:view,changePriceView,changePriceAdd; OrderRefund:view,refund; OrderOutCoupon:*',
    cs: [
      'order:view,remark,cancel,outView,outCancel,receive,changePriceView,changePriceAdd,invoiceView,invoiceApply',
      'orderLabel:*; orderCustomerRecord:*; OrderService:view,add,deal,close; OrderRefund:view',
      'OrderOutCoupon:*',
    ].join(';'),
    channel: 'order:push',
  },
};
