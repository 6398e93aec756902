import type { ServerArea } from '#server/area.ts';
import { seedAfterSales } from '#server/seed/after-sales.ts';
import { serveAfterSales } from './serve-after-sales.ts';

/** What comes back of orders: goods, money and invoices. */
export const afterSales: ServerArea = {
  name: 'after-sales',
  serve: serveAfterSales,
  seed: [{ name: 'after-sales, refunds and invoices', after: ['orders'], run: seedAfterSales }],
};
