import type { ServerArea } from '#server/area.ts';
import { seedCashier } from '#server/seed/cashier.ts';
import { serveCashier } from './serve-cashier.ts';

/** What cashiers, channels and shops have taken, against what orders say. */
export const cashier: ServerArea = {
  name: 'cashier',
  serve: serveCashier,
  seed: [
    { name: 'bills of cashiers, channels and shops', after: ['settlement and payments', 'orders'], run: seedCashier },
  ],
};
