import { type RawBuilder, sql } from 'kysely';
import type { ExportColumn, ExportSource } from '../exports/source.ts';
import { inlined } from './inline-sql.ts';

/** The statement of an export as text; `written` says how a column stands in it. */
export function selectOf(source: ExportSource, written: (column: ExportColumn) => RawBuilder<unknown>): string {
  const { columns, from, where, order } = source;
  const conditions = where.length > 0 ? sql` where ${sql.join([...where], sql` and `)}` : sql``;
  return inlined(sql`select ${sql.join(columns.map(written))} from ${from}${conditions} order by ${order}`);
}
