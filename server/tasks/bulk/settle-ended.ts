import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import { batchGoing, toolBatch } from '#contract/areas/tasks/tool-batch.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import { Documents } from '#server/kit/documents.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { everyBulk } from './bulks.ts';
import { toolBatchHooks } from './tool-batch.ts';

interface TimerDeps {
  readonly db: Kysely<unknown>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Ends the batches whose task has ended without them: cancelled where tasks are shown, given up after it killed its workers, its
 * person gone. What was done stays done, the rest can be taken up again. Answers how many.
 */
export async function settleEnded(house: TimerDeps): Promise<number> {
  const { db, clock, log } = house;
  const ended = [taskStatus.failed, taskStatus.cancelled];
  const { rows } = await sql<{ id: number }>`
    select b.id from tool_batch b join export_task t on t.id = b.task_id
    where b.status = any(${[...batchGoing]}::smallint[]) and t.status = any(${ended}::smallint[]) order by b.id`.execute(
    db,
  );
  const documents = new Documents();
  documents.add(toolBatch, toolBatchHooks(new Numbers(db), everyBulk));
  let settled = 0;
  for (const { id } of rows) {
    const done = await inTransaction(db, async (tx) => {
      // Batch before task, as everywhere; meanwhile somebody may have ended it, or begun the task again.
      await sql`select 1 from tool_batch where id = ${id} for no key update`.execute(tx);
      const { rows: still } = await sql`
        select 1 from tool_batch b join export_task t on t.id = b.task_id
        where b.id = ${id} and b.status = any(${[...batchGoing]}::smallint[]) and t.status = any(${ended}::smallint[]) for share of t`.execute(
        tx,
      );
      if (still.length === 0) return false;
      const origin = { requestId: 'ended-batches', ip: '', device: undefined, userAgent: '' };
      const context = { db: tx, actor: systemActor, now: clock.now(), opId: randomUUID(), origin, log };
      await runTransition({ documents }, context, { definition: toolBatch, name: 'finish', id });
      return true;
    });
    settled += done ? 1 : 0;
  }
  return settled;
}
