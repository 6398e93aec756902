import { once } from 'node:events';
import type { TaskOrder, TaskOutcome, TaskTools, TaskWork } from '#server/tasks/work.ts';

/** Work of a test, for stock exports. */
export const worked = (run: (order: TaskOrder, tools: TaskTools) => Promise<TaskOutcome>): TaskWork => ({
  types: [5],
  refuse: () => undefined,
  run,
});

/** Work that goes on until it is told to stop, and says when it has begun. */
export function endless(): { work: TaskWork; begun: Promise<TaskOrder> } {
  let begin: (order: TaskOrder) => void;
  const begun = new Promise<TaskOrder>((resolve) => {
    begin = resolve;
  });
  const work = worked(async (order, { signal }) => {
    begin(order);
    await once(signal, 'abort');
    throw signal.reason;
  });
  return { work, begun };
}
