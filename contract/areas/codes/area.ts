import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { codeCalls, codeSheet } from './code-calls.ts';
import { codeFile } from './code-file.ts';
import { codeFileLine } from './code-file-line.ts';
import { codeOrder } from './code-order.ts';
import { codeRecord } from './code-record.ts';
import { codeReturn } from './code-return.ts';
import { goodsPool } from './goods-pool.ts';
import { inWareCode } from './in-ware-code.ts';
import { places } from './places.ts';
import { uniqueCode } from './unique-code.ts';

/** Unique codes of pieces: from their making to the end of the piece, each in one place and one state. */
export const codes: Area = {
  name: 'codes',
  label: '唯一码',
  definitions: [codeOrder, uniqueCode, codeRecord, codeFile, codeFileLine, codeReturn, goodsPool, inWareCode],
  places,
  menu: {
    screens: [
      {
        group: '/storage',
        order: 6,
        route: '/storage/inwaredetaLists',
        name: '入库明细(唯一码)',
        opens: listOf(inWareCode),
        keys: keysOf(inWareCode),
      },
      {
        group: '/storage',
        order: 16,
        route: '/storage/order_control/order_control',
        name: '制码单',
        opens: listOf(codeOrder),
        keys: [...keysOf(codeOrder, uniqueCode, codeRecord, codeFile, codeFileLine), ...keysOfCalls(codeCalls)],
      },
      {
        group: '/storage',
        order: 17,
        route: '/storage/goodsPool',
        name: '唯一码货池',
        opens: listOf(goodsPool),
        keys: [...keysOf(goodsPool), ...keysOfCalls({ move: codeCalls.move, lost: codeCalls.lost })],
      },
      {
        group: '/storage',
        order: 18,
        route: '/storage/codeReturnList',
        name: '退码单',
        opens: listOf(codeReturn),
        keys: keysOf(codeReturn),
      },
    ],
  },
  lineSheets: [codeSheet],
  // Keys of the group `stock` are granted with the warehouse's.
  roles: { whsMgr: 'UniqueCode:rebind' },
};
