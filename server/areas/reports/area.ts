import type { ServerArea } from '#server/area.ts';

/** Balances by day and month, reports over them, the closing of periods and the overview. */
export const reports: ServerArea = {
  name: 'reports',
};
