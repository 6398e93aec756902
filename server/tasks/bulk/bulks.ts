import { definitions } from '#contract/definitions.ts';
import { type BulkDefinition, isBulk } from '#contract/kit/bulk.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';

/** The definitions of which many records may be changed at once, by their code of tool_type. */
export type Bulks = ReadonlyMap<number, BulkDefinition>;

export const bulksOf = (all: readonly AnyDefinition[]): Bulks =>
  new Map(all.filter(isBulk).map((definition) => [definition.bulk.type, definition]));

/** Those of the house. */
export const everyBulk: Bulks = bulksOf(definitions);
