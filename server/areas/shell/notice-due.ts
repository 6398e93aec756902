import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import type { HouseTimer } from '#server/platform/timers.ts';
import { lockNotice, sendNotice } from './notice-send.ts';

interface TimerDeps {
  readonly db: Kysely<unknown>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Sends the notices whose time has come (domain.md §4.27, 到时发送); answers how many. Of two processes that look at once
 * each takes what the other has not: a notice is sent once.
 */
export async function sendDueNotices({ db, clock, log }: TimerDeps): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const now = clock.now();
    const { rows } = await sql<{ id: number }>`
      select id from notify where status = 1 and send_at <= ${now.toISOString()} order by id limit ${atOnce} for no key update skip locked`.execute(
      tx,
    );
    const origin = { requestId: 'due-notices', ip: '', device: undefined, userAgent: '' };
    const context: WriteContext = { db: tx, actor: systemActor, now, opId: randomUUID(), origin, log };
    for (const { id } of rows) await sendNotice(context, await lockNotice(context, { id }));
    return rows.length;
  });
}

/** Looks for due notices every few seconds. */
export const dueNotices: HouseTimer = {
  name: '到时发送通知',
  everyMs: 5000,
  async run(house) {
    await sendDueNotices(house);
  },
};

/** Notices sent in one transaction. */
const atOnce = 20;
