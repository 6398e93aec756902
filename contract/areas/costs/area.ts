import type { Area } from '../../kit/area.ts';
import { keysOf, listOf } from '../../kit/menu.ts';
import { costAdjust } from './cost-adjust.ts';
import { costHistory } from './cost-history.ts';
import { places } from './places.ts';
import { purchaseCost } from './purchase-cost.ts';
import { waitingPrice } from './waiting-price.ts';

/** What goods cost, and how that changes after they came in. */
export const costs: Area = {
  name: 'costs',
  label: '成本',
  definitions: [costAdjust, purchaseCost, costHistory, waitingPrice],
  places,
  menu: {
    groups: [],
    screens: [
      {
        group: '/buy',
        order: 12,
        route: '/buybox/chengbenList',
        name: '采购成本',
        opens: listOf(purchaseCost),
        // What came in at an estimate stands beside it.
        keys: [...keysOf(purchaseCost), ...listOf(waitingPrice)],
      },
      {
        group: '/finance',
        order: 6,
        route: '/finance/costAdjust',
        name: '成本调整单',
        opens: listOf(costAdjust),
        // Batches are chosen for it.
        keys: [...keysOf(costAdjust, costHistory), ...listOf(purchaseCost)],
      },
    ],
  },
  newForms: [{ order: 48, route: '/finance/costAdd', name: costAdjust.label, access: costAdjust.calls.add?.[1] }],
};
