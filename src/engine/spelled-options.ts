import type { QueryClient } from '@tanstack/react-query';
import { callsOf, type Option } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Wire } from '#src/wire/wire.ts';
import { answersTo, readyPinyin } from './answers-to.ts';
import { read } from './failure.ts';
import { keysOf } from './query-keys.ts';
import { keptOptions } from './reference-lists.ts';
import type { Values } from './row.ts';

/** Could this be pinyin, of things that are found by a name? */
export function isSpelled(definition: AnyDefinition, typed: string): boolean {
  return /^[a-z]+$/i.test(typed) && definition.number?.field !== definition.title;
}

/**
 * Options whose names answer to pinyin: of the list kept on this device where there is one, else of the first
 * `limits.pageSizeMost` options, which is all of most things. Throws CallFailed when they cannot be had.
 */
export async function spelledOptions(
  { wire, queries }: { wire: Wire; queries: QueryClient },
  definition: AnyDefinition,
  { keyword, most, among = {} }: { keyword: string; most: number; among?: Values },
): Promise<readonly Option[]> {
  await readyPinyin();
  const isNarrowed = Object.keys(among).length > 0;
  const kept = isNarrowed ? null : await keptOptions(definition, { keyword, most });
  if (kept && !kept.expired) return kept.list;
  const asked = { ...among, page_size: limits.pageSizeMost };
  const { list } = await queries.fetchQuery({
    queryKey: keysOf(definition).options(asked),
    queryFn: ({ signal }) => read(wire, callsOf(definition).options, { input: asked, signal }),
    staleTime: fresh,
  });
  return list.filter(({ title }) => answersTo(title, keyword)).slice(0, most);
}

const fresh = 60_000;
