import { create } from 'zustand';
import type { TaskMessage } from '#contract/areas/shell/push.ts';

/** How far a task has come, as it was pushed last (specification §4, message type 1). */
export type TaskUpdate = TaskMessage['task'];

interface TaskUpdates {
  /** The last update of each task, by its id, since this page was loaded. */
  updates: Readonly<Record<number, TaskUpdate>>;
  /** Grows whenever updates may have been missed: who shows tasks then reads the list again. */
  missed: number;
}

/** What has been pushed about the tasks of the person signed in. */
export const useTaskUpdates = create<TaskUpdates>(() => ({ updates: {}, missed: 0 }));

/** Takes an update. */
export function takeTaskUpdate(task: TaskUpdate): void {
  useTaskUpdates.setState(({ updates }) => ({ updates: { ...updates, [task.id]: task } }));
}

/** Updates may have been missed. */
export function missTaskUpdates(): void {
  useTaskUpdates.setState(({ missed }) => ({ missed: missed + 1 }));
}

/** Forgets everything: another person is signed in, or none. */
export function forgetTaskUpdates(): void {
  useTaskUpdates.setState({ updates: {}, missed: 0 });
}
