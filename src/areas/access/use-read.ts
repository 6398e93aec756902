import { useQuery } from '@tanstack/react-query';
import type { Call } from '#contract/kit/call.ts';
import { read, worthRetry } from '#src/engine/failure.ts';
import { lastAnswer } from '#src/engine/last-answer.ts';
import { type ReadState, readStateOf } from '#src/engine/read-state.ts';
import { useWire } from '#src/engine/wire-context.tsx';

/** One read of access control: what came, or why it did not. */
export interface Reading<Out> extends Pick<ReadState<unknown>, 'failure' | 'stale'> {
  readonly data: Out | undefined;
  readonly loading: boolean;
  readonly refreshing: boolean;
  reload(): void;
  /** The same; resolves when it has ended, well or not. */
  readAgain(): Promise<unknown>;
}

interface ReadOptions {
  /** First the name of what it is about (a definition's, or `grant`), so that a write finds it. */
  key: readonly unknown[];
  /** Nothing is asked while this is false. */
  enabled?: boolean;
  /** What a form starts from: read by every form that opens, and never again by itself while it is open. */
  once?: boolean;
}

/** Asks a call and keeps the answer under a key. */
export function useRead<In, Out>(call: Call<In, Out>, input: In, options: ReadOptions): Reading<Out> {
  const wire = useWire();
  const enabled = options.enabled ?? true;
  const query = useQuery({
    queryKey: options.key,
    queryFn: ({ signal }) => read(wire, call, { input, signal }),
    enabled,
    retry: worthRetry,
    // A page out of view gives its query up; without this, coming back would empty the form that began with the answer.
    placeholderData: lastAnswer(options.key),
    ...(options.once ? { refetchOnMount: 'always', staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } : {}),
  });
  const { value: data, failure, stale } = readStateOf(query);
  return {
    data,
    loading: query.data === undefined && query.isPending && enabled,
    refreshing: query.isFetching && query.data !== undefined,
    failure,
    stale,
    reload: () => void query.refetch(),
    readAgain: () => query.refetch(),
  };
}
