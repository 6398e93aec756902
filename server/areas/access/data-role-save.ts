import { sql } from 'kysely';
import { dimensionCodes, limitedRole, limitName } from '#contract/areas/access/data-limits.ts';
import type { RoleStatus } from '#contract/areas/access/role.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import { holdAccess } from '#server/identity/hold-access.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { addRecord, editRecord, type Values } from '#server/kit/save-record.ts';
import { changeStatus } from '#server/kit/status.ts';
import { pushInvalidation } from './push-invalidation.ts';
import { switchedIds } from './staff-status.ts';

/** Makes a data role. Nobody holds it, so its limits hold at once; giving it to somebody is what a second person approves (decision 0014). */
export async function addDataRole(context: WriteContext, input: Values, numbers: Numbers): Promise<Saved> {
  await holdAccess(context);
  return await addRecord(context, { definition: limitedRole, input, hooks: {}, numbers });
}

/**
 * Edits a data role. What it limits is settled once somebody holds it, or a request to give it waits: another set of limits is
 * another data role, so that nobody's view of the data changes without a second person's approval.
 */
export async function editDataRole(
  context: WriteContext,
  input: Values & { id: number },
  numbers: Numbers,
): Promise<Saved> {
  await holdAccess(context);
  const [before] = await lockRecords(context, limitedRole, [input.id]);
  const changed = before && dimensionCodes.map(limitName).find((name) => differs(before[name], input[name]));
  if (changed) await refuseInUse(context.db, input.id, changed);
  return await editRecord(context, { definition: limitedRole, input, hooks: {}, numbers });
}

/**
 * Switches data roles. Off takes from everybody who holds them what they let see, and asks first when there is somebody; on
 * gives it back, so only somebody who sees everything may. Neither by a holder.
 */
export async function switchDataRoles(context: WriteContext, asked: RoleStatus): Promise<{ count: number }> {
  const rights = await holdAccess(context);
  const holders = await holdersOf(context.db, switchedIds(asked));
  const answer = await changeStatus(context, {
    definition: limitedRole,
    ids: switchedIds(asked),
    status: asked.status,
    hooks: {
      guardStatus: async (_context, records, status) => {
        const people = await holdersOf(
          context.db,
          records.map((record) => Number(record.id)),
        );
        if (people.includes(context.actor.id))
          throw new Refusal('illegalTransition', '不能启停自己所持的数据角色，请由其他人操作');
        if (status === 1 && rights.scope !== 'everything')
          throw new Refusal('invalid', '你的数据范围有限，不能启用数据角色', 'status');
        if (status === 0 && people.length > 0 && asked.confirm !== 1)
          throw new Refusal(
            'invalid',
            `有 ${people.length} 名启用的员工正在使用，停用后他们看不到这部分数据；确认停用？`,
            'confirm',
          );
      },
    },
  });
  if (answer.count > 0) await pushInvalidation(context.db, holders, 'access');
  return answer;
}

/** Enabled people who hold one of these data roles, themselves or by a role. */
async function holdersOf(db: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from admin a where a.status = 1 and (
      exists (select 1 from admin_data_role h where h.admin_id = a.id and h.data_role_id = any(${ids}::bigint[]))
      or exists (select 1 from admin_role h join role_data_role x on x.role_id = h.role_id where h.admin_id = a.id and x.data_role_id = any(${ids}::bigint[])))
    order by a.id`.execute(db);
  return rows.map(({ id }) => id);
}

async function refuseInUse(db: Tx, id: number, field: string): Promise<void> {
  const { rows } = await sql<{ people: number; roles: number; waiting: number }>`
    select (select count(*) from admin_data_role where data_role_id = ${id}) as people,
      (select count(*) from role_data_role where data_role_id = ${id}) as roles,
      (select count(*) from grant_request g where g.state = 0 and g.gained @> ${JSON.stringify([{ kind: 'dataRole', id }])}::jsonb) as waiting`.execute(
    db,
  );
  const [{ people, roles, waiting } = { people: 0, roles: 0, waiting: 0 }] = rows;
  if (people + roles + waiting === 0) return;
  const uses = [
    people > 0 && `${people} 名员工`,
    roles > 0 && `${roles} 个角色`,
    waiting > 0 && `${waiting} 个待审批申请`,
  ];
  throw new Refusal(
    'illegalTransition',
    `已有 ${uses.filter(Boolean).join('、')}使用此数据角色，数据范围不能再改；请另建数据角色`,
    field,
  );
}

function differs(before: unknown, after: unknown): boolean {
  if (after === undefined) return false;
  const ids = (value: unknown) =>
    JSON.stringify([...((value as number[] | null) ?? [])].sort((one, other) => one - other));
  return ids(before) !== ids(after);
}
