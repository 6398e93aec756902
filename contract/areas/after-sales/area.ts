import type { Area } from '../../kit/area.ts';
import { orderRefund } from './order-refund.ts';
import { orderService } from './order-service.ts';

/** What comes back of orders: goods, money and invoices. */
export const afterSales: Area = {
  name: 'after-sales',
  label: '售后管理',
  definitions: [orderService, orderRefund],
  roles: {
    whs: 'OrderService:view,return',
    fin: 'OrderRefund:*',
    shopMgr: 'OrderService:*; OrderRefund:view,audit',
    cashier: 'OrderRefund:view,refund',
    cs: 'OrderService:view,add,deal,close; OrderRefund:view',
  },
};
