import { taskList } from '#contract/areas/tasks/calls.ts';
import type { ImportKind, ImportResult } from '#contract/areas/tasks/imports.ts';
import { type Task, taskStatus, unfinished } from '#contract/areas/tasks/task.ts';
import { tasks } from '#src/engine/tasks.ts';
import { type Reading, useRead } from '#src/engine/use-read.ts';

/** How far an import is and what came of it. */
export interface ImportTask {
  readonly task: Task | undefined;
  readonly going: boolean;
  readonly result: ImportResult | null;
  readonly reading: Pick<Reading<unknown>, 'failure' | 'stale' | 'reload'>;
}

/** Follows one import: pushed updates have it read again (`useFollowedTasks`), a look each second is the net below. */
export function useImportTask(kind: ImportKind, taskId: number | undefined): ImportTask {
  const asked = taskId !== undefined;
  const list = useRead(tasks, taskList, {
    input: { data_type: [kind.type], page: 1, page_size: 50 },
    every: 1000,
    when: asked,
  });
  const task = list.value?.list.find(({ id }) => id === taskId);
  const done = task?.status === taskStatus.done;
  const came = useRead(tasks, kind.result, { input: { task_id: taskId ?? 0 }, when: asked && done });
  return {
    task,
    going: asked && (task === undefined || unfinished.includes(task.status) || (done && came.value === undefined)),
    result: came.value?.result ?? null,
    reading: {
      failure: list.failure ?? came.failure,
      stale: list.stale ?? came.stale,
      reload: () => ((list.failure ?? list.stale) ? list.reload() : came.reload()),
    },
  };
}
