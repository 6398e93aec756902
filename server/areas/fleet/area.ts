import type { ServerArea } from '#server/area.ts';
import { seedFleet } from '#server/seed/fleet.ts';
import { serveFleet } from './serve-fleet.ts';

/** Versions of clients, and the devices that run them. */
export const fleet: ServerArea = {
  name: 'fleet',
  serve: serveFleet,
  seed: [{ name: 'versions and devices', after: ['warehouses and shops', 'organisation and people'], run: seedFleet }],
};
