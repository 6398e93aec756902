import { type Kysely, sql } from 'kysely';
import { fieldOf } from '#contract/kit/base-fields.ts';
import type { ListRequest } from '#contract/kit/calls.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Field } from '#contract/kit/field.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Actor } from '#server/identity/actor.ts';
import { guarded, quoted } from './csv-file.ts';
import { FileAnswer } from './file-answer.ts';
import { conditionsOf, orderOf, whereClause } from './list-query.ts';
import { recordColumns, titlesOf } from './record-query.ts';

type Row = Record<string, unknown>;

/**
 * The list as a file (specification §3 `export`, §9): same filters, sort and data scope, the definition's columns under
 * their labels, codes as words. CSV in UTF-8 with a mark, so that spreadsheets read Chinese. Refused above
 * `limits.exportRows`: what takes longer than a moment is a task. `shown`: what of a row this caller may see.
 */
export async function exportRows(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { actor, asked, shown = (row) => row }: { actor: Actor; asked: ListRequest; shown?: (row: Row) => Row },
): Promise<FileAnswer> {
  const columns = definition.list.columns.map((name) => ({ name, field: fieldOf(definition, name) }));
  const fields = Object.fromEntries(columns.map(({ name, field }) => [name, field]));
  const titles = titlesOf(fields, 'p', { actor, within: definition });
  const { rows } = await sql<Row>`
    with p as (
      select ${recordColumns(definition, 'r')} from ${sql.table(tableOf(definition))} as r${whereClause(conditionsOf(definition, actor, asked))}
      order by ${orderOf(definition, asked.sort, 'r')} limit ${limits.exportRows + 1}
    )
    select p.*${titles.columns} from p ${titles.joins} order by ${orderOf(definition, asked.sort, 'p')}`.execute(db);
  if (rows.length > limits.exportRows) {
    throw new Refusal('tooLarge', `超过 ${limits.exportRows} 行，请缩小筛选范围后再导出`, 'export');
  }
  const lines = [
    columns.map(({ field }) => quoted(field.label)),
    ...rows.map(shown).map((row) => columns.map((column) => cell(column, row))),
  ];
  const body = `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
  return new FileAnswer({ name: `${asked.fileName || definition.label}.csv`, type: 'text/csv; charset=utf-8', body });
}

function cell({ name, field }: { name: string; field: Field }, row: Row): string {
  const value = row[name];
  if (value === null || value === undefined) return '';
  if (field.target && !field.kind.many) return guarded(String(row[titleKey(name)] ?? value));
  const printed = field.kind.print(value, field);
  // Figures stay figures, negative ones too; only text can be taken for a formula.
  return field.kind.align === 'end' ? quoted(printed.replaceAll(',', '')) : guarded(printed);
}
