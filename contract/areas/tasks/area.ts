import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { addTask } from './calls.ts';
import { places } from './places.ts';
import { toolBatch, toolBatchCalls } from './tool-batch.ts';

/** Exports, imports and changes of many records as tasks. */
export const tasks: Area = {
  name: 'tasks',
  label: '数据中心',
  definitions: [toolBatch],
  places,
  menu: {
    groups: [
      { url: '/tools', name: '商品工具', order: 3, style: 'tools' },
      { url: '/data', name: '数据中心', order: 13, style: 'data' },
    ],
    screens: [
      {
        group: '/tools',
        order: 1,
        route: '/shopstool/batchList',
        name: '批量任务列表',
        opens: listOf(toolBatch),
        // Changes of whatever may be changed of many at once begin here.
        keys: (areas) => [
          ...new Set([
            ...keysOf(toolBatch),
            ...keysOfCalls(toolBatchCalls),
            ...areas.flatMap(({ definitions }) =>
              definitions.flatMap(({ bulk, calls }) => (bulk && calls.edit ? [bulk.access, calls.edit[1]] : [])),
            ),
          ]),
        ],
      },
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
    goods: 'task:add; tools:*',
    buyer: 'task:add',
    // What they change of many suppliers they follow, cancel, repeat and take back.
    buyMgr: 'tools:view,batchEdit,batchCancel',
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
