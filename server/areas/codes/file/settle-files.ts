import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { codeFile } from '#contract/areas/codes/code-file.ts';
import { lineState } from '#contract/areas/codes/code-file-line.ts';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { Registry } from '#server/kit/registry.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { TimerHouse } from '#server/platform/timers.ts';
import { tellCounts } from './tell-counts.ts';

/** Ends the files whose task has ended without them (cancelled, given up): what was done stays done, the rest is told as not done. Answers how many. */
export async function settleFiles({ db, clock, log }: Omit<TimerHouse, 'files'>, registry: Registry): Promise<number> {
  const ended = [taskStatus.failed, taskStatus.cancelled];
  const { rows } = await sql<{ id: number }>`
    select f.id from code_file f join export_task t on t.id = f.task_id where f.status = 2 and t.status = any(${ended}::smallint[]) order by f.id`.execute(
    db,
  );
  for (const { id } of rows)
    await inTransaction(db, async (tx) => {
      await sql`select 1 from code_file where id = ${id} for no key update`.execute(tx);
      // Meanwhile somebody may have begun the task again.
      const { rows: still } = await sql`
        select 1 from code_file f join export_task t on t.id = f.task_id where f.id = ${id} and f.status = 2 and t.status = any(${ended}::smallint[]) for share of t`.execute(
        tx,
      );
      if (still.length === 0) return;
      await sql`
        update code_file_row set status = ${lineState.skipped}, error = '工单已结束，没有处理' where file_id = ${id} and status = ${lineState.ready}`.execute(
        tx,
      );
      await tellCounts(tx, id);
      const origin = { requestId: 'ended-code-files', ip: '', device: undefined, userAgent: '' };
      const context = { db: tx, actor: systemActor, now: clock.now(), opId: randomUUID(), origin, log };
      await runTransition(registry, context, { definition: codeFile, name: 'finish', id });
    });
  return rows.length;
}
