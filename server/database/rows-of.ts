import { type RawBuilder, sql } from 'kysely';

/** A column of rows that a statement brings along: its type in the database, and one value for each row. */
export type Column = readonly [
  type: 'bigint' | 'smallint' | 'text' | 'date' | 'timestamptz',
  values: readonly unknown[],
];

/**
 * Rows that a statement brings along, to join or select from: `rowsOf('k', { sku_id: ['bigint', ids] })` is a table `k`
 * with `sku_id` and `place`, which counts them from 1. Their number is hidden from the planner behind a `select`: seeing it,
 * PostgreSQL would plan every short list anew, which costs more than running it (decision 0013).
 */
export function rowsOf(name: string, columns: Readonly<Record<string, Column>>): RawBuilder<unknown> {
  const arrays = Object.values(columns).map(([type, values]) => arrayOf(type, values));
  const names = [...Object.keys(columns), 'place'].map((column) => sql.ref(column));
  return sql`unnest(${sql.join(arrays)}) with ordinality as ${sql.ref(name)} (${sql.join(names)})`;
}

/** One array of values, its length hidden from the planner for the same reason. */
export function arrayOf(...[type, values]: Column): RawBuilder<unknown> {
  // The second cast says that it is one array, not a query of rows.
  const array = sql.raw(`${type}[]`);
  return sql`(select ${values}::${array})::${array}`;
}
