import { sql } from 'kysely';
import { type RoleStatus, role } from '#contract/areas/access/role.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { holdAccess } from '#server/identity/hold-access.ts';
import type { Rights } from '#server/identity/read-rights.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { changeStatus } from '#server/kit/status.ts';
import { nameOfKey } from './permission-names.ts';
import { holdersOf, pushInvalidation } from './push-invalidation.ts';
import { switchedIds } from './staff-status.ts';

/**
 * Switches roles. Off takes its keys from everybody who holds it, and asks first (`confirm: 1`) when there is somebody;
 * on gives them back, so the caller must hold them all and must not hold the role. It gives back what its people see as well,
 * by its data roles or, without one, everything; so only somebody who sees everything may.
 */
export async function switchRoles(context: WriteContext, asked: RoleStatus): Promise<{ count: number }> {
  const rights = await holdAccess(context);
  const ids = switchedIds(asked);
  const holders = await holdersOf(context.db, ids);
  const answer = await changeStatus(context, {
    definition: role,
    ids,
    status: asked.status,
    hooks: {
      guardStatus: async (_context, records, status) => {
        const changing = records.map((record) => Number(record.id));
        if (status === 1) return await refuseGivingBack(context, rights, changing);
        if (records.some((record) => record.code === 'super'))
          throw new Refusal('illegalTransition', '超级管理员角色不能停用');
        const people = await holdersOf(context.db, changing);
        if (people.length > 0 && asked.confirm !== 1)
          throw new Refusal(
            'invalid',
            `有 ${people.length} 名启用的员工正在使用，停用后他们会失去这些权限；确认停用？`,
            'confirm',
          );
      },
    },
  });
  if (answer.count > 0) await pushInvalidation(context.db, holders, 'access');
  return answer;
}

async function refuseGivingBack(context: WriteContext, rights: Rights, ids: readonly number[]): Promise<void> {
  const { rows: own } = await sql`
    select 1 from admin_role where role_id = any(${ids}::bigint[]) and admin_id = ${context.actor.id}`.execute(
    context.db,
  );
  if (own.length > 0) throw new Refusal('illegalTransition', '不能启用自己所持的角色，请由其他人操作');
  if (rights.scope !== 'everything') throw new Refusal('invalid', '你的数据范围有限，不能启用角色', 'status');
  const { rows } = await sql<{ key: string }>`
    select distinct permission_key as key from role_permission where role_id = any(${ids}::bigint[])`.execute(
    context.db,
  );
  const lacking = rows.find(({ key }) => !rights.permissions.has(key));
  if (lacking) throw new Refusal('invalid', `不能授予自己没有的权限：“${nameOfKey(lacking.key)}”`, 'status');
}
