import { addTask } from '#contract/areas/tasks/calls.ts';
import { taskForms } from '#contract/areas/tasks/forms.ts';
import type { ExportType } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { allows } from '#server/identity/actor.ts';
import type { SourceOf } from '../exports/source.ts';
import type { TaskOrder, TaskOutcome, TaskTools, TaskWork } from '../work.ts';
import { writeExport } from './write-export.ts';

/**
 * The work of the exports. What is written is what the person who asked may see at this moment: somebody who may no longer
 * make exports gets none. No rows, no file (specification §4, 无数据).
 */
export function exportWork(sources: Readonly<Record<ExportType, SourceOf>>): TaskWork {
  return {
    types: Object.keys(sources).map(Number),
    refuse,
    async run(order: TaskOrder, tools: TaskTools): Promise<TaskOutcome> {
      refuse(order);
      const { actor, payload, type } = order;
      const { access } = taskForms[type as ExportType];
      return await writeExport(tools, sources[type as ExportType](payload, actor), {
        actor,
        access,
        format: payload['format'],
      });
    },
  };
}

function refuse({ actor, type }: TaskOrder): void {
  if (!allows(actor, addTask.access) || !allows(actor, taskForms[type as ExportType].access))
    throw new Refusal('forbidden', '创建人已没有导出权限');
}
