import { systemBatches } from './areas/purchasing/system-batches.ts';
import { sheetFreeze } from './areas/warehouse/stocktaking/freeze.ts';
import { countedKeys } from './areas/warehouse/stocktaking/late-rows.ts';
import type { Numbers } from './kit/numbering.ts';
import type { StockPolicies } from './ledger/policies.ts';

/** What the areas have to say about postings, whoever posts: the server, its tasks, commands and demo data. */
export function stockPolicies(numbers: Pick<Numbers, 'take'>): StockPolicies {
  return { freezes: [sheetFreeze], lateRows: [countedKeys], origins: systemBatches(numbers) };
}
