import type { ServerArea } from '#server/area.ts';

/** Promotions and gifts. */
export const promotions: ServerArea = {
  name: 'promotions',
};
