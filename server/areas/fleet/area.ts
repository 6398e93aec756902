import type { ServerArea } from '#server/area.ts';

/** Versions of clients, and the devices that run them. */
export const fleet: ServerArea = {
  name: 'fleet',
};
