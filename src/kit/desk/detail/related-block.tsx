import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { BlockProps } from '#src/engine/record-blocks.ts';
import type { Values } from '#src/engine/row.ts';
import { RelatedList } from './related-list.tsx';

/** A block of a record's page that is the list of another definition, of what belongs to that record: `by` is the filter that leads back to it. */
export function relatedBlock(definition: AnyDefinition, by: string, only?: Values) {
  return {
    Block: ({ id }: BlockProps) => <RelatedList definition={definition} by={by} id={id} only={only} />,
  };
}
