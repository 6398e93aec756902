import { callsOf } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Values } from '../row.ts';
import { freshList, type ListState } from './list-address.ts';

/** What a list is asked in this state, under the names of the wire; `filters` with those that its page sets. */
export function listInput(filters: Values, { page, pageSize, sort }: ListState): Record<string, unknown> {
  return { ...filters, page, page_size: pageSize, ...(sort ? { sort } : {}) };
}

/** What the list of a definition asks when it opens and nobody has asked it anything. The build writes it into the first script. */
export function firstQuestion(definition: AnyDefinition) {
  return { name: definition.name, call: callsOf(definition).list, input: listInput({}, freshList) };
}
