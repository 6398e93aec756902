import type { Area } from '../../kit/area.ts';

/** Promotions, coupons, gifts. */
export const promotions: Area = {
  name: 'promotions',
  label: '营销管理',
  definitions: [],
  roles: {
    goodsMgr: [
      'promotion:view,departmentVerify,stop,cancel,activityView,activityAudit,giftView',
      'coupon:view,departmentAudit,cancel,sendView,sendDepartmentAudit',
    ].join(';'),
    fin: 'promotion:view; coupon:view,sendView',
    finMgr: 'promotion:financeVerify; coupon:financeAudit,sendFinanceAudit',
    shopMgr: 'promotion:view,activityView,giftView; coupon:view',
    mkt: [
      'promotion:view,add,edit,submit,stop,cancel,activityView,activityAdd,giftView,giftSave,giftStock',
      'coupon:view,add,edit,submit,cancel,sendView,sendAdd,sendExecute,sendCancel',
    ].join(';'),
  },
};
