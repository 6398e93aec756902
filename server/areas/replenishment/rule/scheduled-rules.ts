import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ruleCalls } from '#contract/areas/replenishment/replenishment-calls.ts';
import { nextRunAt } from '#contract/areas/replenishment/schedule.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Registry } from '#server/kit/registry.ts';
import type { HouseTimer, TimerHouse } from '#server/platform/timers.ts';

/** Runs the rules whose time has come. */
export const scheduledRules = (registry: Registry): HouseTimer => ({
  name: '定时运行调拨规则',
  everyMs: 60_000,
  async run(house) {
    await runDueRules(registry, house);
  },
});

/**
 * Runs each rule that is on and whose time has come since it last ran or was changed (domain.md §4.16, 定时运行), each in a transaction of its
 * own; answers how many ran. Of two processes that look at once each takes what the other has not. A server that was off runs
 * a rule once, not once for each time that it missed.
 */
export async function runDueRules(
  registry: Registry,
  { db, clock, log }: Pick<TimerHouse, 'db' | 'clock' | 'log'>,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from allot_rule where status = 1 and schedule is not null order by priority, id`.execute(db);
  let ran = 0;
  for (const { id } of rows) {
    const now = clock.now();
    try {
      ran += await inTransaction(db, async (tx) => {
        const found = await sql<{ schedule: string; since: string }>`
          select schedule, greatest(last_run_at, updated_at) as since from allot_rule
          where id = ${id} and status = 1 and schedule is not null for no key update skip locked`.execute(tx);
        const [rule] = found.rows;
        const due = rule && nextRunAt(rule.schedule, new Date(rule.since));
        if (!due || due > now) return 0;
        const origin = { requestId: 'scheduled-rules', ip: '', device: undefined, userAgent: '' };
        const context: WriteContext = { db: tx, actor: systemActor, now, opId: randomUUID(), origin, log };
        await registry.find(ruleCalls.generate)?.handle(context, { rule_ids: [id] } as never);
        return 1;
      });
    } catch (error) {
      // One that cannot run now is asked again in a minute; the others do not wait for it.
      if (!(error instanceof Refusal)) throw error;
      log.warn({ rule: id, msg: error.message }, 'a rule could not be run');
    }
  }
  return ran;
}
