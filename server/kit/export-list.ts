import { sql } from 'kysely';
import { fieldOf } from '#contract/kit/base-fields.ts';
import type { ListRequest } from '#contract/kit/calls.ts';
import { pendingWords } from '#contract/kit/conditions.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ReadContext } from './call-context.ts';
import { guarded, quoted } from './csv-file.ts';
import type { FileAnswer } from './file-answer.ts';
import { refuseForgotten } from './kept-lists.ts';
import { listFile } from './list-file.ts';
import { conditionsOf, orderOf, whereClause } from './list-query.ts';
import { listedColumns, titlesOf } from './record-query.ts';

type Row = Record<string, unknown>;

/**
 * The list as a file (specification §3 `export`, §9): same filters, sort and data scope, the definition's columns under
 * their labels, codes as words. `shown`: what of a row this caller may see.
 */
export async function exportRows(
  context: ReadContext,
  definition: AnyDefinition,
  { asked, shown = (row) => row }: { asked: ListRequest; shown?: (row: Row) => Row },
): Promise<FileAnswer> {
  const { actor } = context;
  await refuseForgotten(context.db, definition, asked);
  const columns = definition.list.columns.map((name) => ({ name, field: fieldOf(definition, name) }));
  const fields = Object.fromEntries(columns.map(({ name, field }) => [name, field]));
  const titles = titlesOf(fields, 'p', { actor, within: definition });
  const select = sql<Row>`
    with p as (
      select ${listedColumns(definition, 'r')} from ${sql.table(tableOf(definition))} as r${whereClause(conditionsOf(definition, actor, asked))}
      order by ${orderOf(definition, asked.sort, 'r')} limit ${limits.exportRows + 1}
    )
    select p.*${titles.columns} from p ${titles.joins} order by ${orderOf(definition, asked.sort, 'p')}`;
  return await listFile(context, {
    name: asked.fileName || definition.label,
    label: definition.label,
    asked,
    heading: columns.map(({ field }) => quoted(field.label)).join(','),
    line: (row) => {
      const seen = shown(row);
      return columns.map((column) => cell(column, seen)).join(',');
    },
    select,
  });
}

function cell({ name, field }: { name: string; field: Field }, row: Row): string {
  const value = row[name];
  if (value === null || value === undefined) return '';
  if (field.target && !field.kind.many) return guarded(String(row[titleKey(name)] ?? value));
  const pending = pendingWords(field, row);
  if (pending !== undefined) return quoted(pending);
  const printed = field.kind.print(value, field);
  // Figures stay figures, negative ones too; only text can be taken for a formula.
  return field.kind.align === 'end' ? quoted(printed.replaceAll(',', '')) : guarded(printed);
}
