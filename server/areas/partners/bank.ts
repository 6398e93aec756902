import { sql } from 'kysely';
import { bank } from '#contract/areas/partners/bank.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { type EntityHooks, type Kit, serveEntity } from '#server/kit/serve-entity.ts';

/** Banks: one is not switched off over its branches or an account of the company's own. A save may switch it too, so both ways ask the same. */
export function serveBank(kit: Kit): void {
  serveEntity(kit, bank, bankHooks);
}

export const bankHooks: EntityHooks<typeof bank> = {
  async derive(context, values, before) {
    if (before?.status === 1 && values.status === 0) await refuseInUse(context, [before.id], 'status');
    return {};
  },
  async guardStatus(context, records, status) {
    if (status === 0)
      await refuseInUse(
        context,
        records.map((record) => record.id),
        'ids',
      );
  },
};

async function refuseInUse(context: WriteContext, ids: readonly number[], field: string): Promise<void> {
  for (const { table, words } of standing) {
    const { rows } = await sql<{ name: string; count: number }>`
      select b.name, count(*) as count from ${sql.table(table)} s join bank b on b.id = s.bank_id
      where s.bank_id = any(${ids}) and s.status = 1 group by b.id, b.name order by b.id limit 1`.execute(context.db);
    const [over] = rows;
    if (over)
      throw new Refusal(
        'illegalTransition',
        `银行“${over.name}”还有 ${over.count} ${words[0]}，请先停用${words[1]}`,
        field,
      );
  }
}

/** What stands at a bank while it is in use. */
const standing = [
  { table: 'sub_branch', words: ['家启用的支行', '支行'] },
  { table: 'own_account', words: ['个启用的公司账户', '公司账户'] },
] as const;
