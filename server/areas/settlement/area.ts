import type { ServerArea } from '#server/area.ts';
import { seedSettlement } from '#server/seed/settlement.ts';
import { serveSettlement } from './serve-settlement.ts';

/** What suppliers are owed: from the goods that came in to the money that left. */
export const settlement: ServerArea = {
  name: 'settlement',
  serve: serveSettlement,
  seed: [{ name: 'settlement and payments', after: ['returns to suppliers'], run: seedSettlement }],
};
