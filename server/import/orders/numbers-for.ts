import { type RawBuilder, sql } from 'kysely';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';

export type Numbering = Pick<Numbers, 'take'>;

/** A number for every row of a temporary table: a table `n` of `no` and `place`, to join on `place`. */
export async function numbersFor(
  { db, now }: WriteContext,
  { numbers, of, table }: { numbers: Numbering; of: AnyDefinition; table: string },
): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db);
  const count = rows[0]?.count ?? 0;
  const taken = of.number && count > 0 ? await numbers.take(of.number, now, count) : [];
  return rowsOf('n', { no: ['text', taken] });
}
