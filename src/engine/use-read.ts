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

/**
 * Reads by one call under the name of what it is about, so that a write of the same name (`useCommand`) has it read
 * again. `every`: and again after so many milliseconds, while the page is seen; `when`: only then, always unless told.
 * Without a call it asks nothing.
 */
export function useRead<In, Out>(
  about: { readonly name: string },
  call: Call<In, Out> | undefined,
  { input, every, when = true }: { input: In; every?: number | false; when?: boolean },
): Reading<Out> & ReadAgain<Out> {
  const wire = useWire();
  const queryKey = [about.name, call?.path, input];
  const query = useQuery({
    queryKey,
    placeholderData: lastAnswer(queryKey),
    queryFn: call ? ({ signal }) => read(wire, call, { input, signal }) : skipToken,
    retry: worthRetry,
    refetchInterval: every ?? false,
    enabled: when && call !== undefined,
  });
  return {
    ...readStateOf(query),
    loading: when && call !== undefined && query.data === undefined && query.isPending,
    refreshing: query.isFetching && query.data !== undefined,
    reload: () => void query.refetch(),
    readAgain: async () => {
      const { isSuccess, data } = await query.refetch({ cancelRefetch: false });
      return isSuccess ? data : undefined;
    },
  };
}
