import { type Kysely, sql } from 'kysely';
import type { DeviceKind } from '#contract/areas/access/calls.ts';
import { hashToken, newToken } from './tokens.ts';

/** A session lasts this long, however busy, seconds (reliability §2). */
export const sessionSeconds = 12 * 3600;

/**
 * Unused this long a session is over, seconds. A desktop in an open office is left standing: 30 minutes. A tablet is
 * carried, and put down for a delivery in the middle of a count; out of coverage it is silent for hours while it is in
 * full use. So it lives as long as the session itself. Who claims `tablet` on a desktop lengthens nobody's session but
 * their own, and never beyond the 12 hours.
 */
const idleSeconds: Readonly<Record<DeviceKind, number>> = { desktop: 30 * 60, tablet: sessionSeconds };

/** Was a session with this patience opened as a tablet's? */
export const isTabletIdle = (seconds: number): boolean => seconds === idleSeconds.tablet;

export interface SessionStart {
  readonly adminId: number;
  readonly deviceKind: DeviceKind;
  readonly ip: string;
  readonly userAgent: string;
  readonly device: string | undefined;
  readonly now: Date;
}

/** Opens a session. The token is in the answer and nowhere else: the database has its hash. */
export async function openSession(
  db: Kysely<unknown>,
  start: SessionStart,
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken();
  const now = start.now.toISOString();
  const expiresAt = new Date(start.now.getTime() + sessionSeconds * 1000).toISOString();
  await sql`
    insert into session (token_hash, admin_id, created_at, seen_at, expires_at, idle_seconds, ip, user_agent, device)
    values (${hashToken(token)}, ${start.adminId}, ${now}, ${now}, ${expiresAt}, ${idleSeconds[start.deviceKind]}, ${start.ip}, ${start.userAgent}, ${start.device ?? null})`.execute(
    db,
  );
  return { token, expiresAt };
}

/** Ends the session of a token by its owner's wish: from now on the token is unknown (401). */
export async function endSession(db: Kysely<unknown>, token: string, now: Date): Promise<void> {
  await sql`update session set ended_at = ${now.toISOString()} where token_hash = ${hashToken(token) ?? null} and ended_at is null`.execute(
    db,
  );
}

/** Ends sessions of a person by force, one or all but one, by their ids; another person's are not there. Returns how many. */
export async function endSessionsById(
  db: Kysely<unknown>,
  { adminId, only, except, now }: { adminId: number; only?: number; except?: number; now: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update session set ended_at = ${now.toISOString()}, forced = true
    where admin_id = ${adminId} and ended_at is null and id = coalesce(${only ?? null}::bigint, id) and id is distinct from ${except ?? null}::bigint`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Ends all sessions of these people by force. */
export async function endSessionsOfAll(db: Kysely<unknown>, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update session set ended_at = ${now.toISOString()}, forced = true where admin_id = any(${ids}::bigint[]) and ended_at is null`.execute(
    db,
  );
}

/** Ends a person's sessions by force (10000 from now on), all of them or all but the one of the token `except`. */
export async function endSessionsOf(
  db: Kysely<unknown>,
  { adminId, except, now }: { adminId: number; except?: string | undefined; now: Date },
): Promise<void> {
  await sql`
    update session set ended_at = ${now.toISOString()}, forced = true
    where admin_id = ${adminId} and ended_at is null and token_hash is distinct from ${hashToken(except) ?? null}::bytea`.execute(
    db,
  );
}
