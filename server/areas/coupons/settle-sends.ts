import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { sendOutcome, sendState, userCouponStatus } from '#contract/areas/coupons/coupon-enums.ts';
import { couponSend } from '#contract/areas/coupons/coupon-send.ts';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { Registry } from '#server/kit/registry.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { TimerHouse } from '#server/platform/timers.ts';

/**
 * Ends the sends whose task has ended without them: cancelled in the middle, given up, its person gone. What was sent stays with the
 * members; the rest is told as not done, and can be sent again. Answers how many.
 */
export async function settleSends(
  { db, clock, log }: Pick<TimerHouse, 'db' | 'clock' | 'log'>,
  registry: Pick<Registry, 'documents'>,
): Promise<number> {
  const left = sql`
    from coupon_send s join export_task t on t.id = s.task_id
    where s.status = ${sendState.running} and t.status = any(${[taskStatus.failed, taskStatus.cancelled]}::smallint[])`;
  const { rows } = await sql<{ id: number }>`select s.id ${left} order by s.id`.execute(db);
  let settled = 0;
  for (const { id } of rows) {
    const done = await inTransaction(db, async (tx) => {
      // Send before task, as everywhere; meanwhile somebody may have ended it.
      await sql`select 1 from coupon_send where id = ${id} for no key update`.execute(tx);
      const { rows: still } = await sql`select 1 ${left} and s.id = ${id} for share of t`.execute(tx);
      if (still.length === 0) return false;
      const now = clock.now();
      await sql`
        update coupon_send_line set outcome = ${sendOutcome.refused}, error = '发放中断，未执行', at = ${now.toISOString()}
        where send_id = ${id} and outcome = ${sendOutcome.waiting}`.execute(tx);
      const origin = { requestId: 'ended-sends', ip: '', device: undefined, userAgent: '' };
      const context = { db: tx, actor: systemActor, now, opId: randomUUID(), origin, log };
      await runTransition(registry, context, { definition: couponSend, name: 'finish', id });
      return true;
    });
    settled += done ? 1 : 0;
  }
  return settled;
}

const most = 10_000;

/** Coupons of members whose time is over are so, some thousands at a look; what an order holds is not theirs to lose. Answers how many. */
export async function expireCoupons({ db, clock }: Pick<TimerHouse, 'db' | 'clock'>): Promise<number> {
  const done = await sql`
    update user_coupon set status = ${userCouponStatus.expired} where id in (
      select id from user_coupon where status = ${userCouponStatus.free} and valid_to <= ${clock.now().toISOString()}
      order by valid_to limit ${most} for update skip locked)`.execute(db);
  return Number(done.numAffectedRows ?? 0n);
}
