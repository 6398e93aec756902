import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callsOf, type Option } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Failure } from '#src/wire/sent.ts';
import { failureOf, read, worthRetry } from './failure.ts';
import { keysOf } from './query-keys.ts';
import { useDebounced } from './use-debounced.ts';
import { useWire } from './wire-context.tsx';

/** What a select shows: what matches the typed keyword, and the chosen ids with their titles. */
export interface OptionsView {
  readonly options: readonly Option[];
  /** Chosen ones among the options or known from elsewhere; an id still unknown is missing here. */
  readonly chosen: readonly Option[];
  readonly loading: boolean;
  readonly failure: Failure | null;
}

interface OptionsAsked {
  /** Typed so far; asked for 250 ms after the last letter. */
  keyword: string;
  /** Chosen ids whose titles nobody has told. */
  ids: readonly number[];
  /** The list is open, or about to be: only then is anything asked for. */
  open: boolean;
}

/** Options of a reference (design §3): searched on the server, never the whole table. */
export function useOptions(definition: AnyDefinition, { keyword, ids, open }: OptionsAsked): OptionsView {
  const wire = useWire();
  const typed = useDebounced(keyword.trim(), 250);
  const served = definition.calls.options !== undefined;
  const call = callsOf(definition).options;
  const found = useQuery({
    queryKey: keysOf(definition).options({ keyword: typed }),
    queryFn: ({ signal }) =>
      read(wire, call, { input: { ...(typed ? { keyword: typed } : {}), page_size: shown }, signal }),
    enabled: open && served,
    placeholderData: keepPreviousData,
    staleTime: fresh,
    retry: worthRetry,
  });
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  const named = useQuery({
    queryKey: keysOf(definition).options({ ids: wanted }),
    queryFn: ({ signal }) => read(wire, call, { input: { ids: wanted }, signal }),
    enabled: wanted.length > 0 && served,
    staleTime: fresh,
    retry: worthRetry,
  });
  return {
    options: found.data?.list ?? [],
    chosen: named.data?.list ?? [],
    loading: found.isFetching || named.isFetching,
    failure: failureOf(found),
  };
}

/** Options asked for at once; who wants another types on. */
const shown = 50;
const fresh = 60_000;
