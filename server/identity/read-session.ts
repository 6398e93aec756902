import { type Kysely, sql } from 'kysely';
import type { RightsParts } from './combine-scope.ts';
import { rightsColumns } from './read-rights.ts';
import { type SessionState, sessionState } from './session-state.ts';

/** A session with its person, what the person may do and what the person may see, as they are this instant. */
export interface SessionRow extends RightsParts {
  readonly session_id: number;
  readonly state: SessionState;
  readonly seen_at: string;
  readonly admin_id: number;
  readonly username: string;
  readonly nickname: string;
  /** Of an application: its name. */
  readonly app_name: string | null;
}

/** Everything a token stands for, in one query. */
export async function readSession(db: Kysely<unknown>, tokenHash: Buffer, now: Date): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, ${sessionState(now)} as state, s.seen_at, a.id as admin_id, a.username, a.nickname, s.app_name, ${rightsColumns}
    from session s join admin a on a.id = s.admin_id where s.token_hash = ${tokenHash}`.execute(db);
  return rows[0];
}
