import { create } from 'zustand';

/** The name under which tasks are read, so that one write has all of it read again. */
export const tasks = { name: 'exportTask' } as const;

/** How often a person has made something that their tasks should be shown for. */
export const useTasksWanted = create<{ times: number }>(() => ({ times: 0 }));

/** Opens the panel of tasks: what was just asked for is made there, and is there to be looked at and saved. */
export function showTasks(): void {
  useTasksWanted.setState(({ times }) => ({ times: times + 1 }));
}
