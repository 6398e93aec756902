import type { Branch } from '../tree/branch.ts';

/** How many of the permissions below a branch are given, each counted once however often it stands there. */
export interface Tally {
  readonly have: number;
  readonly of: number;
}

/** The three states of a box. */
export type Checked = 'all' | 'some' | 'none';

/** Says which permission a leaf stands for; null for what only holds others. */
export type KeyOf<T> = (value: T) => string | null;

/** The permissions of a branch and all below it. */
export function keysUnder<T>(branch: Branch<T>, keyOf: KeyOf<T>): Set<string> {
  const own = keyOf(branch.value);
  const found = new Set<string>(own === null ? [] : [own]);
  for (const child of branch.children) for (const key of keysUnder(child, keyOf)) found.add(key);
  return found;
}

/** The tally of every branch, by its key, in one walk. */
export function tallies<T>(
  roots: readonly Branch<T>[],
  keyOf: KeyOf<T>,
  given: ReadonlySet<string>,
): ReadonlyMap<string, Tally> {
  const found = new Map<string, Tally>();
  const walk = (branch: Branch<T>): Set<string> => {
    const own = keyOf(branch.value);
    const keys = new Set<string>(own === null ? [] : [own]);
    for (const child of branch.children) for (const key of walk(child)) keys.add(key);
    found.set(branch.key, { have: [...keys].filter((key) => given.has(key)).length, of: keys.size });
    return keys;
  };
  for (const branch of roots) walk(branch);
  return found;
}

/** The state of a box over so many. */
export function checkedOf({ have, of }: Tally): Checked {
  if (have === 0) return 'none';
  return have === of ? 'all' : 'some';
}

/**
 * What is given after the box of some permissions was pressed: all of them, or none if they all were. Those that this
 * person may not give stay as they are.
 */
export function toggled(
  given: ReadonlySet<string>,
  keys: ReadonlySet<string>,
  mayGive: (key: string) => boolean,
): Set<string> {
  const open = [...keys].filter(mayGive);
  const next = new Set(given);
  const full = open.every((key) => given.has(key));
  for (const key of open) {
    if (full) next.delete(key);
    else next.add(key);
  }
  return next;
}

/** What an edit adds and takes away, in the order of `all`; what is not among them comes last. */
export function difference(
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  all: readonly string[],
): { added: string[]; removed: string[] } {
  const order = new Map(all.map((key, index) => [key, index]));
  const sorted = (keys: string[]) =>
    keys.toSorted((one, other) => (order.get(one) ?? all.length) - (order.get(other) ?? all.length));
  return {
    added: sorted([...after].filter((key) => !before.has(key))),
    removed: sorted([...before].filter((key) => !after.has(key))),
  };
}
