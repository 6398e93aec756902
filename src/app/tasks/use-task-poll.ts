import { useEffect } from 'react';
import { taskList, taskProgress } from '#contract/areas/tasks/calls.ts';
import { unfinished } from '#contract/areas/tasks/task.ts';
import { limits } from '#contract/kit/limits.ts';
import { tasks } from '#src/areas/tasks/names.ts';
import { useRead } from '#src/engine/use-read.ts';
import { takeTaskUpdate } from '#src/live/task-updates.ts';

/** Milliseconds between two questions. */
const every = 4000;

/**
 * Asks how far tasks are, and takes the answers as if they had been pushed: the fallback for a page whose live connection
 * is down while something is under way (domain.md §9.3). Asks nothing otherwise.
 */
export function useTaskPoll(needed: boolean): void {
  const going = useRead(tasks, taskList, {
    input: { status: [...unfinished], page: 1, page_size: limits.pageSizeMost },
    when: needed,
  }).value;
  const ids = going?.list.map(({ id }) => id) ?? [];
  const { value } = useRead(tasks, taskProgress, { input: { task_ids: ids }, every, when: needed && ids.length > 0 });
  useEffect(() => {
    if (needed) value?.forEach(takeTaskUpdate);
  }, [needed, value]);
}
