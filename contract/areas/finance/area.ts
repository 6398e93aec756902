import type { Area } from '../../kit/area.ts';

/** What the company is owed and owes. */
export const finance: Area = {
  name: 'finance',
  label: '财务管理',
  definitions: [],
  roles: {
    buyer: [
      'statement:view,add,edit,submit,buyerConfirm,supplierConfirm,print,costView',
      'payment:view,add,edit,submit,print,currentView,currentAdd',
    ].join(';'),
    buyMgr: 'statement:departmentAudit,cancel,costDepartmentAudit; payment:departmentAudit,currentDepartmentAudit',
    fin: [
      'statement:view,add,edit,submit,supplierConfirm,cancel,print,costView,costAdd,costCancel,voucherView,voucherSave,abnormalDeal',
      'payment:view,add,edit,submit,confirm,cancel,print,currentView,currentAdd,currentPay,currentCancel,expenseView,expenseAdd,expensePay,expenseCancel',
      'CashierBill:view,check,reconView,reconImport,reconDeal; ShopBill:view,generate,settle',
    ].join(';'),
    finMgr: [
      'statement:reverse,costFinanceAudit,voucherAudit,voucherPost',
      'payment:financeAudit,reverse,currentFinanceAudit,expenseAudit; CashierBill:confirm; ShopBill:audit',
    ].join(';'),
    district: 'ShopBill:view; CashierBill:view',
    shopMgr: 'CashierBill:view,submit; ShopBill:view,confirm; payment:expenseView,expenseAdd,expenseCancel',
    cashier: 'CashierBill:view,submit',
  },
};
