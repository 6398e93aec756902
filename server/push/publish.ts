import { type Kysely, sql } from 'kysely';
import type { PushMessage } from '#contract/areas/shell/push.ts';
import { pushLimits } from './push-limits.ts';

/** The channel of PostgreSQL on which every server process of a database hears what is to be pushed. */
export const pushChannel = 'push';

/** What goes over the channel: a message and whom it is for. */
export interface Published {
  readonly to: 'everyone' | readonly number[];
  readonly message: PushMessage;
}

/** What the processes tell one another besides: these connections have given way to newer ones. */
export interface GivenWay {
  readonly given_way: readonly number[];
}

/**
 * Pushes a message to the open connections of these people, whichever process holds them. Within a transaction it leaves
 * when that commits and not at all when it does not. Nothing is kept: who is not connected reads what there is on return,
 * so a message says that something is there and carries at most a few hundred characters of it (PostgreSQL takes 8,000 bytes).
 */
export async function publish(db: Kysely<unknown>, { to, message }: Published): Promise<void> {
  await notifyAll(
    db,
    partsOf(to).map((part): Published => ({ to: part, message })),
  );
}

/** Tells every process to close these connections. */
export async function publishGivenWay(db: Kysely<unknown>, connections: readonly number[]): Promise<void> {
  if (connections.length > 0) await notifyAll(db, [{ given_way: connections }]);
}

async function notifyAll(db: Kysely<unknown>, heard: readonly (Published | GivenWay)[]): Promise<void> {
  if (heard.length === 0) return;
  const texts = heard.map((one) => JSON.stringify(one));
  await sql`select pg_notify(${pushChannel}, t.payload) from unnest(${texts}::text[]) as t (payload)`.execute(db);
}

function partsOf(to: Published['to']): Published['to'][] {
  if (to === 'everyone') return [to];
  const parts: number[][] = [];
  for (let at = 0; at < to.length; at += pushLimits.idsAtOnce) parts.push(to.slice(at, at + pushLimits.idsAtOnce));
  return parts;
}
