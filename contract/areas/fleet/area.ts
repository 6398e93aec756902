import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { clientDevice } from './client-device.ts';
import { clientVersion } from './client-version.ts';
import { deviceOrder } from './device-order.ts';
import { fleetCalls } from './fleet-calls.ts';
import { places } from './places.ts';

/** Versions of clients, and the devices that run them. */
export const fleet: Area = {
  name: 'fleet',
  label: '版本管理',
  definitions: [clientVersion, clientDevice, deviceOrder],
  places,
  menu: {
    screens: [
      {
        group: '/setting',
        order: 4,
        route: '/setManage/versioning',
        name: '版本管理',
        opens: listOf(clientVersion),
        keys: [...new Set([...keysOf(clientVersion, clientDevice, deviceOrder), ...keysOfCalls(fleetCalls)])],
      },
    ],
  },
  // Keys of the group `common` are granted with those of the shell.
};
