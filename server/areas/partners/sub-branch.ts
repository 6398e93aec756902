import { sql } from 'kysely';
import { subBranch } from '#contract/areas/partners/sub-branch.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { StoredRow } from '#server/kit/save-record.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { refuseOff } from './in-use.ts';

/** Branches: of a bank in use, and neither switched off nor given to another bank while accounts are with them. */
export function serveSubBranch(kit: Kit): void {
  serveEntity(kit, subBranch, subBranchHooks);
}

export const subBranchHooks: EntityHooks<typeof subBranch> = {
  async derive(context, values, before) {
    const moves = before !== undefined && before.bank_id !== values.bank_id;
    if (!before || moves || (before.status === 0 && values.status === 1))
      await refuseOff(context, ofBank, [values.bank_id]);
    if (moves) await refuseWithAccounts(context, [before.id], '不能改属其他银行');
    if (before?.status === 1 && values.status === 0) await refuseWithAccounts(context, [before.id], '不能停用');
    return {};
  },
  async guardStatus(context, records, status) {
    if (status === 0) await refuseWithAccounts(context, idsOf(records, 'id'), '不能停用');
    else await refuseOff(context, ofBank, idsOf(records, 'bank_id'));
  },
};

const ofBank = { table: 'bank', label: '银行', field: 'bank_id' } as const;

const idsOf = (records: readonly StoredRow<typeof subBranch>[], field: 'id' | 'bank_id'): number[] =>
  records.map((record) => record[field]);

/** The accounts stay untold: not everybody may see all suppliers. */
async function refuseWithAccounts(context: WriteContext, ids: readonly number[], words: string): Promise<void> {
  const { rows } = await sql<{ name: string; count: number }>`
    select b.name, count(*) as count from supplier_account a join sub_branch b on b.id = a.sub_branch_id
    where a.sub_branch_id = any(${ids}) and a.status = 1 group by b.id, b.name order by b.id limit 1`.execute(
    context.db,
  );
  const [found] = rows;
  if (found)
    throw new Refusal('illegalTransition', `支行“${found.name}”还有 ${found.count} 个启用的供应商账户，${words}`);
}
