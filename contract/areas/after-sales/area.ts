import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { afterSalesCalls } from './after-sales-calls.ts';
import { invoiceApply } from './invoice-apply.ts';
import { auditAnyRefund, orderRefund } from './order-refund.ts';
import { orderService } from './order-service.ts';
import { places } from './places.ts';

const { addView, invoiceView } = afterSalesCalls;

/** What comes back of orders: goods, money and invoices. */
export const afterSales: Area = {
  name: 'after-sales',
  label: '售后管理',
  definitions: [orderService, orderRefund, invoiceApply],
  places,
  menu: {
    screens: [
      {
        group: '/order',
        order: 3,
        route: '/addorders/serviceList',
        name: '售后单',
        opens: listOf(orderService),
        keys: [...keysOf(orderService), ...keysOfCalls({ addView })],
      },
      {
        group: '/order',
        order: 4,
        route: '/addorders/moneyList',
        name: '退款单',
        opens: listOf(orderRefund),
        keys: [...keysOf(orderRefund), auditAnyRefund],
      },
      {
        group: '/order',
        order: 6,
        route: '/addorders/applyInvoice',
        name: '开票申请',
        opens: listOf(invoiceApply),
        keys: [...keysOf(invoiceApply), ...keysOfCalls({ invoiceView })],
      },
    ],
  },
  roles: {
    whs: 'OrderService:view,return',
    fin: 'OrderRefund:*',
    shopMgr: 'OrderService:*; OrderRefund:view,audit',
    cashier: 'OrderRefund:view,refund',
    cs: 'OrderService:view,add,deal,close; OrderRefund:view',
    channel: 'OrderRefund:answer',
  },
};
