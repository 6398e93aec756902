import { type Kysely, sql } from 'kysely';
import { hashToken } from './tokens.ts';

interface AppSession {
  readonly adminId: number;
  /** Which application it is, for people who look at sessions. */
  readonly name: string;
  readonly days: number;
  readonly token: string;
  readonly now: Date;
}

/** Opens a session of an application: it lasts for its days however seldom it is used. Undefined where the token is somebody's already. */
export async function openAppSession(
  db: Kysely<unknown>,
  { adminId, name, days, token, now }: AppSession,
): Promise<{ id: number; expires_at: string } | undefined> {
  const seconds = days * 86_400;
  const expiresAt = new Date(now.getTime() + seconds * 1000).toISOString();
  const { rows } = await sql<{ id: number }>`
    insert into session (token_hash, admin_id, created_at, seen_at, expires_at, idle_seconds, app_name)
    values (${hashToken(token) ?? null}, ${adminId}, ${now.toISOString()}, ${now.toISOString()}, ${expiresAt}, ${seconds}, ${name})
    on conflict (token_hash) do nothing returning id`.execute(db);
  return rows[0] && { id: rows[0].id, expires_at: expiresAt };
}
