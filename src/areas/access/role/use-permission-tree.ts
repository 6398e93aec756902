import { useMemo } from 'react';
import { type PermissionNode, role, roleCalls } from '#contract/areas/access/role.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { type Branch, branchesOf } from '../tree/branch.ts';
import { type Reading, useRead } from '../use-read.ts';

/** Every permission there is, under the groups and screens of the menu, and whether this person may give it. */
export function usePermissionTree(): Reading<{ data: PermissionNode[] }> & {
  roots: readonly Branch<PermissionNode>[];
} {
  const reading = useRead(roleCalls.permissionTree, {}, { key: keysOf(role).whole({ tree: true }) });
  const roots = useMemo(
    () => branchesOf(reading.data?.data ?? [], { key: (node) => node.node, children: (node) => node.children }),
    [reading.data],
  );
  return { ...reading, roots };
}
