import { type Kysely, sql } from 'kysely';
import { appKeys } from '#contract/areas/ops/app-tokens.ts';
import { reservedConnections } from '#server/database/connect.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor } from './actor.ts';
import { combineScope } from './combine-scope.ts';
import type { Identity, Recognised } from './identity.ts';
import { readSession, type SessionRow } from './read-session.ts';
import { hashToken } from './tokens.ts';

/** Identity over the table of sessions. */
export interface SessionIdentity extends Identity {
  /** Forgets what this process remembers: a session that has just ended here is over here, not in a second. */
  forget(): void;
}

/**
 * Recognises tokens. What a token stands for is read in one query and remembered at most a second in this process, so
 * that a change of roles, a closed account or a session ended elsewhere takes effect within a second everywhere.
 */
export function createIdentity({ db, clock }: { db: Kysely<unknown>; clock: Clock }): SessionIdentity {
  // Asked for every call: were it to wait for those that read much, so would all others.
  const connections = reservedConnections(db);
  const remembered = new Map<string, { since: number; recognised: Promise<Recognised> }>();
  return {
    async recognise(token) {
      const hash = hashToken(token);
      if (!hash) return { kind: 'unknown' };
      const key = hash.toString('base64');
      const known = remembered.get(key);
      // Not the wall clock: set back, it would keep a dead session alive.
      if (known && performance.now() - known.since < rememberedMs) return await known.recognised;
      const recognised = readRecognised(connections, hash, clock.now());
      remembered.delete(key);
      const entry = { since: performance.now(), recognised };
      remembered.set(key, entry);
      dropOldest(remembered);
      try {
        const found = await recognised;
        // Forged tokens are not worth a place.
        if (found.kind === 'unknown' && remembered.get(key) === entry) remembered.delete(key);
        return found;
      } catch (error) {
        if (remembered.get(key) === entry) remembered.delete(key);
        throw error;
      }
    },
    forget: () => remembered.clear(),
  };
}

const rememberedMs = 1000;
const mostRemembered = 5000;
const seenEveryMs = 60_000;

async function readRecognised(db: Kysely<unknown>, tokenHash: Buffer, now: Date): Promise<Recognised> {
  const row = await readSession(db, tokenHash, now);
  if (!row || row.state === 'unknown') return { kind: 'unknown' };
  if (row.state === 'ended') return { kind: 'ended' };
  if (now.getTime() - Date.parse(row.seen_at) >= seenEveryMs)
    await sql`update session set seen_at = ${now.toISOString()} where id = ${row.session_id}`.execute(db);
  return { kind: row.state, actor: actorOf(row) };
}

function actorOf(row: SessionRow): Actor {
  const isApp = row.app_name !== null;
  return {
    id: row.admin_id,
    username: row.username,
    nickname: row.nickname,
    sessionId: row.session_id,
    permissions: new Set(isApp ? row.permissions.filter((key) => appKeys.includes(key)) : row.permissions),
    scope: combineScope(row),
    ...(isApp ? { isApp } : {}),
  };
}

// A map gives its keys in the order they came.
function dropOldest(remembered: Map<string, unknown>): void {
  if (remembered.size <= mostRemembered) return;
  const [oldest] = remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
}
