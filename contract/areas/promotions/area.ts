import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { gift } from './gift.ts';
import { giftActivity } from './gift-activity.ts';
import { giftReserve, giftReserveCall, giftStock } from './gift-stock.ts';
import { places } from './places.ts';
import { promotion } from './promotion.ts';
import { promotionCalls } from './promotion-calls.ts';

/** Promotions and gifts. */
export const promotions: Area = {
  name: 'promotions',
  label: '促销与赠品',
  definitions: [promotion, gift, giftReserve, giftStock, giftActivity],
  places,
  menu: {
    groups: [{ url: '/coupon', name: '营销管理', order: 9, style: 'coupon' }],
    screens: [
      {
        group: '/coupon',
        order: 1,
        route: '/coupon/promotionList',
        name: '促销活动',
        opens: listOf(promotion),
        keys: [...keysOf(promotion), ...keysOfCalls(promotionCalls)],
      },
      {
        group: '/coupon',
        order: 4,
        route: '/coupon/giftActivity',
        name: '赠品活动',
        opens: listOf(giftActivity),
        keys: keysOf(giftActivity),
      },
      {
        group: '/coupon',
        order: 5,
        route: '/coupon/giftManage',
        name: '赠品管理',
        opens: listOf(gift),
        keys: keysOf(gift),
      },
      {
        group: '/coupon',
        order: 6,
        route: '/coupon/giftStock',
        name: '赠品库存',
        opens: listOf(giftStock),
        keys: [...listOf(giftStock), giftReserveCall.access],
      },
    ],
  },
  newForms: [
    { order: 60, route: '/coupon/promotionAdd', name: promotion.label, access: promotion.calls.add?.[1] },
    { order: 61, route: '/coupon/addActivity', name: giftActivity.label, access: giftActivity.calls.add?.[1] },
  ],
  roles: {
    goodsMgr: 'promotion:view,departmentVerify,stop,cancel,activityView,activityAudit,giftView',
    fin: 'promotion:view',
    finMgr: 'promotion:financeVerify',
    shopMgr: 'promotion:view,activityView,giftView',
    mkt: 'promotion:view,add,edit,submit,stop,cancel,activityView,activityAdd,giftView,giftSave,giftStock',
  },
};
