import type { NewListTask } from '#contract/areas/tasks/calls.ts';
import { listTask } from '#contract/areas/tasks/task.ts';
import { refuseForgotten } from '#server/kit/kept-lists.ts';
import type { Hiding } from '#server/kit/registry.ts';
import { writeExport } from '../exporter/write-export.ts';
import type { TaskOrder, TaskWork } from '../work.ts';
import { type ListOrder, readListOrder } from './list-payload.ts';
import { listSource } from './list-source.ts';

/**
 * The work of list exports: the list's own question, asked with the rights that its person has when it is written. `hidings`:
 * by definition, what somebody may not see in some rows.
 */
export function listWork(hidings: Readonly<Record<string, Hiding>>): TaskWork {
  return {
    types: [listTask],
    refuse: (order) => void orderOf(order),
    async run(order, tools) {
      const asked = orderOf(order);
      await refuseForgotten(tools.db, asked.definition, asked.asked);
      const { actor } = order;
      const source = listSource(asked, { actor, hiding: hidings[asked.definition.name] });
      return await writeExport(tools, source, { actor, access: asked.access, format: asked.format });
    },
  };
}

function orderOf({ payload, actor }: TaskOrder): ListOrder {
  return readListOrder(payload as unknown as NewListTask, actor);
}
