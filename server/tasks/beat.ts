import { type Kysely, sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import { type Claimed, isCurrent } from './queue.ts';
import { type Standing, standing, tellOwners } from './tell.ts';

/** Says how far a run is, and learns whether it is still wanted: false when it was cancelled, or another run has taken over. */
export async function beat(db: Kysely<unknown>, claimed: Claimed, progress: number): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    const { rows: moved } = await sql<Standing>`
      update export_task t set progress = ${progress} where ${isCurrent(claimed)} and t.progress < ${progress} returning ${standing}`.execute(
      tx,
    );
    await tellOwners(tx, moved);
    if (moved.length > 0) return true;
    const { rows } = await sql`select 1 from export_task t where ${isCurrent(claimed)}`.execute(tx);
    return rows.length > 0;
  });
}
