import { type Kysely, sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import { sessionState } from '#server/identity/session-state.ts';
import { hashToken, newToken } from '#server/identity/tokens.ts';
import { publishGivenWay } from './publish.ts';
import { pushLimits } from './push-limits.ts';

/** A connection that a ticket has opened. */
export interface OpenedConnection {
  readonly id: number;
  readonly adminId: number;
  readonly sessionId: number;
}

/** Makes a ticket for one connection of the caller's session. Only its hash is kept. */
export async function makeTicket(db: Kysely<unknown>, actor: Actor, now: Date): Promise<string> {
  const ticket = newToken();
  const until = new Date(now.getTime() + pushLimits.ticketSeconds * 1000).toISOString();
  await sql`delete from push_connection where ticket_until <= ${now.toISOString()}`.execute(db);
  const { rows } = await sql`
    insert into push_connection (ticket_hash, ticket_until, session_id, admin_id)
    select ${hashToken(ticket)}, ${until}, ${actor.sessionId}, ${actor.id}
    where (select count(*) from push_connection where session_id = ${actor.sessionId} and ticket_hash is not null) < ${pushLimits.ticketsWaiting}
    returning 1`.execute(db);
  if (rows.length === 0) throw new Refusal('tooMany');
  return ticket;
}

/**
 * Opens a connection for a ticket; undefined when the ticket is none, used, too old, another person's or of a session that
 * is over. Whatever comes of it, the ticket is used up. Beyond the number that one person may have, the oldest give way,
 * whichever process holds them.
 */
export async function openConnection(
  db: Kysely<unknown>,
  { ticket, adminId, now }: { ticket: string; adminId: number; now: Date },
): Promise<OpenedConnection | undefined> {
  const hash = hashToken(ticket);
  if (!hash) return undefined;
  return await inTransaction(db, async (tx) => {
    const { rows: used } = await sql<{ session_id: number; admin_id: number; ticket_until: string }>`
      delete from push_connection where ticket_hash = ${hash} returning session_id, admin_id, ticket_until`.execute(tx);
    const [row] = used;
    if (!row || row.admin_id !== adminId || Date.parse(row.ticket_until) <= now.getTime()) return undefined;
    // One person's connections are counted by one process at a time.
    await sql`select pg_advisory_xact_lock(hashtext('push_connection'), hashint8(${adminId}))`.execute(tx);
    const { rows } = await sql<OpenedConnection>`
      insert into push_connection (session_id, admin_id, opened_at)
      select s.id, a.id, ${now.toISOString()} from session s join admin a on a.id = s.admin_id
      where s.id = ${row.session_id} and ${sessionState(now)} = 'actor'
      returning id, admin_id as "adminId", session_id as "sessionId"`.execute(tx);
    const [opened] = rows;
    if (opened) await giveWay(tx, adminId);
    return opened;
  });
}

/** Forgets connections that are closed. */
export async function forgetConnections(db: Kysely<unknown>, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await sql`delete from push_connection where id = any(${ids}::bigint[])`.execute(db);
}

// Rows that a killed process left behind are the oldest of their person and so the first to go.
async function giveWay(tx: Kysely<unknown>, adminId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    delete from push_connection where id in (
      select id from push_connection where admin_id = ${adminId} and opened_at is not null order by id desc offset ${pushLimits.perPerson})
    returning id`.execute(tx);
  await publishGivenWay(
    tx,
    rows.map(({ id }) => id),
  );
}
