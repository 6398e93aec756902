import { create } from 'zustand';

/**
 * The permission keys of the menu node whose screen is open (specification §6). Advisory: they hide what the server
 * would refuse. Null until the set has arrived, so that nothing guarded shows before its permission is known.
 */
interface PermissionsState {
  openNodeId: number | null;
  keys: Readonly<Record<number, ReadonlySet<string>>>;
}

const usePermissions = create<PermissionsState>(() => ({ openNodeId: null, keys: {} }));

/** Names the menu node of the screen now open; null for a screen without one. The shell calls it on a route change. */
export function openPermissionNode(nodeId: number | null): void {
  usePermissions.setState({ openNodeId: nodeId });
}

/** The menu node of the screen now open; null for a screen without one. */
export function openedPermissionNode(): number | null {
  return usePermissions.getState().openNodeId;
}

/** Puts a node's key set in place of what was known of it. */
export function setPermissionKeys(nodeId: number, keys: readonly string[]): void {
  usePermissions.setState((state) => {
    const before = state.keys[nodeId];
    // The same set again is no change to anybody who shows it.
    if (before?.size === new Set(keys).size && keys.every((key) => before.has(key))) return state;
    return { keys: { ...state.keys, [nodeId]: new Set(keys) } };
  });
}

/** Forgets every set: at sign-out. */
export function clearPermissionKeys(): void {
  usePermissions.setState({ openNodeId: null, keys: {} });
}

/** The keys of the screen now open, for components; null while unknown. */
export function useKeys(): ReadonlySet<string> | null {
  return usePermissions((state) => keysOf(state));
}

function keysOf({ openNodeId, keys }: PermissionsState): ReadonlySet<string> | null {
  return openNodeId === null ? null : (keys[openNodeId] ?? null);
}
