import { inventoryStream } from '#contract/areas/warehouse/inventory-stream.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Stock and its ledger, as lists. Both are views: the ledger alone writes what they show. */
export function serveStock(kit: Kit): void {
  serveEntity(kit, stock);
  serveEntity(kit, inventoryStream);
}
