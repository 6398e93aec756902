import type { PermissionNode } from '#contract/areas/access/role.ts';
import { type Branch, everyBranch } from '../tree/branch.ts';

/** A permission as the sets of this screen know it: its id in words, for sets of texts. Null for groups and screens. */
export const permissionOf = (node: PermissionNode): string | null => (node.id === null ? null : String(node.id));

/** Permissions under the screen they belong to, in the order of the tree. */
export interface ScreenPermissions {
  readonly screen: string;
  readonly names: string[];
}

/** Every permission of the tree in its order, each once. */
export function allPermissions(roots: readonly Branch<PermissionNode>[]): string[] {
  return [...new Set([...everyBranch(roots)].flatMap(({ value }) => permissionOf(value) ?? []))];
}

/** Those that this person may give: nobody grants what they lack (amendments E). */
export function grantableOf(roots: readonly Branch<PermissionNode>[]): Set<string> {
  return new Set([...everyBranch(roots)].flatMap(({ value }) => (value.grantable && permissionOf(value)) || []));
}

/** Names of permissions under their screens; one that stands under two screens is told under the first. */
export function byScreen(
  roots: readonly Branch<PermissionNode>[],
  permissions: readonly string[],
): ScreenPermissions[] {
  const left = new Set(permissions);
  const groups: ScreenPermissions[] = [];
  for (const branch of everyBranch(roots)) {
    const names = branch.children.flatMap(({ value }) => {
      const permission = permissionOf(value);
      return permission !== null && left.delete(permission) ? [value.name] : [];
    });
    if (names.length > 0) groups.push({ screen: branch.value.name, names });
  }
  const unknown = [...left].map((permission) => `#${permission}`);
  return unknown.length > 0 ? [...groups, { screen: '其他', names: unknown }] : groups;
}

/** Does a search for these words find a node: by name, or by its key? */
export function isFound(node: PermissionNode, words: string): boolean {
  const asked = words.trim().toLowerCase();
  return node.name.toLowerCase().includes(asked) || (node.permission_key?.toLowerCase().includes(asked) ?? false);
}
