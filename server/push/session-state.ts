import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Is the session `s` of the person `a` good for anything? The same question that every call asks (server/identity/create-identity.ts). */
export function isAlive(now: Date): RawBuilder<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql<boolean>`(s.ended_at is null and s.expires_at > ${at} and s.seen_at + make_interval(secs => s.idle_seconds) > ${at}
    and a.status = 1 and not a.must_change_password)`;
}

/** A session that is over: by force (10000 from now on), or by time or its owner's wish (401). */
export interface DeadSession {
  readonly id: number;
  readonly forced: boolean;
}

/** Those of these sessions that are over by now, in one query. */
export async function deadSessions(db: Kysely<unknown>, ids: readonly number[], now: Date): Promise<DeadSession[]> {
  const { rows } = await sql<DeadSession>`
    select t.id, coalesce(s.forced or (s.ended_at is null and a.status <> 1), false) as forced
    from unnest(${ids}::bigint[]) as t (id) left join session s on s.id = t.id left join admin a on a.id = s.admin_id
    where ${isAlive(now)} is not true`.execute(db);
  return rows;
}
