import { useMemo } from 'react';
import { type OrganizeNode, organize, organizeCalls } from '#contract/areas/access/organize.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { type Reading, useRead } from '#src/engine/use-read.ts';
import { type Branch, branchesOf } from '../tree/branch.ts';

/** The organisation tree, as far as this person may see it. */
export function useOrganisation(): Reading<{ data: OrganizeNode[] }> & { roots: readonly Branch<OrganizeNode>[] } {
  const reading = useRead({ key: keysOf(organize).whole({ tree: true }) }, organizeCalls.tree, { input: {} });
  const roots = useMemo(
    () => branchesOf(reading.value?.data ?? [], { key: (node) => String(node.id), children: (node) => node.children }),
    [reading.value],
  );
  return { ...reading, roots };
}
