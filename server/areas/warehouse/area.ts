import { warehousesClosing } from '#contract/areas/partners/warehouse.ts';
import { importType, taskType } from '#contract/areas/tasks/task.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { ServerArea } from '#server/area.ts';
import { runStockTask } from '#server/import/tasks/run-catalogue-tasks.ts';
import { seedBatches } from '#server/seed/batches.ts';
import { seedAdjustments, seedOpeningStock } from '#server/seed/stock.ts';
import { seedStocktakes } from '#server/seed/stocktakes.ts';
import { stockSource } from './exports/stock.ts';
import { serveManualLock } from './manual-lock.ts';
import { serveOutWare } from './out-ware/serve.ts';
import { refuseClosing } from './refuse-closing.ts';
import { serveStock } from './stock.ts';
import { serveStockAdjustment } from './stock-adjustment.ts';
import { bookHiding } from './stocktaking/hide-book.ts';
import { serveStocktaking } from './stocktaking/serve.ts';

/** Stock, its movements, and the documents that move or correct it. */
export const warehouse: ServerArea = {
  name: 'warehouse',
  serve(kit) {
    kit.registry.events.on(warehousesClosing, refuseClosing);
    serveStock(kit);
    serveManualLock(kit);
    serveOutWare(kit);
    serveStockAdjustment(kit);
    serveStocktaking(kit);
  },
  exports: { [taskType.stock]: stockSource },
  imports: { [importType.openingStock]: runStockTask },
  hidden: { [stocktaking.name]: bookHiding },
  seed: [
    { name: 'opening stock', after: ['goods', 'warehouses and shops'], run: seedOpeningStock },
    { name: 'stock adjustments', after: ['opening stock'], run: seedAdjustments },
    // What was bought is on the shelves before they are counted.
    { name: 'stocktakes', after: ['stock adjustments', 'purchase orders and arrivals'], run: seedStocktakes },
    { name: 'batches of goods that expire', after: ['stocktakes'], run: seedBatches },
  ],
};
