import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { taskList } from '#contract/areas/tasks/calls.ts';
import { type Task, unfinished } from '#contract/areas/tasks/task.ts';
import { forget } from '#src/engine/query-keys.ts';
import { tasks } from '#src/engine/tasks.ts';
import { type TaskUpdate, useTaskUpdates } from '#src/live/task-updates.ts';

/**
 * Keeps what has been read of tasks in step with what is pushed of them (specification §4, message type 1). Progress is
 * written into the lists as it comes; a task that is heard of for the first time, begins anew or comes to its end has
 * all of it read again, as do updates that may have been missed. Mounted once, as long as somebody is signed in.
 */
export function useFollowedTasks(): void {
  const queries = useQueryClient();
  useEffect(() => followTasks(queries), [queries]);
}

/** The same without React; what it answers ends it. */
export function followTasks(queries: QueryClient): () => void {
  const going = new Map<number, boolean>();
  return useTaskUpdates.subscribe((now, before) => {
    const changed = Object.values(now.updates).filter((update) => before.updates[update.id] !== update);
    const turned = changed.filter(({ id, status }) => going.get(id) !== unfinished.includes(status));
    for (const { id, status } of changed) going.set(id, unfinished.includes(status));
    if (turned.length > 0 || now.missed > before.missed) void forget(queries, tasks);
    for (const update of changed) if (unfinished.includes(update.status)) writeProgress(queries, update);
  });
}

function writeProgress(queries: QueryClient, update: TaskUpdate): void {
  queries.setQueriesData<Answer>(
    { queryKey: [tasks.name, taskList.path] },
    (answer) => answer && moved(answer, update),
  );
}

/**
 * Reads a list of tasks. What is pushed while it is on its way is newer than the answer, which would take the bar back.
 */
export async function readInStep<A extends Answer>(reading: () => Promise<A>): Promise<A> {
  const { updates: before } = useTaskUpdates.getState();
  const answer = await reading();
  const { updates } = useTaskUpdates.getState();
  return Object.values(updates)
    .filter((update) => before[update.id] !== update && unfinished.includes(update.status))
    .reduce(moved, answer);
}

interface Answer {
  list: Task[];
}

// The end of a task is not written: its file and its size are known to the server alone.
function moved<A extends Answer>(answer: A, { id, status, progress }: TaskUpdate): A {
  if (!answer.list.some((task) => task.id === id)) return answer;
  const list = answer.list.map((task) =>
    task.id === id ? { ...task, status: status as Task['status'], progress } : task,
  );
  return { ...answer, list };
}
