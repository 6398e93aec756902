import type { Area } from '../../kit/area.ts';
import { keysOfCalls } from '../../kit/menu.ts';
import { addTask } from './calls.ts';

/** Exports and imports as tasks. */
export const tasks: Area = {
  name: 'tasks',
  label: '数据中心',
  definitions: [],
  menu: {
    groups: [{ url: '/data', name: '数据中心', order: 13, style: 'data' }],
    screens: [
      {
        group: '/data',
        order: 2,
        route: '/order/exportList',
        name: '导出列表',
        opens: keysOfCalls({ addTask }),
        keys: keysOfCalls({ addTask }),
      },
      { group: '/data', order: 3, route: '/ops/import', name: '数据导入', opens: importKeys, keys: importKeys },
    ],
  },
  roles: {
    goods: 'task:add',
    buyer: 'task:add',
    whs: 'task:add',
    fin: 'task:add',
    district: 'task:add',
    shopMgr: 'task:add',
    mkt: 'task:add',
  },
};

// The screen is of every area that has something to import.
function importKeys(areas: readonly Area[]): string[] {
  return areas.flatMap((area) => area.imports ?? []).map(({ access }) => access);
}
