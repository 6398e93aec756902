import { type RawBuilder, sql } from 'kysely';

/**
 * The sum of a column over all rows, 0 over none; null where it is more than a number holds exactly, which is shown as 超出 (amendments H2): a list
 * that can be read today can be read tomorrow, whatever anybody saves.
 */
export function exactSum(name: string): RawBuilder<number | null> {
  const sum = sql`coalesce(sum(${sql.ref(`r.${name}`)}), 0)`;
  return sql<number | null>`case when abs(${sum}) <= ${sql.lit(Number.MAX_SAFE_INTEGER)} then ${sum}::bigint end`;
}
