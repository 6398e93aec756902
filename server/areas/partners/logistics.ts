import { logistics } from '#contract/areas/partners/logistics.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Carriers: nothing is special about them. */
export function serveLogistics(kit: Kit): void {
  serveEntity(kit, logistics);
}
