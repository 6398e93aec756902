import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * Runs works that really meet: what `held` locks stays locked until every one of them waits for something, then all go on
 * together. Two calls that are merely started one after the other mostly miss one another.
 */
export async function atOnce<T>(
  db: Kysely<unknown>,
  held: RawBuilder<unknown>,
  works: readonly (() => Promise<T>)[],
): Promise<T[]> {
  return await db.connection().execute(async (session) => {
    await sql`begin`.execute(session);
    await held.execute(session);
    const running = Promise.all(works.map((work) => work()));
    await waiting(db, works.length);
    await sql`commit`.execute(session);
    return await running;
  });
}

// On another connection: within a transaction the view of activity stands still.
async function waiting(db: Kysely<unknown>, count: number): Promise<void> {
  for (let tries = 0; tries < 3000; tries += 1) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    if ((rows[0]?.count ?? 0) >= count) return;
    await sleep(10);
  }
  throw new Error(`fewer than ${count} works wait for the lock`);
}
