import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { fleetCalls } from '../fleet/fleet-calls.ts';
import { allot } from './allot.ts';
import { allotCalls } from './allot-calls.ts';
import { allotCarton } from './allot-carton.ts';
import { allotCartonPrinting } from './allot-carton-printing.ts';
import { allotDiff } from './allot-diff.ts';
import { allotDiffPrinting } from './allot-diff-printing.ts';
import { allotEntryCalls } from './allot-entry.ts';
import { allotOut } from './allot-out.ts';
import { allotOutPrinting } from './allot-out-printing.ts';
import { allotPrinting } from './allot-printing.ts';
import { lineSheets } from './line-sheets.ts';
import { places } from './places.ts';

/** Goods from one warehouse to another: asked for, picked, carried, signed for, and what became of those that are missing. */
export const allocation: Area = {
  name: 'allocation',
  label: '调拨管理',
  definitions: [allot, allotOut, allotCarton, allotDiff],
  places,
  menu: {
    screens: [
      {
        group: '/storage',
        order: 8,
        route: '/storage/allotList',
        name: '调拨单',
        opens: listOf(allot),
        keys: [
          ...keysOf(allot, allotOut, allotCarton),
          ...listOf(allotDiff),
          ...keysOfCalls(allotCalls),
          ...keysOfCalls(allotEntryCalls.out),
          ...keysOfCalls(allotEntryCalls.into),
          allotPrinting.access,
          allotOutPrinting.access,
          fleetCalls.discarded.access,
        ],
      },
      {
        group: '/storage',
        order: 12,
        route: '/storage/allotdiffList',
        name: '调拨差异单',
        opens: listOf(allotDiff),
        keys: keysOf(allotDiff),
      },
    ],
  },
  newForms: [{ order: 30, route: '/storage/addaLlot', name: allot.label, access: allot.calls.add?.[1] }],
  lineSheets,
  prints: [allotPrinting, allotOutPrinting, allotCartonPrinting, allotDiffPrinting],
  roles: {
    buyer: 'allot:view,add,edit,cancel,print,batchView,batchAdd',
    whs: 'allot:view,add,edit,send,accept,sign,cancel,print,batchView; allotOut:*; allotDiff:view,deal',
    whsMgr: 'allot:*; allotDiff:*',
    district: 'allot:view,check,print; allotDiff:view,decide',
    shopMgr: 'allot:view,add,edit,send,accept,sign,cancel,print; allotOut:*; allotDiff:view,deal',
  },
};
