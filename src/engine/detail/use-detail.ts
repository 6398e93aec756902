import { useQuery } from '@tanstack/react-query';
import { callsOf, type Detailed } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { read, worthRetry } from '../failure.ts';
import { lastAnswer } from '../last-answer.ts';
import { keysOf } from '../query-keys.ts';
import { type ReadState, readStateOf } from '../read-state.ts';
import { useWire } from '../wire-context.tsx';

/** One record with its lines, its history and what this person may do with it now. */
export interface DetailView<D> extends Pick<ReadState<unknown>, 'failure' | 'stale'> {
  readonly record: Detailed<D> | undefined;
  readonly loading: boolean;
  readonly refreshing: boolean;
  reload(): void;
  /** Reads it again, or waits for the reading that is under way; undefined when it could not be read. */
  readAgain(): Promise<Detailed<D> | undefined>;
}

/** Reads one record; without an id it asks nothing. */
export function useDetail<D extends AnyDefinition>(definition: D, id: number | undefined): DetailView<D> {
  const wire = useWire();
  const queryKey = keysOf(definition).detail(id);
  const query = useQuery({
    queryKey,
    placeholderData: lastAnswer(queryKey),
    queryFn: ({ signal }) => read(wire, callsOf(definition).detail, { input: { id: id ?? 0 }, signal }),
    enabled: id !== undefined,
    retry: worthRetry,
  });
  const { value: record, failure, stale } = readStateOf(query);
  return {
    record,
    loading: query.data === undefined && query.isPending && id !== undefined,
    refreshing: query.isFetching && query.data !== undefined,
    failure,
    stale,
    reload: () => void query.refetch(),
    readAgain: async () => {
      const { isSuccess, data } = await query.refetch({ cancelRefetch: false });
      return isSuccess ? data : undefined;
    },
  };
}
