import { addListTask } from '#contract/areas/tasks/calls.ts';
import { listTask } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { refuseForgotten } from '#server/kit/kept-lists.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { queueTask } from '../add-task.ts';
import { listTaskSchema, readListOrder } from './list-payload.ts';

/** Serves 导出 of a list: the question of the list becomes a task of who asks it (decision 0039). */
export function serveListTasks({ registry, numbers }: Pick<Kit, 'registry' | 'numbers'>): void {
  registry.write(addListTask, listTaskSchema, async (context, { task_name: name, ...payload }) => {
    if (!registry.listed(payload.definition)) throw new Refusal('invalid', '没有这个列表', 'definition');
    const { definition, asked, columns } = readListOrder(payload, context.actor);
    await refuseForgotten(context.db, definition, asked);
    return await queueTask(context, numbers, { type: listTask, name, payload: { ...payload, asked, columns } });
  });
}
