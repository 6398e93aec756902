import type { ServerArea } from '#server/area.ts';
import { seedReplenishment } from '#server/seed/replenishment.ts';
import { scheduledRules } from './rule/scheduled-rules.ts';
import { serveReplenishment } from './serve-replenishment.ts';

/** What is to go where: by rule, by decision, or for many at once. */
export const replenishment: ServerArea = {
  name: 'replenishment',
  serve: serveReplenishment,
  seed: [{ name: 'rules, decisions and batches of allots', after: ['allots'], run: seedReplenishment }],
  timersOf: ({ registry }) => [scheduledRules(registry)],
};
