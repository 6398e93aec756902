import { type Task, taskFields, taskStatuses } from '#contract/areas/tasks/task.ts';
import { entity } from '#contract/kit/definition.ts';
import type { Choices } from '#contract/kit/field.ts';
import { tasks } from '#src/engine/tasks.ts';

/** Tasks as a list page draws them. Two states bear one name (进行中): a filter offers each name once. */
export const shownTask = entity(tasks.name, {
  label: '工单',
  service: 'task',
  group: '/v1/task',
  title: 'name',
  fields: { ...taskFields, status: { ...taskFields.status, choices: onceEach(taskStatuses) } },
  calls: {},
  list: {
    columns: Object.keys(taskFields) as (keyof typeof taskFields)[],
    filters: ['data_type', 'status'],
    search: [],
    sort: [],
  },
});

/** All states that bear the names of these: what a filter by name asks for. */
export function statesNamedAs(codes: readonly number[]): number[] {
  const names = new Set(codes.map((code) => taskStatuses[code as Task['status']]));
  return Object.entries(taskStatuses).flatMap(([code, name]) => (names.has(name) ? [Number(code)] : []));
}

function onceEach(choices: Choices): Choices {
  const entries = Object.entries(choices);
  return Object.fromEntries(
    entries.filter(([, name], index) => entries.findIndex(([, one]) => one === name) === index),
  );
}
