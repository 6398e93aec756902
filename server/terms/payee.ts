import { type Kysely, sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';

/** Where money goes to: an account in words, as it was when somebody looked. */
export interface Payee extends Record<string, unknown> {
  readonly payee_name: string | null;
  readonly payee_account_no: string | null;
  readonly payee_bank: string | null;
  readonly payee_branch: string | null;
}

/** Of what goes to no account. */
export const nobody: Payee = { payee_name: null, payee_account_no: null, payee_bank: null, payee_branch: null };

/**
 * Where money for a supplier goes to as it stands now: the terms in force of an account that is the supplier's and switched on
 * (amendments E). Refuses by `account_id`.
 */
export async function payeeOf(
  db: Kysely<unknown>,
  { account_id, supplier_id }: { readonly account_id: unknown; readonly supplier_id: unknown },
): Promise<Payee> {
  const { rows } = await sql<Payee & { supplier_id: number; status: number; in_force_at: string | null }>`
    select a.supplier_id, a.status, a.in_force_at, a.account_name as payee_name, a.account_no as payee_account_no, b.name as payee_bank, s.name as payee_branch
    from supplier_account a left join bank b on b.id = a.bank_id left join sub_branch s on s.id = a.sub_branch_id
    where a.id = ${account_id}`.execute(db);
  const [account] = rows;
  if (!account || account.supplier_id !== supplier_id)
    throw new Refusal('invalid', '收款账户不是所选供应商的', 'account_id');
  if (account.in_force_at === null) throw new Refusal('invalid', '收款账户未经财务复核，不能付款', 'account_id');
  if (account.status !== 1) throw new Refusal('invalid', '收款账户已停用', 'account_id');
  const { payee_name, payee_account_no, payee_bank, payee_branch } = account;
  return { payee_name, payee_account_no, payee_bank, payee_branch };
}
