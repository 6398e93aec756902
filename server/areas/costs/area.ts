import type { ServerArea } from '#server/area.ts';
import { seedCosts } from '#server/seed/costs.ts';
import { serveCosts } from './serve-costs.ts';

/** What goods cost, and how that changes after they came in. */
export const costs: ServerArea = {
  name: 'costs',
  serve: serveCosts,
  seed: [{ name: 'costs and expenses', after: ['settlement and payments'], run: seedCosts }],
};
