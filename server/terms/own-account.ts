import { type Kysely, sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';

/** What a document keeps of the account that it was paid from or to: which one, and its words as they were then. */
export interface PaidFrom extends Record<string, unknown> {
  readonly own_account_id: number | null;
  readonly pay_account: string;
}

interface Account {
  readonly id: number;
  readonly name: string;
  readonly account_no: string;
  readonly status: number;
  readonly bank: string;
  readonly bank_status: number;
}

/**
 * The account of the company's own that is meant: one of those in use at a bank in use, chosen or named in full. Words of one's own are taken where the
 * company keeps none. Of the number the copy has the last four figures: whoever reads payments need not read accounts.
 */
export async function paidFrom(
  db: Kysely<unknown>,
  { own_account_id, pay_account }: Readonly<Record<string, unknown>>,
): Promise<PaidFrom> {
  const chosen = typeof own_account_id === 'number';
  const words = String(pay_account ?? '').trim();
  const { rows } = await sql<Account>`
    select a.id, a.name, a.account_no, a.status, b.name as bank, b.status as bank_status from own_account a join bank b on b.id = a.bank_id
    where ${chosen ? sql`a.id = ${own_account_id}` : sql`a.name = ${words} or a.status = 1`}
    order by (a.name = ${words}) desc limit 1 for share`.execute(db);
  const [account] = rows;
  if (!account && !chosen) return { own_account_id: null, pay_account: words };
  if (!chosen && account?.name !== words)
    throw new Refusal('invalid', `没有名为“${words}”的公司账户，请选择`, 'own_account_id');
  if (!account) throw new Refusal('invalid', '没有这个公司账户，请选择', 'own_account_id');
  if (account.status !== 1) throw new Refusal('invalid', `账户“${account.name}”已停用`, 'own_account_id');
  if (account.bank_status !== 1)
    throw new Refusal('invalid', `账户“${account.name}”的开户银行“${account.bank}”已停用`, 'own_account_id');
  return { own_account_id: account.id, pay_account: `${account.name}(尾号 ${account.account_no.slice(-4)})` };
}
