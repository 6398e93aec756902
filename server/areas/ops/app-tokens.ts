import { sql } from 'kysely';
import { z } from 'zod';
import { admin } from '#contract/areas/access/admin.ts';
import { appKeys, appTokenDays, openAppTokenCall } from '#contract/areas/ops/app-tokens.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { openAppSession } from '#server/identity/app-session.ts';
import { covers } from '#server/identity/combine-scope.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { holdAccess } from '#server/identity/hold-access.ts';
import { type Rights, readRightsOf } from '#server/identity/read-rights.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { Registry } from '#server/kit/registry.ts';

const asked = z.strictObject({
  username: z.string().trim().min(1).max(limits.name),
  name: z.string().trim().min(2).max(limits.name),
  days: z.int().min(1).max(appTokenDays),
  token: z.string().regex(/^[\w-]{43}$/, '令牌格式有误'),
});

/** Serves tokens of applications: tills and channels sign in with them, and not with a person's session (amendments G14). */
export function serveAppTokens(registry: Registry): void {
  registry.write(openAppTokenCall, asked, async (context, { username, name, days, token }) => {
    const { actor, db, now } = context;
    const rights = await holdAccess(context);
    const { rows } = await sql<{ id: number; username: string }>`
      select a.id, a.username from admin a where a.username = ${username} and a.status = 1 and ${isVisible(admin, actor, 'a')}`.execute(
      db,
    );
    const [found] = rows;
    if (!found) throw new Refusal('notFound', `没有在用的账号 ${username}`, 'username');
    const [held] = await readRightsOf(db, [found.id]);
    refuseOthers(held, rights);
    const opened = await openAppSession(db, { adminId: found.id, name, days, token, now });
    if (!opened) throw new Refusal('invalid', '令牌已被使用，请重新生成', 'token');
    await writeAudit(context, [
      {
        docType: admin.name,
        docId: found.id,
        docNo: found.username,
        action: 'appTokenAdd',
        label: '新建应用令牌',
        remark: `${name}，${days} 天`,
      },
    ]);
    return opened;
  });
}

/** An account of an application holds nothing else, so that no token is a way into a person's; and it sees no more than who opens it. */
function refuseOthers(held: Rights | undefined, rights: Rights): void {
  const keys = [...(held?.permissions ?? [])];
  if (!held || keys.length === 0 || keys.some((key) => !appKeys.includes(key)))
    throw new Refusal('invalid', '令牌只能发给渠道账号：只有接收订单与退款回执权限的账号', 'username');
  if (!covers(rights.scope, held.scope)) throw new Refusal('invalid', '此账号的数据范围超过您自己的', 'username');
}
