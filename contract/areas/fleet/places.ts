import type { Places } from '../../kit/place.ts';

export const places: Places = {
  clientVersion: { list: '/setManage/versioning', record: '/setManage/versioning?keyword={no}' },
  clientDevice: {
    list: '/setManage/versioning?view=devices',
    record: '/setManage/versioning?view=devices&keyword={no}',
  },
  deviceOrder: { list: '/setManage/versioning?view=orders', record: '/setManage/versioning?view=orders&keyword={no}' },
};
