import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Rows that are taken in one go: few enough that nobody waits for what is made of them. */
const piece = 500;

/**
 * Reads the rows of one statement, which is one snapshot, piece by piece: what comes is made use of before the next is asked for, and others get their turn
 * in between. Whatever `take` throws ends it.
 */
export async function readInPieces<Row>(
  db: Kysely<unknown>,
  select: RawBuilder<Row>,
  take: (rows: readonly Row[]) => void | Promise<void>,
): Promise<void> {
  await db.connection().execute(async (connection) => {
    // All rows are wanted, so the plan that is quickest with its first ones is not the best.
    await sql`begin read only; set local statement_timeout = '30s'; set local cursor_tuple_fraction = 1`.execute(
      connection,
    );
    try {
      await sql`declare pieces no scroll cursor for ${select}`.execute(connection);
      for (;;) {
        const { rows } = await sql<Row>`fetch ${sql.lit(piece)} from pieces`.execute(connection);
        await take(rows);
        if (rows.length < piece) break;
      }
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}
