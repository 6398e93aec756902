import { type RawBuilder, sql } from 'kysely';

/**
 * What has become of a session: `actor` is good for calls, `must-change` for nothing but the door, `ended` was ended by force
 * or its account closed (10000), `unknown` is over by time or by its owner's wish (401).
 */
export type SessionState = 'actor' | 'must-change' | 'ended' | 'unknown';

/** The state at `now` of the session `s` of the person `a`, as an expression: the one rule for calls and open connections alike. */
export function sessionState(now: Date): RawBuilder<SessionState> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql<SessionState>`case
    when s.ended_at is not null then case when s.forced then 'ended' else 'unknown' end
    when s.expires_at <= ${at} or s.seen_at + make_interval(secs => s.idle_seconds) <= ${at} then 'unknown'
    when a.status <> 1 then 'ended'
    when a.must_change_password then 'must-change'
    else 'actor' end`;
}
