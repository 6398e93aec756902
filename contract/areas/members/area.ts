import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { memberAdjust } from './member-adjust.ts';
import { memberCalls } from './member-calls.ts';
import { userGrowth, userPoint } from './member-log.ts';
import { memberOrder } from './member-order.ts';
import { paidMembership } from './paid-membership.ts';
import { paidPlan } from './paid-plan.ts';
import { places } from './places.ts';
import { rebate } from './rebate.ts';
import { user } from './user.ts';
import { refreshLabelCall, userLabel, userLabelGroup } from './user-label.ts';
import { userStored } from './user-stored.ts';

/** Members, their labels, points and growth. */
export const members: Area = {
  name: 'members',
  label: '会员管理',
  definitions: [
    user,
    userLabelGroup,
    userLabel,
    userPoint,
    userGrowth,
    memberAdjust,
    memberOrder,
    paidPlan,
    paidMembership,
    rebate,
    userStored,
  ],
  places,
  menu: {
    groups: [{ url: '/member', name: '会员管理', order: 10, style: 'member' }],
    screens: [
      {
        group: '/member',
        order: 1,
        route: '/member/meberList',
        name: '会员列表',
        // Adjustments and paid memberships stand beside the members.
        opens: [
          ...listOf(user),
          ...listOf(memberAdjust),
          ...listOf(paidMembership),
          ...listOf(paidPlan),
          ...listOf(rebate),
        ],
        keys: [
          ...keysOf(user, userPoint, userGrowth, memberAdjust, paidPlan, paidMembership, rebate, userStored),
          ...keysOfCalls(memberCalls),
          ...listOf(userLabel),
          // Their coupons stand on their page.
          'coupon:view',
        ],
      },
      {
        group: '/member',
        order: 2,
        route: '/member/meberTags',
        name: '会员标签',
        opens: listOf(userLabel),
        keys: [...keysOf(userLabel), refreshLabelCall.access],
      },
      {
        group: '/member',
        order: 3,
        route: '/member/tagsGroup',
        name: '标签组',
        opens: listOf(userLabelGroup),
        keys: keysOf(userLabelGroup),
      },
    ],
  },
  roles: {
    shopMgr: 'user:view',
    cashier: 'user:view',
    cs: 'user:view,setLabels,mobile; userBusiness:view,paidAdd',
    finMgr: 'user:view; userBusiness:view,adjustAudit,paidRefund,rebateSettle',
    mkt: 'user:*; userLabel:*; userLabelGroup:*; userBusiness:*',
  },
};
