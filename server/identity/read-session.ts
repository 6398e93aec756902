import { type Kysely, sql } from 'kysely';
import { type RightsRow, rightsColumns } from './read-rights.ts';

/** A session with its person, what the person may do and what the person may see, as they are this instant. */
export interface SessionRow extends RightsRow {
  readonly session_id: number;
  readonly seen_at: string;
  readonly expires_at: string;
  readonly idle_seconds: number;
  readonly ended_at: string | null;
  readonly forced: boolean;
  readonly admin_id: number;
  readonly username: string;
  readonly nickname: string;
  readonly status: number;
  readonly must_change_password: boolean;
}

/** Everything a token stands for, in one query. */
export async function readSession(db: Kysely<unknown>, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.seen_at, s.expires_at, s.idle_seconds, s.ended_at, s.forced,
      a.id as admin_id, a.username, a.nickname, a.status, a.must_change_password, ${rightsColumns}
    from session s join admin a on a.id = s.admin_id where s.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}
