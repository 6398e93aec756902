import { serveStock } from './areas/warehouse/stock.ts';
import { serveStockAdjustment } from './areas/warehouse/stock-adjustment.ts';
import { serveStocktaking } from './areas/warehouse/stocktaking/serve.ts';
import { Registry } from './kit/registry.ts';
import type { Numbers } from './kit/numbering.ts';
import type { Kit } from './kit/serve-entity.ts';

/** Everything the server serves. An area that is not named here does not exist. */
export function serveEverything(numbers: Numbers): Kit {
  const kit: Kit = { registry: new Registry(), numbers };
  serveStock(kit);
  serveStockAdjustment(kit);
  serveStocktaking(kit);
  return kit;
}
