import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { memberAdjust } from './member-adjust.ts';
import { memberCalls } from './member-calls.ts';
import { userGrowth, userPoint } from './member-log.ts';
import { memberOrder } from './member-order.ts';
import { places } from './places.ts';
import { user } from './user.ts';
import { refreshLabelCall, userLabel, userLabelGroup } from './user-label.ts';

/** Members, their labels, points and growth. */
export const members: Area = {
  name: 'members',
  label: '会员管理',
  definitions: [user, userLabelGroup, userLabel, userPoint, userGrowth, memberAdjust, memberOrder],
  places,
  menu: {
    groups: [{ url: '/member', name: '会员管理', order: 10, style: 'member' }],
    screens: [
      {
        group: '/member',
        order: 1,
        route: '/member/meberList',
        name: '会员列表',
        // Adjustments stand beside the members.
        opens: [...listOf(user), ...listOf(memberAdjust)],
        keys: [
          ...keysOf(user, userPoint, userGrowth, memberAdjust),
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
    cs: 'user:view,setLabels,mobile',
    finMgr: 'user:view; userBusiness:view,adjustAudit',
    mkt: 'user:*; userLabel:*; userLabelGroup:*; userBusiness:*',
  },
};
