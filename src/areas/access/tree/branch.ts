/** A node of a tree as screens hold it. Keys are unique in the whole tree. */
export interface Branch<T> {
  readonly key: string;
  readonly value: T;
  readonly children: readonly Branch<T>[];
}

/** A branch as it stands on the screen: one line, so deep, the n-th among so many siblings. */
export interface TreeRow<T> {
  readonly branch: Branch<T>;
  /** 0 for a root. */
  readonly depth: number;
  readonly parent: string | null;
  /** From 1, among `of` siblings. */
  readonly place: number;
  readonly of: number;
  /** Null for a leaf. */
  readonly open: boolean | null;
}

/** Makes branches of any nodes that carry their children. */
export function branchesOf<T>(
  nodes: readonly T[],
  read: { key(node: T): string; children(node: T): readonly T[] },
): Branch<T>[] {
  return nodes.map((value) => ({
    key: read.key(value),
    value,
    children: branchesOf(read.children(value), read),
  }));
}

/** The lines on the screen while exactly `open` branches show their children. */
export function rowsOf<T>(roots: readonly Branch<T>[], open: ReadonlySet<string>): TreeRow<T>[] {
  const rows: TreeRow<T>[] = [];
  const walk = (branches: readonly Branch<T>[], depth: number, parent: string | null) => {
    for (const [index, branch] of branches.entries()) {
      const opened = branch.children.length === 0 ? null : open.has(branch.key);
      rows.push({ branch, depth, parent, place: index + 1, of: branches.length, open: opened });
      if (opened) walk(branch.children, depth + 1, branch.key);
    }
  };
  walk(roots, 0, null);
  return rows;
}

/** Every branch, parents before their children. */
export function* everyBranch<T>(roots: readonly Branch<T>[]): Generator<Branch<T>> {
  for (const branch of roots) {
    yield branch;
    yield* everyBranch(branch.children);
  }
}

/** The branches from the root down to this one, itself last; empty when it is not there. */
export function wayTo<T>(roots: readonly Branch<T>[], key: string): Branch<T>[] {
  for (const branch of roots) {
    if (branch.key === key) return [branch];
    const below = wayTo(branch.children, key);
    if (below.length > 0) return [branch, ...below];
  }
  return [];
}

/** What a search leaves: branches that match with all below them, and the way to them. `open` shows every match. */
export function searched<T>(
  roots: readonly Branch<T>[],
  matches: (value: T) => boolean,
): { roots: Branch<T>[]; open: Set<string>; count: number } {
  const open = new Set<string>();
  let count = 0;
  const prune = (branch: Branch<T>): Branch<T>[] => {
    const own = matches(branch.value);
    const kept = branch.children.flatMap(prune);
    if (own) count += 1;
    if (kept.length > 0) open.add(branch.key);
    if (own) return [branch];
    return kept.length > 0 ? [{ ...branch, children: kept }] : [];
  };
  return { roots: roots.flatMap(prune), open, count };
}
