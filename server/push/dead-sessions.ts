import { type Kysely, sql } from 'kysely';
import { sessionState } from '#server/identity/session-state.ts';

/** A session that is over: by force (10000 from now on), or by time or its owner's wish (401). */
export interface DeadSession {
  readonly id: number;
  readonly forced: boolean;
}

/** Those of these sessions that are over by now, in one query. */
export async function deadSessions(db: Kysely<unknown>, ids: readonly number[], now: Date): Promise<DeadSession[]> {
  const { rows } = await sql<DeadSession>`
    select id, coalesce(state = 'ended', false) as forced from (
      select t.id, case when s.id is not null then ${sessionState(now)} end as state
      from unnest(${ids}::bigint[]) as t (id) left join session s on s.id = t.id left join admin a on a.id = s.admin_id
    ) as found where state is distinct from 'actor'`.execute(db);
  return rows;
}
