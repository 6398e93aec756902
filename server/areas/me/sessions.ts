import { sql } from 'kysely';
import { z } from 'zod';
import { type OwnSession, ownSessionsCall } from '#contract/areas/me/account.ts';
import { isTabletIdle } from '#server/identity/sessions.ts';
import type { Registry } from '#server/kit/registry.ts';

/** Serves which sessions of a person are good; ending them is a door beside the sign-in, because it takes the password. */
export function serveOwnSessions(registry: Registry): void {
  registry.read(ownSessionsCall, z.strictObject({}), async ({ db, actor, now }) => {
    const at = now.toISOString();
    const { rows } = await sql<OwnSession & { idle_seconds: number }>`
      select id, coalesce(user_agent, '') as user_agent, idle_seconds, coalesce(ip, '') as ip, created_at as since, seen_at, id = ${actor.sessionId} as here
      from session where admin_id = ${actor.id} and ended_at is null and expires_at > ${at} and seen_at + make_interval(secs => idle_seconds) > ${at}
      order by id = ${actor.sessionId} desc, seen_at desc`.execute(db);
    return { list: rows.map(({ idle_seconds, ...row }) => ({ ...row, tablet: isTabletIdle(idle_seconds) })) };
  });
}
