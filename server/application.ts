import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { syncMenu } from './areas/access/menu.ts';
import { mountSignIn, type SignInFrame } from './areas/access/mount-sign-in.ts';
import { permissionKeys, syncRoles } from './areas/access/sync-roles.ts';
import { mountApiDocument } from './areas/ops/api-document.ts';
import { mountProbes } from './areas/ops/probes.ts';
import { areas } from './areas.ts';
import { Passwords } from './identity/passwords.ts';
import { mountTemplates } from './import/tasks/serve-templates.ts';
import { mountCalls } from './kit/frame.ts';
import { Numbers } from './kit/numbering.ts';
import { Registry } from './kit/registry.ts';
import type { Kit } from './kit/serve-entity.ts';
import type { SecondEntry } from './platform/config.ts';
import { stockPolicies } from './stock-policies.ts';

/** Everything the server serves: what its areas do. */
export function serveEverything(numbers: Numbers, passwords: Passwords = new Passwords()): Kit {
  const kit: Kit = { registry: new Registry(), numbers, policies: stockPolicies(numbers) };
  const todos = areas.flatMap(({ todo }) => todo ?? []);
  for (const area of areas) area.serve?.(kit, { passwords, todos });
  return kit;
}

/** Brings built-in roles and the menu into step with this version's calls and screens. */
export async function syncAccess(db: Kysely<unknown>, second: readonly SecondEntry[] = []): Promise<void> {
  const { registry } = serveEverything(new Numbers(db));
  await syncRoles(db, permissionKeys(registry));
  await syncMenu(db, second);
}

/** Mounts every call of the house on an HTTP frame; answers what it has mounted. */
export function mountEverything(app: FastifyInstance, frame: SignInFrame): Registry {
  mountProbes(app, frame);
  mountSignIn(app, frame);
  mountTemplates(app, frame);
  const { registry } = serveEverything(new Numbers(frame.db), frame.passwords);
  mountApiDocument(app, registry, frame);
  mountCalls(app, registry, frame);
  return registry;
}
