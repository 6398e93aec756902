import type { Area } from '../../kit/area.ts';

/** Coupons: their kinds, their sending, and those that members hold. */
export const coupons: Area = {
  name: 'coupons',
  label: '优惠券',
  definitions: [],
  roles: {
    goodsMgr: 'coupon:view,departmentAudit,cancel,sendView,sendDepartmentAudit',
    fin: 'coupon:view,sendView',
    finMgr: 'coupon:financeAudit,sendFinanceAudit',
    shopMgr: 'coupon:view',
    mkt: 'coupon:view,add,edit,submit,cancel,sendView,sendAdd,sendExecute,sendCancel',
  },
};
