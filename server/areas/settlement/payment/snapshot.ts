import { sql } from 'kysely';
import { accountInForce } from '#contract/areas/partners/supplier-account.ts';
import { payment } from '#contract/areas/settlement/payment.ts';
import { direction } from '#contract/areas/settlement/settle-words.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** Where a payment goes to as it stands now: the terms in force of an account that is the supplier's and switched on (amendments E). */
export async function snapshotOf({ db }: Pick<WriteContext, 'db'>, values: Values): Promise<Values> {
  if (values.direction === direction.receive)
    return { payee_name: null, payee_account_no: null, payee_bank: null, payee_branch: null };
  const { rows } = await sql<Values & { supplier_id: number; status: number; in_force_at: string | null }>`
    select a.supplier_id, a.status, a.in_force_at, a.account_name as payee_name, a.account_no as payee_account_no, b.name as payee_bank, s.name as payee_branch
    from supplier_account a left join bank b on b.id = a.bank_id left join sub_branch s on s.id = a.sub_branch_id
    where a.id = ${values.account_id}`.execute(db);
  const [account] = rows;
  if (!account || account.supplier_id !== values.supplier_id)
    throw new Refusal('invalid', '收款账户不是所选供应商的', 'account_id');
  if (account.in_force_at === null) throw new Refusal('invalid', '收款账户未经财务复核，不能付款', 'account_id');
  if (account.status !== 1) throw new Refusal('invalid', '收款账户已停用', 'account_id');
  const { supplier_id: _supplier, status: _status, in_force_at: _since, ...shown } = account;
  return shown;
}

/** An account got other terms: what is on its way to it is judged again, with the new ones (amendments E). */
export function followAccounts({ registry }: Pick<Kit, 'registry'>): void {
  registry.events.on(accountInForce, async (context, { account_id }) => {
    const { rows } = await sql<{ id: number }>`
      select id from payment where account_id = ${account_id} and status in (1, 2, 3) order by id`.execute(context.db);
    for (const { id } of rows)
      await runTransition(registry, context, { definition: payment, name: 'accountChanged', id });
  });
}
