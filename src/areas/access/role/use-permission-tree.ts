import { useMemo } from 'react';
import { type PermissionNode, role, roleCalls } from '#contract/areas/access/role.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { type Reading, useRead } from '#src/engine/use-read.ts';
import { type Branch, branchesOf } from '../tree/branch.ts';

/** Every permission there is, under the groups and screens of the menu, and whether this person may give it. */
export function usePermissionTree(): Reading<{ data: PermissionNode[] }> & {
  roots: readonly Branch<PermissionNode>[];
} {
  const reading = useRead({ key: keysOf(role).whole({ tree: true }) }, roleCalls.permissionTree, { input: {} });
  const roots = useMemo(
    () => branchesOf(reading.value?.data ?? [], { key: (node) => node.node, children: (node) => node.children }),
    [reading.value],
  );
  return { ...reading, roots };
}
