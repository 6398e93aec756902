import type { Area } from '../../kit/area.ts';
import { user } from './user.ts';

/** Members and their labels. */
export const members: Area = {
  name: 'members',
  label: '会员管理',
  definitions: [user],
  roles: {
    shopMgr: 'user:view',
    cashier: 'user:view',
    cs: 'user:view,setLabels',
    mkt: 'user:*; userLabel:*; userLabelGroup:*; userBusiness:*',
  },
};
