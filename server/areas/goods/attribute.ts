import { attributeKey, attributeValue } from '#contract/areas/goods/attribute.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Attributes and their values, colours among them; nothing is special about them yet. */
export function serveAttribute(kit: Kit): void {
  serveEntity(kit, attributeKey);
  serveEntity(kit, attributeValue);
}
