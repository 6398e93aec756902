import type { z } from 'zod';

/**
 * For `superRefine` of a list: refuses an item that names what an earlier one named, at its place in the list.
 * `keyOf` says what an item names, `path` where in the item that stands.
 */
export function noRepeats<T>(
  keyOf: (item: T) => unknown,
  ...path: string[]
): (list: readonly T[], context: z.RefinementCtx) => void {
  return (list, context) => {
    const seen = new Set<unknown>();
    for (const [index, item] of list.entries()) {
      const key = keyOf(item);
      if (seen.has(key)) context.addIssue({ code: 'custom', path: [index, ...path], message: '不能重复' });
      seen.add(key);
    }
  };
}
