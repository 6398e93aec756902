import type { ServerArea } from '#server/area.ts';
import { serveCashier } from './serve.ts';

/** What cashiers, channels and shops have taken, against what orders say. */
export const cashier: ServerArea = {
  name: 'cashier',
  serve: serveCashier,
};
