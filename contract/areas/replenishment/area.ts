import type { Area } from '../../kit/area.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { allotDecision } from './allot-decision.ts';
import { allotRule } from './allot-rule.ts';
import { batchAllot } from './batch-allot.ts';
import { lineSheets } from './line-sheets.ts';
import { places } from './places.ts';
import { batchCalls, ruleCalls } from './replenishment-calls.ts';

/** What is to go where: by rule, by decision, or for many at once. */
export const replenishment: Area = {
  name: 'replenishment',
  label: '补货调拨',
  definitions: [allotRule, allotDecision, batchAllot],
  places,
  menu: {
    screens: [
      {
        group: '/storage',
        order: 9,
        route: '/storage/batchallotList',
        name: '批量调拨',
        opens: listOf(batchAllot),
        keys: [...keysOf(batchAllot), ...keysOfCalls(batchCalls)],
      },
      {
        group: '/storage',
        order: 10,
        route: '/storage/allotruleList',
        name: '调拨规则',
        opens: listOf(allotRule),
        keys: [...keysOf(allotRule), ...keysOfCalls(ruleCalls)],
      },
      {
        group: '/storage',
        order: 11,
        route: '/storage/decisionList',
        name: '调拨决策',
        opens: listOf(allotDecision),
        keys: [...keysOf(allotDecision), ...keysOfCalls({ run: ruleCalls.generate })],
      },
    ],
  },
  newForms: [{ order: 34, route: '/storage/batchAddallot', name: batchAllot.label, access: batchAllot.calls.add?.[1] }],
  lineSheets,
  roles: {
    whsMgr: 'allotRule:*',
    district: 'allotRule:view,decisionView,decisionConfirm',
  },
};
