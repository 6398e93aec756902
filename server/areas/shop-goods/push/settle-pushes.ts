import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { goodsPush, pushState } from '#contract/areas/shop-goods/goods-push.ts';
import { pushOutcome } from '#contract/areas/shop-goods/push-result.ts';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { Registry } from '#server/kit/registry.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { TimerHouse } from '#server/platform/timers.ts';

/**
 * Ends the pushes whose task has ended without them: cancelled where tasks are shown, given up, its person gone. What was
 * pushed stays; the rest is told as not done, and the push can be edited and pushed again. Answers how many.
 */
export async function settlePushes(
  { db, clock, log }: Pick<TimerHouse, 'db' | 'clock' | 'log'>,
  registry: Pick<Registry, 'documents'>,
): Promise<number> {
  const left = sql`
    from goods_push p join export_task t on t.id = p.task_id
    where p.status = ${pushState.running} and t.status = any(${[taskStatus.failed, taskStatus.cancelled]}::smallint[])`;
  const { rows } = await sql<{ id: number }>`select p.id ${left} order by p.id`.execute(db);
  let settled = 0;
  for (const { id } of rows) {
    const done = await inTransaction(db, async (tx) => {
      // Push before task, as everywhere; meanwhile somebody may have ended it.
      await sql`select 1 from goods_push where id = ${id} for no key update`.execute(tx);
      const { rows: still } = await sql`select 1 ${left} and p.id = ${id} for share of t`.execute(tx);
      if (still.length === 0) return false;
      const now = clock.now();
      await sql`
        update goods_push_result set outcome = ${pushOutcome.refused}, error = '推送中断，未执行', at = ${now.toISOString()}
        where goods_push_id = ${id} and outcome = ${pushOutcome.waiting}`.execute(tx);
      const origin = { requestId: 'ended-pushes', ip: '', device: undefined, userAgent: '' };
      const context = { db: tx, actor: systemActor, now, opId: randomUUID(), origin, log };
      await runTransition(registry, context, { definition: goodsPush, name: 'finish', id });
      return true;
    });
    settled += done ? 1 : 0;
  }
  return settled;
}
