import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { taskList } from '#contract/areas/tasks/calls.ts';
import type { Task } from '#contract/areas/tasks/task.ts';
import type { InputOf } from '#contract/kit/call.ts';
import { read, worthRetry } from '#src/engine/failure.ts';
import { type ReadState, readStateOf } from '#src/engine/read-state.ts';
import { tasks } from '#src/engine/tasks.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { readInStep } from './follow-tasks.ts';

/** The person's own tasks as they were asked for. */
export interface TaskList extends Pick<ReadState<unknown>, 'failure' | 'stale'> {
  readonly rows: readonly Task[];
  readonly total: number;
  /** Nothing to show yet. */
  readonly loading: boolean;
  /** Old rows stand while new ones are on their way. */
  readonly refreshing: boolean;
  reload(): void;
}

/** Reads a list of tasks, the newest first; what is pushed keeps it in step (`useFollowedTasks`). */
export function useTaskList(input: InputOf<typeof taskList>): TaskList {
  const wire = useWire();
  const query = useQuery({
    queryKey: [tasks.name, taskList.path, input],
    queryFn: ({ signal }) => readInStep(() => read(wire, taskList, { input, signal })),
    placeholderData: keepPreviousData,
    retry: worthRetry,
  });
  const { value, failure, stale } = readStateOf(query);
  return {
    rows: value?.list ?? [],
    total: value?.total ?? 0,
    loading: query.data === undefined && query.isPending,
    refreshing: query.isFetching && query.data !== undefined,
    failure,
    stale,
    reload: () => void query.refetch(),
  };
}
