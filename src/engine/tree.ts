import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Row } from './row.ts';

/** A record of a tree, and what hangs on it. */
export interface TreeNode {
  readonly id: number;
  readonly title: string;
  readonly children: TreeNode[];
}

/**
 * Rows of a tree, flat or with their `children`, as a forest in the order given. What is out of use is left out; a row
 * whose parent is not among them (outside the person's data scope) stands at the top.
 */
export function forestOf(definition: AnyDefinition, rows: readonly Row[]): TreeNode[] {
  const used = flat(rows).filter((row) => row['status'] !== 0);
  const nodes = new Map<number, TreeNode>(
    used.map((row) => [row.id, { id: row.id, title: String(row[definition.title]), children: [] }]),
  );
  const roots: TreeNode[] = [];
  for (const row of used) {
    const node = nodes.get(row.id);
    const parent = nodes.get(Number(row['parent_id']));
    if (node) (parent?.children ?? roots).push(node);
  }
  return roots;
}

/** Each node's ids from the root down to it. */
export function pathsOf(roots: readonly TreeNode[]): Map<number, number[]> {
  const paths = new Map<number, number[]>();
  const visit = (nodes: readonly TreeNode[], above: readonly number[]): void => {
    for (const node of nodes) {
      const path = [...above, node.id];
      paths.set(node.id, path);
      visit(node.children, path);
    }
  };
  visit(roots, []);
  return paths;
}

function flat(rows: readonly Row[]): Row[] {
  return rows.flatMap((row) => [row, ...flat((row['children'] as readonly Row[] | undefined) ?? [])]);
}
