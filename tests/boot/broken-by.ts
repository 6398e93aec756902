import { type Kysely, type RawBuilder, sql } from 'kysely';
import { invariants, rowsBreaking } from '#server/ledger/invariants.ts';

/** The laws, by the number of each, that these statements of somebody with the rights of the owner break, triggers off; nothing of it stays. */
export async function brokenBy(db: Kysely<unknown>, planted: readonly RawBuilder<unknown>[]): Promise<string[]> {
  const found: string[] = [];
  const trial = await db.startTransaction().execute();
  try {
    await sql`set local session_replication_role = replica`.execute(trial);
    for (const statement of planted) await statement.execute(trial);
    for (const { name, query } of invariants())
      if ((await rowsBreaking(trial, query)).length > 0) found.push(name.split('-')[0] ?? '');
  } finally {
    await trial.rollback().execute();
  }
  return found;
}
