import { warehousesClosing } from '#contract/areas/partners/warehouse.ts';
import { importType, taskType } from '#contract/areas/tasks/task.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { ServerArea } from '#server/area.ts';
import { runStockTask } from '#server/import/tasks/run-catalogue-tasks.ts';
import { answerClosing } from '#server/kit/closing-check.ts';
import { seedBatches } from '#server/seed/batches.ts';
import { seedNegatives, seedStockRules } from '#server/seed/negatives.ts';
import { seedAdjustments, seedOpeningStock } from '#server/seed/stock.ts';
import { seedStocktakes } from '#server/seed/stocktakes.ts';
import { closingChecks } from './closing-checks.ts';
import { stockSource } from './exports/stock.ts';
import { serveManualLock } from './manual-lock.ts';
import { serveNegativeInventory } from './negative/negative-inventory.ts';
import { serveOutWare } from './out-ware/serve-out-ware.ts';
import { refuseClosing } from './refuse-closing.ts';
import { serveStockRule } from './rules/stock-rule.ts';
import { serveStock } from './stock.ts';
import { serveStockAdjustment } from './stock-adjustment.ts';
import { bookHiding } from './stocktaking/hide-book.ts';
import { serveStocktaking } from './stocktaking/serve-stocktaking.ts';

/** Stock, its movements, and the documents that move or correct it. */
export const warehouse: ServerArea = {
  name: 'warehouse',
  serve(kit) {
    kit.registry.events.on(warehousesClosing, refuseClosing);
    serveStock(kit);
    answerClosing(kit, closingChecks);
    serveManualLock(kit);
    serveOutWare(kit);
    serveStockAdjustment(kit);
    serveStocktaking(kit);
    serveStockRule(kit);
    serveNegativeInventory(kit);
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
    { name: 'stock rules', after: ['batches of goods that expire'], run: seedStockRules },
    { name: 'negative stock', after: ['stock rules'], run: seedNegatives },
  ],
};
