import { sql } from 'kysely';
import { z } from 'zod';
import { endOwnSessionCall, endOwnSessionsCall, type OwnSession, ownSessionsCall } from '#contract/areas/me/account.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { endSessionsById, isTabletIdle } from '#server/identity/sessions.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Registry } from '#server/kit/registry.ts';
import { publish } from '#server/push/publish.ts';

/** Serves a person's own sessions: which are good, and an end to one, to all others or to every one. */
export function serveOwnSessions(registry: Registry): void {
  registry.read(ownSessionsCall, z.strictObject({}), async ({ db, actor, now }) => {
    const at = now.toISOString();
    const { rows } = await sql<OwnSession & { idle_seconds: number }>`
      select id, coalesce(user_agent, '') as user_agent, idle_seconds, coalesce(ip, '') as ip, created_at as since, seen_at, id = ${actor.sessionId} as here
      from session where admin_id = ${actor.id} and ended_at is null and expires_at > ${at} and seen_at + make_interval(secs => idle_seconds) > ${at}
      order by id = ${actor.sessionId} desc, seen_at desc`.execute(db);
    return { list: rows.map(({ idle_seconds, ...row }) => ({ ...row, tablet: isTabletIdle(idle_seconds) })) };
  });
  registry.write(endOwnSessionCall, z.strictObject({ id: z.int().min(1) }), async (context, { id }) => {
    const count = await endSessionsById(context.db, { adminId: context.actor.id, only: id, now: context.now });
    // Another person's session is as absent as one that is over.
    if (count === 0) throw new Refusal('notFound', '该登录不存在或已经退出');
    return await told(context, count);
  });
  registry.write(endOwnSessionsCall, z.strictObject({ here: z.boolean() }), async (context, { here }) => {
    const { actor, now, db } = context;
    const spared = here ? {} : { except: actor.sessionId };
    return await told(context, await endSessionsById(db, { adminId: actor.id, now, ...spared }));
  });
}

async function told(context: WriteContext, count: number): Promise<{ count: number }> {
  const { actor, db } = context;
  if (count === 0) return { count };
  await writeAudit(context, [
    {
      docType: 'admin',
      docId: actor.id,
      docNo: actor.username,
      action: 'endSessions',
      label: '退出其他设备',
      remark: `退出 ${count} 处登录`,
    },
  ]);
  await publish(db, { to: [actor.id], message: { type: 5, changed: ['session'] } });
  return { count };
}
