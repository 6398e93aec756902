import { areas } from '../../areas.ts';
import type { TaskForm } from './form.ts';
import type { ExportType } from './task.ts';

/** The forms of exports that the areas have, by the id of their kind. */
export const taskForms = Object.fromEntries(
  areas.flatMap((area) => area.exports ?? []).map((form) => [form.type, form]),
) as Readonly<Record<ExportType, TaskForm>>;
