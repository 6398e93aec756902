import type { ServerArea } from '#server/area.ts';
import { seedBalances } from '#server/seed/balances.ts';
import { makeDueBalances } from './make-balances.ts';
import { serveReports } from './serve.ts';

const quarter = 900_000;

/** Balances by day and month, reports over them and the closing of periods. */
export const reports: ServerArea = {
  name: 'reports',
  serve: serveReports,
  seed: [{ name: 'balances', after: ['vouchers'], run: seedBalances }],
  timers: [{ name: '每日结存', everyMs: quarter, run: ({ db, clock }) => makeDueBalances(db, clock.now()) }],
};
