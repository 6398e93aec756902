import { admin } from '#contract/areas/access/admin.ts';
import { organize } from '#contract/areas/access/organize.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { serveMenu } from './menu.ts';

/** Serves the calls of access control that stand in the registry; the doors are mounted by `mountSignIn`. */
export function serveAccess(kit: Kit): void {
  serveMenu(kit.registry);
  serveEntity(kit, admin);
  serveEntity(kit, organize);
}
