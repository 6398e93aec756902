import type { TaskForm } from '#contract/areas/tasks/form.ts';
import type { ExportType } from '#contract/areas/tasks/task.ts';

/** The forms of exports by their kind, as the areas have them. */
export type ExportForms = ReadonlyMap<ExportType, TaskForm>;

const files = import.meta.glob<readonly TaskForm[]>('../../../../contract/areas/*/exports.ts', { import: 'exports' });

/** Loads the forms of every area: with the dialog, not with the list behind it. */
export async function loadExportForms(): Promise<ExportForms> {
  const forms = await Promise.all(Object.values(files).map((load) => load()));
  return new Map(forms.flat().map((form) => [form.type, form]));
}
