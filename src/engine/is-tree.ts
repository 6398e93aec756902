import type { AnyDefinition } from '#contract/kit/definition.ts';

/** Do the records of this definition hang on one another? They do where its `parent_id` refers to itself. */
export function isTree(definition: AnyDefinition): boolean {
  return definition.fields['parent_id']?.target?.() === definition;
}
