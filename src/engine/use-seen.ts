import type { AnyDefinition } from '#contract/kit/definition.ts';
import { seenWith } from '#contract/kit/mask.ts';
import { useKeys } from './permissions-store.ts';

/**
 * The definition as this person knows it: without the fields behind keys that they do not hold (Field.mask), and without
 * all of them until the keys are here. The same object for the same keys. Advisory: the server sends no such field.
 */
export function useSeen<D extends AnyDefinition>(definition: D): D {
  const keys = useKeys();
  return seenWith(definition, (key) => keys?.has(key) ?? false);
}
