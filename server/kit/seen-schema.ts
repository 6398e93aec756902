import type { ZodType } from 'zod';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Actor } from '#server/identity/actor.ts';
import { seenBy } from '#server/identity/field-mask.ts';

/**
 * A schema for each way in which a definition can be known, built when it is first asked for: a field behind a key is
 * refused by name, like one that there is not, to whoever does not hold the key.
 */
export function seenSchema(
  definition: AnyDefinition,
  build: (seen: AnyDefinition) => ZodType,
): (actor: Actor) => ZodType<never> {
  const built = new WeakMap<AnyDefinition, ZodType<never>>();
  return (actor) => {
    const seen = seenBy(definition, actor);
    const known = built.get(seen) ?? ofDefinition(build(seen));
    built.set(seen, known);
    return known;
  };
}

/**
 * A schema that was worked out from a definition, as what the definition's calls take: both come from the same fields
 * (contract/kit/schema.ts and calls.ts), which the compiler cannot see. A schema that reads `never` fits every call (`Registry`).
 */
export const ofDefinition = (schema: ZodType): ZodType<never> => schema as ZodType<never>;
