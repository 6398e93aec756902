import { useQuery, useQueryClient } from '@tanstack/react-query';
import { commonSortOf } from '#contract/areas/shell/common-data.ts';
import { callsOf, type Option, type OptionsRequest } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { timeouts } from '#contract/kit/limits.ts';
import { type Failure, isPassing } from '#src/wire/sent.ts';
import type { Wire } from '#src/wire/wire.ts';
import { CallFailed, failureOf, worthRetry } from './failure.ts';
import { keysOf } from './query-keys.ts';
import { type KeptOptions, keptOptions } from './reference-lists.ts';
import type { Values } from './row.ts';
import { isSpelled, spelledOptions } from './spelled-options.ts';
import { useDebounced } from './use-debounced.ts';
import { useWire } from './wire-context.tsx';

/** What a select shows: what matches the typed keyword, and the chosen ids with their titles. */
export interface OptionsView {
  /** What answers the keyword as it is typed now; none of another one, since Enter takes the first that is shown. */
  readonly options: readonly Option[];
  /** The answer to this very keyword is there, or is known not to come. */
  readonly settled: boolean;
  /** Chosen ones among the options or known from elsewhere; an id still unknown is missing here. */
  readonly chosen: readonly Option[];
  readonly loading: boolean;
  readonly failure: Failure | null;
  /** Set when the server could not be reached and the options are those kept on this device. */
  readonly kept: Pick<KeptOptions, 'takenAt' | 'expired'> | null;
}

interface OptionsAsked {
  /** Typed so far; asked for 250 ms after the last letter. */
  keyword: string;
  /** Nothing more will be typed: asked for at once. */
  now?: boolean;
  /** Chosen ids whose titles nobody has told. */
  ids: readonly number[];
  /** The list is open, or about to be: only then is anything asked for. */
  open: boolean;
  /** Filters of what is offered; what is chosen is named whatever they say. */
  among?: Values | undefined;
}

/**
 * Options of a reference (design §3): searched on the server, never the whole table. Where the server cannot be reached,
 * suppliers, staff, brands and categories come from the lists kept on this device (specification §7), and say so.
 */
export function useOptions(
  definition: AnyDefinition,
  { keyword, now = false, ids, open, among = anything }: OptionsAsked,
): OptionsView {
  const wire = useWire();
  const queries = useQueryClient();
  const typed = keyword.trim();
  const still = useDebounced(typed, 250);
  const asked = now ? typed : still;
  const served = definition.calls.options !== undefined;
  const policy = policyOf(definition);
  const found = useQuery({
    queryKey: keysOf(definition).options({ ...among, keyword: asked }),
    queryFn: ({ signal }) =>
      ask(wire, definition, { input: { ...among, ...(asked ? { keyword: asked } : {}), page_size: shown }, signal }),
    enabled: open && served,
    ...policy,
  });
  const wanted = [...new Set(ids)].sort((a, b) => a - b);
  const named = useQuery({
    queryKey: keysOf(definition).options({ ids: wanted }),
    queryFn: ({ signal }) => ask(wire, definition, { input: { ids: wanted }, signal }),
    enabled: wanted.length > 0 && served,
    ...policy,
  });
  const spelled = useQuery({
    queryKey: keysOf(definition).options({ ...among, spelled: asked }),
    queryFn: () => spelledOptions({ wire, queries }, definition, { keyword: asked, most: shown, among }),
    enabled: open && served && isSpelled(definition, asked),
    staleTime: fresh,
    retry: worthRetry,
  });
  const answer = asked === typed ? found.data : undefined;
  const failure = asked === typed ? failureOf(found) : null;
  // A list kept on this device was searched by pinyin already.
  const bySpelling = asked === typed && answer && !answer.kept ? (spelled.data ?? []) : [];
  const there = new Set(answer?.list.map(({ id }) => id));
  return {
    options: [...(answer?.list ?? []), ...bySpelling.filter(({ id }) => !there.has(id))].slice(0, shown),
    settled: (answer !== undefined && !spelled.isLoading) || failure !== null,
    chosen: named.data?.list ?? [],
    loading: asked !== typed || found.isFetching || named.isFetching || spelled.isLoading,
    failure,
    kept: answer?.kept ?? null,
  };
}

interface Offered {
  readonly list: readonly Option[];
  readonly kept: OptionsView['kept'];
}

/** Asks the server; what it cannot be asked for is looked up in the kept list. Throws CallFailed when there is none. */
async function ask(
  wire: Wire,
  definition: AnyDefinition,
  { input, signal }: { input: OptionsRequest; signal: AbortSignal },
): Promise<Offered> {
  const patience = commonSortOf(definition) ? { timeout: timeouts.default } : {};
  const sent = await wire.send(callsOf(definition).options, input, {
    hideLoading: true,
    ownWords: true,
    signal,
    ...patience,
  });
  if (sent.ok) return { list: sent.value.list, kept: null };
  // A list kept on this device knows names and codes, and nothing that options are narrowed by.
  const kept =
    isPassing(sent.failure) && !isNarrowed(input) ? await keptOptions(definition, { ...input, most: shown }) : null;
  if (!kept) throw new CallFailed(sent.failure);
  return { list: kept.list, kept: { takenAt: kept.takenAt, expired: kept.expired } };
}

const isNarrowed = ({
  keyword: _keyword,
  ids: _ids,
  texts: _texts,
  page_size: _size,
  ...among
}: OptionsRequest): boolean => Object.keys(among).length > 0;

const anything: Values = {};

/** How the answers of a definition live. Those that a kept list may stand in for are asked for without network too. */
function policyOf(definition: AnyDefinition) {
  return {
    networkMode: commonSortOf(definition) ? ('always' as const) : ('online' as const),
    // What came from this device is old from the start: with the network back, the server is asked again.
    staleTime: (query: { state: { data?: Offered | undefined } }) => (query.state.data?.kept ? 0 : fresh),
    refetchOnReconnect: true,
    retry: worthRetry,
  };
}

/** Options asked for at once; who wants another types on. */
const shown = 50;
const fresh = 60_000;
