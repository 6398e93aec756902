import { Passwords } from '#server/identity/passwords.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { serveGrants } from './grants/serve-grants.ts';
import { serveMenu } from './menu.ts';
import { serveOrganize } from './organize.ts';
import { serveRights } from './rights.ts';
import { serveRole } from './role.ts';
import { serveSearchConfig } from './search-config.ts';
import { serveStaff } from './staff.ts';
import { serveWayIn } from './way-in.ts';

/**
 * Serves the calls of access control that stand in the registry; the doors are mounted by `mountSignIn`. `passwords`
 * hashes first passwords: the process's own pool where there is one.
 */
export function serveAccess(kit: Kit, passwords: Passwords = new Passwords()): void {
  serveMenu(kit.registry);
  serveWayIn(kit.registry);
  serveSearchConfig(kit.registry);
  serveStaff(kit, passwords);
  serveRole(kit);
  serveRights(kit.registry);
  serveOrganize(kit);
  serveGrants(kit.registry);
}
