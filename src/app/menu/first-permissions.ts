import { openPermissionNode, setPermissionKeys } from '#src/engine/permissions-store.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import { readSession } from '#src/platform/session.ts';
import { framesOf } from '../routing/frames.ts';
import type { Services } from '../services.ts';
import { askPermissions, knownMenuEntries } from './menu-query.ts';
import { litEntry } from './menu-tree.ts';

type At = Parameters<typeof askPermissions>[1];

let first: { at: At; keys: Promise<string[]> } | null = null;

/**
 * Asks for the permission set of the screen that the application starts with, as soon as the menu says which it is: the
 * screen then knows what it may show when it is drawn first.
 */
export async function askFirstPermissions(
  services: Services,
  here: { path: string; rows: readonly RouteRow[] },
): Promise<void> {
  const uid = readSession()?.uid;
  if (uid === undefined || framesOf(here.path)[0] !== 'office') return;
  const menu = await knownMenuEntries(services, uid);
  const nodeId = litEntry(here.path, { rows: here.rows, menu })?.id ?? 0;
  if (nodeId === 0) return;
  const at = { uid, nodeId };
  const keys = askPermissions(services, at);
  first = { at, keys };
  openPermissionNode(nodeId);
  setPermissionKeys(nodeId, await keys);
}

/** The permission set of a node: the answer to the first question where it was about this node and nobody has had it, else asked now. */
export function takePermissions(services: Services, at: At): Promise<string[]> {
  const taken = first;
  first = null;
  return taken?.at.uid === at.uid && taken.at.nodeId === at.nodeId ? taken.keys : askPermissions(services, at);
}
