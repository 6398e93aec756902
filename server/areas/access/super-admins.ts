import { type Kysely, sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';

/** Does `work`, and refuses it if it leaves the company without an enabled super admin. The caller holds the access lock. */
export async function keepingSuper(db: Kysely<unknown>, work: () => Promise<void>): Promise<void> {
  const before = await hasSuper(db);
  await work();
  if (before && !(await hasSuper(db)))
    throw new Refusal('illegalTransition', '这是最后一名启用的超级管理员，不能停用或移除其角色');
}

async function hasSuper(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from admin a join admin_role h on h.admin_id = a.id join role r on r.id = h.role_id
    where r.code = 'super' and a.status = 1 limit 1`.execute(db);
  return rows.length > 0;
}
