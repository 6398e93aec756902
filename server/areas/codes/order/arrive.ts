import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { codeOrder } from '#contract/areas/codes/code-order.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { Registry } from '#server/kit/registry.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { TimerHouse } from '#server/platform/timers.ts';

/** Moves the orders on of which the first code has come in: whoever posts goods need not wait for it. Answers how many. */
export async function noteArrivals({ db, clock, log }: Omit<TimerHouse, 'files'>, registry: Registry): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`select id from code_order where status = 2 and in_qty > 0 order by id limit 200`.execute(db);
  for (const { id } of rows)
    await inTransaction(db, async (tx) => {
      const { rows: still } =
        await sql`select 1 from code_order where id = ${id} and status = 2 and in_qty > 0 for no key update`.execute(
          tx,
        );
      if (still.length === 0) return;
      const origin = { requestId: 'arriving-codes', ip: '', device: undefined, userAgent: '' };
      const context = { db: tx, actor: systemActor, now: clock.now(), opId: randomUUID(), origin, log };
      await runTransition(registry, context, { definition: codeOrder, name: 'arrive', id });
    });
  return rows.length;
}
