import { useQuery } from '@tanstack/react-query';
import { taskList, taskProgress } from '#contract/areas/tasks/calls.ts';
import { unfinished } from '#contract/areas/tasks/task.ts';
import { limits } from '#contract/kit/limits.ts';
import { read, worthRetry } from '#src/engine/failure.ts';
import { tasks } from '#src/engine/tasks.ts';
import { useRead } from '#src/engine/use-read.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { takeTaskUpdate, useTaskUpdates } from '#src/live/task-updates.ts';
import type { Wire } from '#src/wire/wire.ts';

/** Milliseconds between two questions. */
const every = 4000;

/**
 * Asks how far tasks are, and takes the answers as if they had been pushed: the fallback for a page whose live connection
 * is down while something is under way (domain.md §9.3). Asks nothing otherwise.
 */
export function useTaskPoll(needed: boolean): void {
  const wire = useWire();
  const going = useRead(tasks, taskList, {
    input: { status: [...unfinished], page: 1, page_size: limits.pageSizeMost },
    when: needed,
  }).value;
  const ids = going?.list.map(({ id }) => id) ?? [];
  useQuery({
    // Not under the name of tasks: what it brings has these read again, and must not have itself asked again.
    queryKey: [taskProgress.path, ids],
    queryFn: ({ signal }) => takeProgress(wire, ids, signal),
    retry: worthRetry,
    refetchInterval: every,
    enabled: needed && ids.length > 0,
  });
}

// Taken as it comes: the query keeps its last answer through the times when everything is pushed, and that one is old then.
async function takeProgress(wire: Wire, ids: number[], signal: AbortSignal): Promise<true> {
  const { updates: before } = useTaskUpdates.getState();
  const answer = await read(wire, taskProgress, { input: { task_ids: ids }, signal });
  const { updates: now } = useTaskUpdates.getState();
  // What was pushed while the answer was on its way is newer.
  for (const update of answer) if (now[update.id] === before[update.id]) takeTaskUpdate(update);
  return true;
}
