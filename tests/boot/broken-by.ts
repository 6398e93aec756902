import { type Kysely, type RawBuilder, sql } from 'kysely';
import { brokenWithin } from '#server/ledger/invariants.ts';

/** The laws, by the number of each, that these statements of somebody with the rights of the owner break, triggers off; nothing of it stays. */
export async function brokenBy(db: Kysely<unknown>, planted: readonly RawBuilder<unknown>[]): Promise<string[]> {
  const trial = await db.startTransaction().execute();
  try {
    await sql`set local session_replication_role = replica`.execute(trial);
    for (const statement of planted) await statement.execute(trial);
    return (await brokenWithin(trial)).map(({ name }) => name.split('-')[0] ?? '');
  } finally {
    await trial.rollback().execute();
  }
}
