import { type Kysely, sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import { notifyOwners, type TaskProgress, taskProgress } from './notify-owners.ts';
import { type Claimed, isCurrent } from './queue.ts';
import { sealed } from './seal-run.ts';

/**
 * Says how far a run is, and learns whether it is still wanted. `gone`: it was cancelled, or another run has taken over;
 * `sealed`: what it does has had its effect.
 */
export async function renewLease(
  db: Kysely<unknown>,
  claimed: Claimed,
  progress: number,
): Promise<'wanted' | 'sealed' | 'gone'> {
  return await inTransaction(db, async (tx) => {
    const { rows: moved } = await sql<TaskProgress>`
      update export_task t set progress = ${progress} where ${isCurrent(claimed)} and t.progress < ${progress} returning ${taskProgress}`.execute(
      tx,
    );
    await notifyOwners(tx, moved);
    if (moved.length > 0) return 'wanted';
    const { rows } = await sql<{ progress: number }>`
      select t.progress from export_task t where ${isCurrent(claimed)}`.execute(tx);
    if (!rows[0]) return 'gone';
    return rows[0].progress === sealed ? 'sealed' : 'wanted';
  });
}
