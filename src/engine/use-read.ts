import { skipToken, useQuery } from '@tanstack/react-query';
import type { Call } from '#contract/kit/call.ts';
import { read, worthRetry } from './failure.ts';
import { lastAnswer } from './last-answer.ts';
import { type ReadState, readStateOf } from './read-state.ts';
import { useWire } from './wire-context.tsx';

/** What a call that belongs to no definition has answered. */
export interface Reading<Out> extends ReadState<Out> {
  readonly loading: boolean;
  readonly refreshing: boolean;
  reload(): void;
}

interface ReadAgain<Out> {
  /** Reads it again; undefined when it could not be read. */
  readAgain(): Promise<Out | undefined>;
}

/** What a read is about: its name, or a key whose first part is that name. */
type About = { readonly name: string } | { readonly key: readonly unknown[] };

interface ReadOptions<In> {
  readonly input: In;
  /** Again after so many milliseconds, while the page is seen. */
  readonly every?: number | false;
  /** Only then; always by default. */
  readonly when?: boolean;
  /** What a form starts from: read by every form that opens, and never again by itself while it is open. */
  readonly once?: boolean;
}

/**
 * Reads by one call under the name of what it is about, so that a write of the same name (`useCommand`) has it read
 * again. Without a call it asks nothing.
 */
export function useRead<In, Out>(
  about: About,
  call: Call<In, Out> | undefined,
  { input, every, when = true, once = false }: ReadOptions<In>,
): Reading<Out> & ReadAgain<Out> {
  const wire = useWire();
  const queryKey = 'key' in about ? about.key : [about.name, call?.path, input];
  const query = useQuery({
    queryKey,
    // A page out of view gives its query up; without this, coming back would empty the form that began with the answer.
    placeholderData: lastAnswer(queryKey),
    queryFn: call ? ({ signal }) => read(wire, call, { input, signal }) : skipToken,
    retry: worthRetry,
    refetchInterval: every ?? false,
    enabled: when && call !== undefined,
    ...(once ? { refetchOnMount: 'always', staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } : {}),
  });
  return {
    ...readStateOf(query),
    loading: when && call !== undefined && query.data === undefined && query.isPending,
    refreshing: query.isFetching && query.data !== undefined,
    reload: () => void query.refetch(),
    readAgain: async () => {
      // What a form starts from is asked anew: an answer on its way may be of before what made it ask.
      const { isSuccess, data } = await query.refetch({ cancelRefetch: once });
      return isSuccess ? data : undefined;
    },
  };
}
