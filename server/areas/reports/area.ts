import type { ServerArea } from '#server/area.ts';
import { seedBalances } from '#server/seed/balances.ts';
import { extendPeriods } from './extend-periods.ts';
import { makeDueBalances } from './make-balances.ts';
import { makeOverview } from './make-overview.ts';
import { serveReports } from './serve-reports.ts';

const minute = 60_000;
const quarter = 15 * minute;
const hour = 60 * minute;

/** Balances by day and month, reports over them and the closing of periods. */
export const reports: ServerArea = {
  name: 'reports',
  serve: serveReports,
  seed: [{ name: 'balances', after: ['vouchers'], run: seedBalances }],
  timers: [
    { name: '会计期间', everyMs: hour, run: ({ db, clock }) => extendPeriods(db, clock.now()) },
    { name: '每日结存', everyMs: quarter, run: ({ db, clock }) => makeDueBalances(db, clock.now()) },
    { name: '经营概况', everyMs: minute, run: async ({ db, clock }) => void (await makeOverview(db, clock.now())) },
  ],
};
