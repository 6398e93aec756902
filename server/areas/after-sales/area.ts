import type { ServerArea } from '#server/area.ts';

/** What comes back of orders: goods, money and invoices. */
export const afterSales: ServerArea = {
  name: 'after-sales',
};
