import type { ServerArea } from '#server/area.ts';
import { seedCoupons } from '#server/seed/coupons.ts';
import { serveCoupons } from './serve-coupons.ts';
import { expireCoupons, settleSends } from './settle-sends.ts';

/** Coupons: their kinds, their sending, and those that members hold. */
export const coupons: ServerArea = {
  name: 'coupons',
  serve: serveCoupons,
  seed: [{ name: 'coupons', after: ['members'], run: seedCoupons }],
  timers: [{ name: '用户券过期', everyMs: 60_000, run: async (house) => void (await expireCoupons(house)) }],
  timersOf: ({ registry }) => [
    { name: '发券收尾', everyMs: 2000, run: async (house) => void (await settleSends(house, registry)) },
  ],
};
