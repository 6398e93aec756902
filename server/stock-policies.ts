import { systemBatches } from './areas/purchasing/system-batches.ts';
import { differingGoods } from './areas/warehouse/differing-goods.ts';
import { negativeCases } from './areas/warehouse/negative/negatives.ts';
import { outOrderOfRules } from './areas/warehouse/rules/stock-rule.ts';
import { sheetFreeze } from './areas/warehouse/stocktaking/freeze.ts';
import { countedKeys } from './areas/warehouse/stocktaking/late-rows.ts';
import type { Events } from './kit/events.ts';
import type { Numbers } from './kit/numbering.ts';
import type { StockPolicies } from './ledger/policies.ts';

/** What the areas have to say about postings, whoever posts: the server, its tasks, commands and demo data. `events` are those that they serve. */
export function stockPolicies(numbers: Pick<Numbers, 'take'>, events: Pick<Events, 'emit'>): StockPolicies {
  return {
    freezes: [sheetFreeze],
    lateRows: [countedKeys],
    origins: systemBatches(numbers),
    outOrder: outOrderOfRules,
    negatives: negativeCases(numbers, events),
    differences: differingGoods(events),
  };
}
