import type { Area } from '../../kit/area.ts';
import { callsOf } from '../../kit/calls.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { coupon } from './coupon.ts';
import { couponCalls } from './coupon-calls.ts';
import { couponSend } from './coupon-send.ts';
import { places } from './places.ts';
import { couponNote, couponSendLine, userCoupon } from './user-coupon.ts';

/** Coupons: their kinds, their sending, and those that members hold. */
export const coupons: Area = {
  name: 'coupons',
  label: '优惠券',
  definitions: [coupon, couponSend, couponSendLine, userCoupon, couponNote],
  places,
  menu: {
    screens: [
      {
        group: '/coupon',
        order: 2,
        route: '/coupon/couponList',
        name: '优惠券',
        opens: listOf(coupon),
        // From a coupon it is given out, and whom it went to is looked at.
        keys: [
          ...new Set([
            ...keysOf(coupon, userCoupon, couponNote),
            ...listOf(couponSend),
            ...keysOfCalls({ send: callsOf(couponSend).add }),
          ]),
        ],
      },
      {
        group: '/coupon',
        order: 3,
        route: '/coupon/couponsendList',
        name: '发券',
        opens: listOf(couponSend),
        keys: [...new Set([...keysOf(couponSend, couponSendLine), ...keysOfCalls(couponCalls)])],
      },
    ],
  },
  newForms: [
    { order: 62, route: '/coupon/couponAdd', name: coupon.label, access: coupon.calls.add?.[1] },
    { order: 63, route: '/coupon/couponsendAdd', name: couponSend.label, access: couponSend.calls.add?.[1] },
  ],
  roles: {
    goodsMgr: 'coupon:view,departmentAudit,cancel,sendView,sendDepartmentAudit',
    fin: 'coupon:view,sendView',
    finMgr: 'coupon:financeAudit,sendFinanceAudit',
    shopMgr: 'coupon:view',
    mkt: 'coupon:view,add,edit,submit,cancel,sendView,sendAdd,sendExecute,sendCancel',
  },
};
