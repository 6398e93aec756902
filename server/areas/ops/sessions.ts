import { sql } from 'kysely';
import { z } from 'zod';
import { admin } from '#contract/areas/access/admin.ts';
import { endSessionsCall, type OpenSession, openSessionsCall } from '#contract/areas/ops/sessions.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { holdAccess, refuseStronger } from '#server/identity/hold-access.ts';
import { sessionState } from '#server/identity/session-state.ts';
import { endSessionsById, isTabletIdle } from '#server/identity/sessions.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';

import { likePattern } from '#server/kit/kinds/conditions.ts';
import { whereClause } from '#server/kit/list-query.ts';
import type { Registry } from '#server/kit/registry.ts';
import { publish } from '#server/push/publish.ts';

const id = z.int().min(1);
const search = z.strictObject({
  keyword: z.string().trim().max(limits.remark).optional(),
  page: z.int().min(1).max(1_000_000).optional(),
  page_size: z.int().min(1).max(limits.pageSizeMost).optional(),
});

/** Serves who is signed in, and an end to a session of another person or to all of theirs (decision 0045). */
export function serveSessions(registry: Registry): void {
  registry.read(openSessionsCall, search, async ({ db, actor, now }, { keyword, page = 1, page_size }) => {
    const size = page_size ?? limits.pageSize;
    const conditions = [sql<boolean>`${sessionState(now)} in ('actor', 'must-change')`, isVisible(admin, actor, 'a')];
    if (keyword) {
      const like = likePattern(keyword);
      conditions.push(sql<boolean>`(a.nickname ilike ${like} or a.username ilike ${like} or s.ip = ${keyword})`);
    }
    const found = sql`from session s join admin a on a.id = s.admin_id${whereClause([sql<boolean>`s.ended_at is null`, ...conditions])}`;
    const { rows } = await sql<Omit<OpenSession, 'tablet'> & { idle_seconds: number }>`
      select s.id, s.admin_id, a.username, a.nickname, coalesce(s.user_agent, '') as user_agent, s.idle_seconds, coalesce(s.ip, '') as ip,
        s.created_at as since, s.seen_at, s.app_name as app, s.admin_id = ${actor.id} as own
      ${found} order by s.id desc limit ${size} offset ${(page - 1) * size}`.execute(db);
    const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db);
    return {
      list: rows.map(({ idle_seconds, ...row }) => ({ ...row, tablet: isTabletIdle(idle_seconds) })),
      total: counted[0]?.total ?? 0,
    };
  });

  registry.write(endSessionsCall, z.strictObject({ admin_id: id, id: id.optional() }), async (context, asked) => {
    const { actor, db, now } = context;
    const rights = await holdAccess(context);
    if (asked.admin_id === actor.id) throw new Refusal('invalid', '自己的登录请在“我的账号”里退出', 'admin_id');
    const { rows } = await sql<{ id: number; username: string; nickname: string }>`
      select a.id, a.username, a.nickname from admin a where a.id = ${asked.admin_id} and ${isVisible(admin, actor, 'a')}`.execute(
      db,
    );
    const [found] = rows;
    if (!found) throw new Refusal('notFound');
    await refuseStronger(context, rights, { people: [found], opens: false });
    const only = asked.id === undefined ? {} : { only: asked.id };
    const count = await endSessionsById(db, { adminId: found.id, now, ...only });
    // Another person's session is as absent as one that is over.
    if (count === 0) throw new Refusal('notFound', '没有可退出的登录，可能已经退出');
    await writeAudit(context, [
      {
        docType: 'admin',
        docId: found.id,
        docNo: found.username,
        action: 'forceSignOut',
        label: '强制退出登录',
        remark: `退出 ${count} 处登录`,
      },
    ]);
    await publish(db, { to: [found.id], message: { type: 5, changed: ['session'] } });
    return { count };
  });
}
