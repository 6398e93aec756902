import type { ServerArea } from '#server/area.ts';
import { seedVouchers } from '#server/seed/vouchers.ts';
import { serveFinance } from './serve-finance.ts';

/** What the company is owed and owes, and the books that say it. */
export const finance: ServerArea = {
  name: 'finance',
  serve: serveFinance,
  seed: [
    {
      name: 'vouchers',
      after: [
        'settlement and payments',
        'costs and expenses',
        'rules, decisions and batches of allots',
        'orders',
        'after-sales, refunds and invoices',
        'documents of coded pieces',
        'rebates of paid members',
      ],
      run: seedVouchers,
    },
  ],
};
