import type { ServerArea } from '#server/area.ts';

/** Coupons: their kinds, their sending, and those that members hold. */
export const coupons: ServerArea = {
  name: 'coupons',
};
