import type { Area } from '../../kit/area.ts';

/** A person’s own account and views. */
export const me: Area = {
  name: 'me',
  label: '我的账号',
  definitions: [],
  roles: {
    it: 'view:share',
    goodsMgr: 'view:share',
    buyMgr: 'view:share',
    whsMgr: 'view:share',
    finMgr: 'view:share',
  },
};
