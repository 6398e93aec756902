import { useQuery } from '@tanstack/react-query';
import type { Call } from '#contract/kit/call.ts';
import { failureOf, read, worthRetry } from '#src/engine/failure.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import type { Failure } from '#src/wire/sent.ts';

/** One read of access control: what came, or why it did not. */
export interface Reading<Out> {
  readonly data: Out | undefined;
  readonly loading: boolean;
  readonly refreshing: boolean;
  readonly failure: Failure | null;
  reload(): void;
}

interface ReadOptions {
  /** First the name of what it is about (a definition's, or `grant`), so that a write finds it. */
  key: readonly unknown[];
  /** Nothing is asked while this is false. */
  enabled?: boolean;
  /** What a form started from: read once and never behind a person's back. */
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
    ...(options.once ? { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } : {}),
  });
  return {
    data: query.data,
    loading: query.data === undefined && query.isPending && enabled,
    refreshing: query.isFetching && query.data !== undefined,
    failure: failureOf(query),
    reload: () => void query.refetch(),
  };
}
