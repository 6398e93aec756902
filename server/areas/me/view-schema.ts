import { z } from 'zod';
import type { ColumnChoice, ViewContent } from '#contract/areas/me/list-views.ts';
import { filterNames } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { listSchema } from '#contract/kit/schema.ts';
import { refusalOfInput } from '#server/kit/input-refusal.ts';

// More than any table has columns.
const most = 200;
const columnName = z.string().min(1).max(limits.name);
const columnNames = z.array(columnName).max(most);

/** The schema of columns as a person wants them. */
export const columnsSchema: z.ZodType<ColumnChoice> = z.strictObject({
  order: columnNames,
  hidden: columnNames,
  pinned: columnNames.optional(),
  widths: z
    .record(columnName, z.int().min(1).max(5000))
    .refine((widths) => Object.keys(widths).length <= most, `最多${most}列`),
});

/** The schema of a view's content before its list is known. */
export const contentSchema: z.ZodType<ViewContent> = z
  .strictObject({
    filters: z.record(columnName, z.unknown()),
    keyword: z.string().trim().max(limits.name),
    sort: z.string().max(limits.name),
    columns: columnsSchema,
  })
  .refine((content) => JSON.stringify(content).length <= limits.viewLetters, '视图的内容过多');

/** Refuses filters and an order that the list would refuse to this person, in the list's own words. */
export function refuseUnasked(seen: AnyDefinition, { filters, sort }: ViewContent): void {
  const known = filterNames(seen);
  const stranger = Object.keys(filters).find((name) => !known.includes(name));
  if (stranger !== undefined) throw new Refusal('invalid', `不认识的字段：${stranger}`, `content.filters.${stranger}`);
  const { error } = listSchema(seen).safeParse(sort === '' ? filters : { ...filters, sort });
  if (!error) return;
  const { message, field = '' } = refusalOfInput(error, seen);
  throw new Refusal('invalid', message, field === 'sort' ? 'content.sort' : `content.filters.${field}`);
}
