import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callsOf, type Listed } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { isGiven } from '#contract/kit/given.ts';
import { read, worthRetry } from '../failure.ts';
import { keysOf } from '../query-keys.ts';
import { type ReadState, readStateOf } from '../read-state.ts';
import type { Values } from '../row.ts';
import { useSeen } from '../use-seen.ts';
import { useWire } from '../wire-context.tsx';
import { listInput } from './first-question.ts';
import type { ListState } from './list-address.ts';
import { useListState, type Viewing } from './use-list-state.ts';
import { type Selection, useSelection } from './use-selection.ts';

export interface ListOptions {
  /** Filters that the page sets and its person cannot change: the SKUs of this style. */
  fixed?: Values;
  /** Keep the state in the address; on by default. A list inside another page says false. */
  inAddress?: boolean;
}

/** Everything a list page knows; it draws nothing. */
export interface ListView<R> extends Pick<ReadState<unknown>, 'failure' | 'stale'> {
  /** As this person knows it: without fields behind keys that they lack. */
  readonly definition: AnyDefinition;
  readonly state: ListState;
  /** Filters, keyword and order as the server is asked, without the page. */
  readonly asked: Values;
  change(wanted: Partial<ListState>): void;
  /** The saved view that is shown. */
  readonly viewing: Viewing;
  readonly rows: readonly R[];
  readonly total: number;
  /** The total stopped at `limits.totalCap`; `countExactly` asks for the rest. */
  readonly capped: boolean;
  readonly counting: boolean;
  countExactly(): void;
  readonly sum: Readonly<Record<string, number | null>> | undefined;
  readonly selection: Selection;
  /** Nothing to show yet. */
  readonly loading: boolean;
  /** Old rows stand while new ones are on their way. */
  readonly refreshing: boolean;
  reload(): void;
}

/** One list of a definition: what is asked, what came back, what is picked (design §8). */
export function useList<D extends AnyDefinition>(declared: D, options: ListOptions = {}): ListView<Listed<D>> {
  const definition = useSeen(declared);
  const wire = useWire();
  const [state, change, viewing] = useListState(definition, options.inAddress ?? true);
  const filters = asked(state, options.fixed);
  const about = JSON.stringify(filters);
  const [exactFor, setExactFor] = useState<string | null>(null);
  const selection = useSelection(about);
  const call = callsOf(definition).list;
  const input = listInput(filters, state);

  const list = useQuery({
    queryKey: keysOf(definition).list(input),
    queryFn: ({ signal }) => read(wire, call, { input, signal }),
    placeholderData: keepPreviousData,
    enabled: !viewing.pending,
    retry: worthRetry,
  });
  const counts = exactFor === about;
  const exact = useQuery({
    queryKey: keysOf(definition).exact(filters),
    queryFn: ({ signal }) => read(wire, call, { input: { ...filters, page: 1, page_size: 1, exact: true }, signal }),
    enabled: counts,
    retry: worthRetry,
  });
  const { value: answer, failure, stale } = readStateOf(list);
  // Of use only while the list does not know its own total, and while it is of now.
  const counted = counts && answer?.capped && !exact.isError ? exact.data : undefined;
  const capped = (answer?.capped ?? false) && counted === undefined;
  const total = counted?.total ?? answer?.total ?? 0;

  // A page that a filter or a deletion has emptied leads back to the last one that holds rows.
  const beyond = !list.isPlaceholderData && list.data?.list.length === 0 && state.page > 1;
  const last = Math.max(1, Math.ceil(total / state.pageSize));
  useEffect(() => {
    if (beyond) change({ page: Math.min(last, state.page - 1) });
  }, [beyond, last, state.page, change]);

  return {
    definition,
    state,
    asked: { ...filters, ...(state.sort ? { sort: state.sort } : {}) },
    change,
    viewing,
    rows: answer?.list ?? [],
    total,
    capped,
    counting: exact.isFetching,
    countExactly: () => {
      setExactFor(about);
      // Once more, after it has failed.
      if (counts) void exact.refetch();
    },
    sum: answer?.sum,
    selection,
    loading: list.data === undefined && list.isPending,
    refreshing: list.isFetching && list.data !== undefined,
    failure,
    stale,
    reload: () => {
      void list.refetch();
      if (counts) void exact.refetch();
    },
  };
}

function asked(state: ListState, fixed: Values | undefined): Record<string, unknown> {
  const present = Object.entries({ ...state.filters, ...fixed }).filter(([, value]) => isGiven(value));
  return { ...Object.fromEntries(present), ...(state.keyword ? { keyword: state.keyword } : {}) };
}
