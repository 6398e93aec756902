import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';

/** A field of a definition's lines; throws where they have none of that name. */
export function fieldIn(definition: AnyDefinition, name: string): Field {
  const field = definition.lines?.fields[name];
  if (!field) throw new Error(`${definition.name} has no line field ${name}`);
  return field;
}
