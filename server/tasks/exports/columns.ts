import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Field, Fields } from '#contract/kit/field.ts';
import { storageOf } from '#server/kit/kinds/index.ts';
import type { ExportColumn } from './source.ts';

/** A column out of a field: under its label by default, in its words, behind its key. */
type ColumnOfField<F extends Fields> = (name: keyof F & string, heading?: string) => ExportColumn;

/** Columns out of the fields of a definition, or of its lines, as they stand in the rows under `alias`. */
export function columnsOf<F extends Fields>(fields: F, alias: string): ColumnOfField<F> {
  return (name, heading) => {
    const field = fields[name];
    if (!field) throw new Error(`there is no field ${name}`);
    return { ...fieldColumn(fields, name, sql.ref(`${alias}.${name}`), alias), heading: heading ?? field.label };
  };
}

/** The same where the value of the field is worked out; `alias` is that of the rows, where one may stand for a figure that nobody knows yet. */
export function fieldColumn<F extends Fields>(
  fields: F,
  name: keyof F & string,
  value: RawBuilder<unknown>,
  alias?: string,
): ExportColumn {
  const field = fields[name];
  if (!field) throw new Error(`there is no field ${name}`);
  const { label, mask } = field;
  const printed = storageOf(field).printed?.(value, field) ?? { value, shape: 'text' as const };
  const known = alias === undefined ? printed : { ...printed, value: unlessPending(field, alias, printed.value) };
  return { heading: label, ...known, ...(mask ? { mask } : {}) };
}

// A figure of a sheet that is a word where nobody knows it: a sheet adds up the others.
function unlessPending({ pending }: Field, alias: string, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (!pending) return value;
  const stands = Object.entries(pending.when).map(
    ([field, figure]) => sql<boolean>`coalesce(${sql.ref(`${alias}.${field}`)}, 0) = ${figure}`,
  );
  return sql`case when ${sql.join(stands, sql` and `)} then ${pending.words} else (${value})::text end`;
}

/** The title of what a row refers to, under the label of the field that refers to it by default. */
export function titleColumn(heading: string | Field, value: RawBuilder<unknown>): ExportColumn {
  return { heading: typeof heading === 'string' ? heading : heading.label, value, shape: 'text' };
}

/** A column that counts what no field does. */
export function figureColumn(heading: string, value: RawBuilder<unknown>): ExportColumn {
  return { heading, value, shape: 'figure' };
}
