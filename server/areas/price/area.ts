import type { ServerArea } from '#server/area.ts';
import { seedPriceSheets } from '#server/seed/price-sheets.ts';
import { seedPrices } from '#server/seed/prices.ts';
import { servePrices } from './serve-prices.ts';

/** What goods are sold and bought at. */
export const price: ServerArea = {
  name: 'price',
  serve: servePrices,
  seed: [
    { name: 'sale prices', after: ['goods', 'warehouses and shops'], run: seedPrices },
    { name: 'price sheets', after: ['sale prices', 'purchase prices'], run: seedPriceSheets },
  ],
};
