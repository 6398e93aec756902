import { type RawBuilder, sql } from 'kysely';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { TaskOrder } from './work.ts';

/** How far a task is whose effect is there for good, while the last of its run is still being done. */
export const sealed = 100;

/** How far a task under alias `t` is that begins again: what has had its effect stays sealed while it is run to its end. */
export const anew = sql<number>`case when t.progress = ${sealed} then t.progress else 0 end`;

/** What a task under alias `t` says that did not come to its end: `words`, unless it has had its effect. */
export const unendedWords = (words: string): RawBuilder<string> =>
  sql<string>`case when t.progress = ${sealed} then ${effective} else ${words} end`;

const effective = '内容已写入，收尾未完成，请重试';

/**
 * Says, in the very transaction in which a run has its effect, that it is there for good: such a task is no longer cancelled.
 * False when the task was cancelled before, or another run has taken over; the effect must then not be.
 */
export async function sealRun(tx: Tx, { id, run }: Pick<TaskOrder, 'id' | 'run'>): Promise<boolean> {
  const { rows } = await sql`
    update export_task set progress = ${sealed} where id = ${id} and run = ${run} and status = ${taskStatus.running} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}
