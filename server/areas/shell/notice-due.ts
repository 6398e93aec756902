import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { lockNotice, sendNotice } from './notice-send.ts';

interface House {
  readonly db: Kysely<unknown>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Sends the notices whose time has come (domain.md §4.27, 到时发送); answers how many. Of two processes that look at once
 * each takes what the other has not: a notice is sent once.
 */
export async function sendDueNotices({ db, clock, log }: House): Promise<number> {
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

/** Looks for due notices every few seconds; the answer stops it, after what is under way. */
export function keepSendingDueNotices(house: House): () => Promise<void> {
  let under = Promise.resolve();
  let busy = false;
  const look = async (): Promise<void> => {
    busy = true;
    try {
      await sendDueNotices(house);
    } catch (error) {
      house.log.error({ err: error }, 'due notices were not sent');
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => {
    if (!busy) under = look();
  }, every);
  return async () => {
    clearInterval(timer);
    await under;
  };
}

/** Milliseconds between looks, and notices sent in one transaction. */
const every = 5000;
const atOnce = 20;
