import type { AnyDefinition } from '#contract/kit/definition.ts';
import { seenWith } from '#contract/kit/mask.ts';
import type { Actor } from './actor.ts';

/** The definition as this caller knows it: without the fields behind keys that they do not hold (domain.md §10.1). */
export function seenBy<D extends AnyDefinition>(definition: D, actor: Actor): D {
  return seenWith(definition, (key) => actor.permissions.has(key));
}
