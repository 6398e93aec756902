import type { Area } from '../../kit/area.ts';
import { notify, notifyRead } from './notice.ts';

/** What every page stands in: notices, search, the landing page, common data. */
export const shell: Area = {
  name: 'shell',
  label: '公共',
  definitions: [notify, notifyRead],
  roles: {
    it: 'common:*',
    hr: 'common:view,notifyView,notifySave,notifySend',
    goods: 'common:view',
    whs: 'common:scanDiscard',
    shopMgr: 'common:scanDiscard',
  },
};
