import { useQuery } from '@tanstack/react-query';
import { progressCall, type SheetProgress } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { read, worthRetry } from '#src/engine/failure.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { type ReadState, readStateOf } from '#src/engine/read-state.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { counting } from './addresses.ts';

/** How a sheet stands; asked again every few seconds while it is counted. */
export function useProgress(id: number): Pick<ReadState<unknown>, 'failure' | 'stale'> & {
  progress: SheetProgress | undefined;
  /** Nothing has come yet. */
  loading: boolean;
  reload(): void;
} {
  const wire = useWire();
  const query = useQuery({
    queryKey: [...keysOf(stocktaking).all, 'progress', id],
    queryFn: ({ signal }) => read(wire, progressCall, { input: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && counting.includes(state.data.status) ? watchInterval : false),
    retry: worthRetry,
  });
  const { value: progress, failure, stale } = readStateOf(query);
  return { progress, loading: query.isPending, failure, stale, reload: () => void query.refetch() };
}

const watchInterval = 5_000;
