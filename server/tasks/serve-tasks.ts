import { z } from 'zod';
import {
  addTask,
  cancelTask,
  downloadTicket,
  type NewTask,
  retryTask,
  taskDetail,
  taskList,
  taskOptions,
  taskPanel,
  taskProgress,
  taskTypeList,
} from '#contract/areas/tasks/calls.ts';
import { taskForms } from '#contract/areas/tasks/forms.ts';
import { exportTypes } from '#contract/areas/tasks/task.ts';
import { limits } from '#contract/kit/limits.ts';
import { allows } from '#server/identity/actor.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { addExport } from './add-task.ts';
import { changeTask } from './change-task.ts';
import { makeDownloadTicket } from './download-ticket.ts';
import { listTasks, readPanel, readProgress } from './list-tasks.ts';
import { serveListTasks } from './lists/serve-list-tasks.ts';
import { readDetail } from './task-detail.ts';
import { readOptions } from './task-options.ts';
import { refuseOthers } from './task-row.ts';

const id = z.int().min(1);
const own = { admin_id: id.optional() };
const one = z.strictObject({ task_id: id });
const codes = z.array(z.int().min(-1).max(999)).max(limits.pageSizeMost).optional();
const page = z.int().min(1).max(1_000_000).optional();
const size = z.int().min(1).max(limits.pageSizeMost).optional();

/** Serves the calls of the task service (specification §7): people read and write rows here, workers do what these ask for. */
export function serveTasks({ registry, numbers }: Kit): void {
  registry.read(taskPanel, z.strictObject(own), async (context, { admin_id }) => {
    refuseOthers(context.actor, admin_id);
    return await readPanel(context);
  });
  registry.read(
    taskList,
    z.strictObject({ ...own, data_type: codes, status: codes, page, page_size: size }),
    async (context, asked) => {
      refuseOthers(context.actor, asked.admin_id);
      return await listTasks(context, asked);
    },
  );
  registry.asksWithin(Object.values(taskForms).map(({ access }) => access));
  registry.read(taskTypeList, z.strictObject({}), async ({ actor }) =>
    Object.values(taskForms)
      .filter(({ access }) => allows(actor, access))
      .map(({ type }) => ({ id: type, name: exportTypes[type] })),
  );
  registry.read(taskDetail, one, readDetail);
  // Which kinds there are is told by whoever looks for the form of one.
  const task_type = z.int() as z.ZodType<unknown> as z.ZodType<NewTask['task_type']>;
  registry.read(taskOptions, z.strictObject({ ...own, task_type }), async (context, asked) => {
    refuseOthers(context.actor, asked.admin_id);
    return await readOptions(context, asked);
  });
  // What else there is depends on the kind: the form of it refuses what it does not know.
  const written = z.looseObject({ ...own, task_type }) as z.ZodType<unknown> as z.ZodType<NewTask>;
  registry.write(addTask, written, async (context, asked) => {
    refuseOthers(context.actor, asked.admin_id);
    return await addExport(context, numbers, asked);
  });
  serveListTasks({ registry, numbers });
  registry.read(taskProgress, z.strictObject({ task_ids: z.array(id).max(limits.pageSizeMost) }), readProgress);
  registry.write(cancelTask, one, async (context, { task_id }) => await changeTask(context, 'cancel', task_id));
  registry.write(retryTask, one, async (context, { task_id }) => await changeTask(context, 'retry', task_id));
  registry.read(downloadTicket, one, makeDownloadTicket);
}
