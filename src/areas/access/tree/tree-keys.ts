import type { TreeRow } from './branch.ts';

/** What a key does in a tree: go to a line, open or close one, or act on the line one is on. */
export type TreeMove =
  | { readonly to: string }
  | { readonly fold: string; readonly open: boolean }
  | { readonly act: 'select' | 'check'; readonly on: string };

/**
 * What a key means on a line of a tree, as the tree pattern of ARIA has it: arrows walk, right opens and enters, left
 * closes and leaves, Home and End go to the ends, Enter selects, Space checks. Null when the key is not the tree's.
 */
export function treeMove<T>(rows: readonly TreeRow<T>[], at: string | null, key: string): TreeMove | null {
  if (rows.length === 0) return null;
  const index = Math.max(
    0,
    rows.findIndex((row) => row.branch.key === at),
  );
  const row = rows[index];
  if (!row) return null;
  const to = (place: number): TreeMove | null => {
    const found = rows[Math.min(rows.length - 1, Math.max(0, place))];
    return found ? { to: found.branch.key } : null;
  };
  switch (key) {
    case 'ArrowDown':
      return to(at === null ? 0 : index + 1);
    case 'ArrowUp':
      return to(index - 1);
    case 'PageDown':
      return to(index + page);
    case 'PageUp':
      return to(index - page);
    case 'Home':
      return to(0);
    case 'End':
      return to(rows.length - 1);
    case 'ArrowRight':
      if (row.open === false) return { fold: row.branch.key, open: true };
      return row.open ? to(index + 1) : null;
    case 'ArrowLeft':
      if (row.open) return { fold: row.branch.key, open: false };
      return row.parent === null ? null : { to: row.parent };
    case 'Enter':
      return { act: 'select', on: row.branch.key };
    case ' ':
      return { act: 'check', on: row.branch.key };
    default:
      return null;
  }
}

/** Lines of one PageUp or PageDown. */
const page = 12;
