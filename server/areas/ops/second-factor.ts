import { sql } from 'kysely';
import { z } from 'zod';
import { admin } from '#contract/areas/access/admin.ts';
import {
  type PersonSecondFactor,
  type RoleSecondFactor,
  resetSecondFactorCall,
  secondFactorStateCall,
} from '#contract/areas/ops/second-factor.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { holdAccess, refuseStronger } from '#server/identity/hold-access.ts';
import { askNewPassword } from '#server/identity/hold-account.ts';
import { removeSecondFactor } from '#server/identity/second-factor.ts';
import { endSessionsOf } from '#server/identity/sessions.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { Registry } from '#server/kit/registry.ts';
import { publish } from '#server/push/publish.ts';

const resetInput = z.strictObject({
  id: z.int().min(1),
  remark: z.string().trim().min(limits.reasonLeast, '请写明原因').max(limits.reason),
});

/** Serves who must sign in with a second factor, and the way back in for somebody who has lost it (decision 0016). */
export function serveSecondFactors(registry: Registry): void {
  registry.read(secondFactorStateCall, z.strictObject({}), async ({ db, actor }) => {
    const { rows: roles } = await sql<RoleSecondFactor>`
      select r.id, r.code, r.name, r.require_second_factor as required,
        count(a.id) as people, count(f.admin_id) as people_with
      from role r left join admin_role h on h.role_id = r.id left join admin a on a.id = h.admin_id and a.status = 1
      left join second_factor f on f.admin_id = a.id and f.secret is not null
      where r.status = 1 group by r.id order by r.id`.execute(db);
    const { rows: people } = await sql<PersonSecondFactor>`
      select a.id, a.username, a.nickname, f.since,
        (select count(*) from recovery_code c where c.admin_id = f.admin_id and c.used_at is null) as recovery_left
      from second_factor f join admin a on a.id = f.admin_id where f.secret is not null and ${isVisible(admin, actor, 'a')} order by a.username limit 1000`.execute(
      db,
    );
    return { roles, people };
  });

  registry.write(resetSecondFactorCall, resetInput, async (context, { id, remark }) => {
    const { actor, db, now } = context;
    const rights = await holdAccess(context);
    if (id === actor.id) throw new Refusal('invalid', '自己的两步验证请在“我的账号”里更换', 'id');
    const { rows } = await sql<{ id: number; username: string; nickname: string }>`
      select a.id, a.username, a.nickname from second_factor f join admin a on a.id = f.admin_id where a.id = ${id} and f.secret is not null and ${isVisible(admin, actor, 'a')} for update of f`.execute(
      db,
    );
    const [found] = rows;
    if (!found) throw new Refusal('notFound', '该账号没有两步验证');
    await refuseStronger(context, rights, { people: [found], opens: true });
    await removeSecondFactor(db, id);
    // Chosen beside a second factor it may be too short to stand alone; nobody can tell from its hash.
    await askNewPassword(db, id);
    // Whoever took the telephone may be signed in with it.
    await endSessionsOf(db, { adminId: id, now });
    await writeAudit(context, [
      {
        docType: 'admin',
        docId: id,
        docNo: found.username,
        action: 'resetSecondFactor',
        label: '重置两步验证',
        remark,
      },
    ]);
    await publish(db, { to: [id], message: { type: 5, changed: ['session'] } });
    return null;
  });
}
