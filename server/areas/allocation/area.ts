import type { ServerArea } from '#server/area.ts';
import { seedAllots } from '#server/seed/allots.ts';
import { serveAllocation } from './serve-allocation.ts';

/** Goods from one warehouse to another: asked for, picked, carried, signed for, and what became of those that are missing. */
export const allocation: ServerArea = {
  name: 'allocation',
  serve: serveAllocation,
  // Last of all that moves goods: what is counted and promised already stays where it is.
  seed: [{ name: 'allots', after: ['returns to suppliers'], run: seedAllots }],
};
