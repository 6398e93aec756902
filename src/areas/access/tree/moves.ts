import { type Branch, wayTo } from './branch.ts';

/** Where a branch stands or is to stand: under this parent (null: on top), at this index among the others there. */
export interface Place {
  readonly parent: string | null;
  /** Counted without the branch itself. */
  readonly index: number;
}

/** Where something was dropped, seen from the line under the pointer. */
export type Drop = 'before' | 'inside' | 'after';

/** Where a branch stands now; undefined when it is not in the tree. */
export function placeOf<T>(roots: readonly Branch<T>[], key: string): Place | undefined {
  const parent = wayTo(roots, key).at(-2);
  const index = (parent?.children ?? roots).findIndex((branch) => branch.key === key);
  return index < 0 ? undefined : { parent: parent?.key ?? null, index };
}

/** The branches directly under a parent, without the one that moves. */
export function siblingsAt<T>(roots: readonly Branch<T>[], parent: string | null, without?: string): Branch<T>[] {
  const all = parent === null ? roots : (wayTo(roots, parent).at(-1)?.children ?? []);
  return all.filter((branch) => branch.key !== without);
}

/** The place that dropping `source` before, inside or after `target` means; null where it may not go or already is. */
export function dropPlace<T>(
  roots: readonly Branch<T>[],
  { source, target, drop }: { source: string; target: string; drop: Drop },
): Place | null {
  const way = wayTo(roots, target);
  // Into itself or its own descendants a branch cannot go.
  if (way.length === 0 || way.some((branch) => branch.key === source)) return null;
  const parent = drop === 'inside' ? target : (way.at(-2)?.key ?? null);
  const others = siblingsAt(roots, parent, source);
  const beside = others.findIndex((branch) => branch.key === target);
  const index = drop === 'inside' ? others.length : drop === 'before' ? beside : beside + 1;
  return changed(roots, source, { parent, index });
}

/** One step up or down among its siblings; null at the end. */
export function stepPlace<T>(roots: readonly Branch<T>[], key: string, step: -1 | 1): Place | null {
  const now = placeOf(roots, key);
  if (!now) return null;
  const index = now.index + step;
  if (index < 0 || index > siblingsAt(roots, now.parent, key).length) return null;
  return { ...now, index };
}

/** A place to move to; null when it is the place the branch has, or the branch is not there. */
export function changed<T>(roots: readonly Branch<T>[], key: string, place: Place): Place | null {
  const now = placeOf(roots, key);
  return !now || (now.parent === place.parent && now.index === place.index) ? null : place;
}

/** The tree with a branch at another place; the tree itself when either is not there. */
export function movedTo<T>(roots: readonly Branch<T>[], key: string, place: Place): readonly Branch<T>[] {
  const moving = wayTo(roots, key).at(-1);
  if (!moving || (place.parent !== null && wayTo(roots, place.parent).length === 0)) return roots;
  const within = (branches: readonly Branch<T>[], parent: string | null): Branch<T>[] => {
    const rest = branches
      .filter((branch) => branch.key !== key)
      .map((branch) => {
        const children = within(branch.children, branch.key);
        return sameBranches(children, branch.children) ? branch : { ...branch, children };
      });
    return parent === place.parent ? rest.toSpliced(place.index, 0, moving) : rest;
  };
  return within(roots, null);
}

function sameBranches<T>(one: readonly Branch<T>[], other: readonly Branch<T>[]): boolean {
  return one.length === other.length && one.every((branch, index) => branch === other[index]);
}
