import type { NewListTask } from '#contract/areas/tasks/calls.ts';
import { fileFormats } from '#contract/areas/tasks/task.ts';
import { definitions } from '#contract/definitions.ts';
import { allFields, fieldOf } from '#contract/kit/base-fields.ts';
import type { Fields } from '#contract/kit/field.ts';
import { word } from '#contract/kit/kinds/choice.ts';
import { text, texts } from '#contract/kit/kinds/text.ts';

const common = {
  format: word('文件格式', fileFormats),
  columns: texts('列'),
  keyword: text('关键字'),
} satisfies Fields;

/** What a list export was asked, as fields with their labels and values: the ends of a range one by one, columns by their labels. */
export function listQuestion({ definition: name, columns, asked, format = 'csv' }: NewListTask): {
  fields: Fields;
  values: Readonly<Record<string, unknown>>;
} {
  const definition = definitions.find((one) => one.name === name);
  if (!definition) return { fields: common, values: { format } };
  const known = allFields(definition);
  const filters = definition.list.filters.flatMap((filter) => {
    const field = fieldOf(definition, filter);
    if (field.kind.filter !== 'range') return [[filter, field] as const];
    return [
      [`${filter}_from`, { ...field, label: `${field.label}（起）` }] as const,
      [`${filter}_to`, { ...field, label: `${field.label}（止）` }] as const,
    ];
  });
  const labels = columns.map((column) => known[column]?.label ?? column);
  return { fields: { ...common, ...Object.fromEntries(filters) }, values: { ...asked, format, columns: labels } };
}
