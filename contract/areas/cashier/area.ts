import type { Area } from '../../kit/area.ts';

/** What cashiers, channels and shops have taken, against what orders say. */
export const cashier: Area = {
  name: 'cashier',
  label: '收银对账',
  definitions: [],
  roles: {
    fin: 'CashierBill:view,check,reconView,reconImport,reconDeal; ShopBill:view,generate,settle',
    finMgr: 'CashierBill:confirm; ShopBill:audit',
    district: 'ShopBill:view; CashierBill:view',
    shopMgr: 'CashierBill:view,submit; ShopBill:view,confirm',
    cashier: 'CashierBill:view,submit',
  },
};
