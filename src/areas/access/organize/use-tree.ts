import { useMemo } from 'react';
import { type OrganizeNode, organize, organizeCalls } from '#contract/areas/access/organize.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { type Branch, branchesOf } from '../tree/branch.ts';
import { type Reading, useRead } from '../use-read.ts';

/** The organisation tree, as far as this person may see it. */
export function useOrganisation(): Reading<{ data: OrganizeNode[] }> & { roots: readonly Branch<OrganizeNode>[] } {
  const reading = useRead(organizeCalls.tree, {}, { key: keysOf(organize).whole({ tree: true }) });
  const roots = useMemo(
    () => branchesOf(reading.data?.data ?? [], { key: (node) => String(node.id), children: (node) => node.children }),
    [reading.data],
  );
  return { ...reading, roots };
}
