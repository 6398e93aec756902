import type { Area } from '../../kit/area.ts';

/** Hang tags and price tags. */
export const settings: Area = {
  name: 'settings',
  label: '系统设置',
  definitions: [],
  menu: { groups: [{ url: '/setting', name: '系统设置', order: 14, style: 'setting' }], screens: [] },
  roles: {
    it: 'tag:*',
    goods: 'tag:*',
    buyer: 'tag:view,jobAdd,print',
    whs: 'tag:view,jobAdd,print',
    shopMgr: 'tag:view,print',
  },
};
