import type { Area } from '../../kit/area.ts';

/** Promotions and gifts. */
export const promotions: Area = {
  name: 'promotions',
  label: '促销与赠品',
  definitions: [],
  roles: {
    goodsMgr: 'promotion:view,departmentVerify,stop,cancel,activityView,activityAudit,giftView',
    fin: 'promotion:view',
    finMgr: 'promotion:financeVerify',
    shopMgr: 'promotion:view,activityView,giftView',
    mkt: 'promotion:view,add,edit,submit,stop,cancel,activityView,activityAdd,giftView,giftSave,giftStock',
  },
};
