import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { noticeCalls, notify, notifyRead } from '../shell/notice.ts';

/** Hang tags and price tags, and the screens of what a company sets for itself. */
export const settings: Area = {
  name: 'settings',
  label: '系统设置',
  definitions: [],
  menu: {
    groups: [{ url: '/setting', name: '系统设置', order: 14, style: 'setting' }],
    screens: [
      {
        group: '/setting',
        order: 3,
        route: '/setManage/notify',
        name: '通知管理',
        opens: listOf(notify),
        keys: [...keysOf(notify, notifyRead), ...keysOfCalls(noticeCalls)],
      },
    ],
  },
  roles: {
    it: 'tag:*',
    goods: 'tag:*',
    buyer: 'tag:view,jobAdd,print',
    whs: 'tag:view,jobAdd,print',
    shopMgr: 'tag:view,print',
  },
};
