import { sql } from 'kysely';
import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { StoredRow } from '#server/kit/save-record.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Purchasers: an account in use, in a department in use, and not switched off before their suppliers are in other hands (domain.md §4.27). */
export function servePurchaser(kit: Kit): void {
  serveEntity(kit, purchaser, purchaserHooks);
}

export const purchaserHooks: EntityHooks<typeof purchaser> = {
  async derive(context, values, before) {
    if (before?.admin_id !== values.admin_id) {
      const closed = await closedAccount(context, [values.admin_id]);
      if (closed) throw new Refusal('invalid', `员工“${closed}”的账号已停用`, 'admin_id');
    }
    if (before?.department_id !== values.department_id) await refuseNoDepartment(context, values.department_id);
    return {};
  },
  async guardStatus(context, records, status) {
    if (status === 0) return await refuseBound(context, idsOf(records, 'id'));
    const closed = await closedAccount(context, idsOf(records, 'admin_id'));
    if (closed) throw new Refusal('illegalTransition', `员工“${closed}”的账号已停用，不能启用采购员`);
  },
};

/** 部门, of the types of organisations. */
const department = 2;

const idsOf = (records: readonly StoredRow<typeof purchaser>[], field: 'id' | 'admin_id'): number[] =>
  records.map((record) => record[field]);

async function closedAccount(context: WriteContext, ids: readonly number[]): Promise<string | undefined> {
  const { rows } = await sql<{ nickname: string; status: number }>`
    select nickname, status from admin where id = any(${ids}) order by id for share`.execute(context.db);
  return rows.find((row) => row.status !== 1)?.nickname;
}

async function refuseNoDepartment(context: WriteContext, id: number): Promise<void> {
  const { rows } = await sql<{
    type: number;
    status: number;
  }>`select type, status from organize where id = ${id} for share`.execute(context.db);
  if (rows[0]?.type !== department || rows[0].status !== 1)
    throw new Refusal('invalid', '请选择启用的部门', 'department_id');
}

/** The suppliers are handed over first. Their names stay untold: not everybody may see all of them. */
async function refuseBound(context: WriteContext, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ name: string; count: number }>`
    select p.name, count(*) as count from supplier s join purchaser p on p.id = s.purchaser_id
    where s.purchaser_id = any(${ids}) and s.status = 1 group by p.id, p.name order by p.id limit 1`.execute(
    context.db,
  );
  const [bound] = rows;
  if (bound)
    throw new Refusal('illegalTransition', `采购员“${bound.name}”名下还有 ${bound.count} 家启用的供应商，请先移交`);
}
