import { heldStock } from '#contract/areas/warehouse/held-stock.ts';
import { inventoryStream } from '#contract/areas/warehouse/inventory-stream.ts';
import { shelfBatch, transitBatch } from '#contract/areas/warehouse/shelf-batch.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { stockBatch } from '#contract/areas/warehouse/stock-batch.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Stock, its batches, promises and ledger, as lists: the ledger alone writes what they show. */
export function serveStock(kit: Kit): void {
  for (const definition of [stock, inventoryStream, stockBatch, shelfBatch, transitBatch, heldStock])
    serveEntity(kit, definition);
}
