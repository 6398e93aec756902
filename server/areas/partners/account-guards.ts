import { sql } from 'kysely';
import type { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { StoredRow } from '#server/kit/save-record.ts';
import { refuseOff } from './in-use.ts';

type Account = Pick<StoredRow<typeof supplierAccount>, 'supplier_id' | 'bank_id' | 'sub_branch_id'>;

/** Refuses accounts with a supplier, a bank or a branch that is switched off, or with a branch of another bank. */
export async function refuseUnusable(context: WriteContext, accounts: readonly Account[]): Promise<void> {
  const ids = (field: keyof Account): number[] => accounts.map((account) => account[field]);
  await refuseOff(context, { table: 'supplier', label: '供应商', field: 'supplier_id' }, ids('supplier_id'));
  await refuseOff(context, { table: 'bank', label: '银行', field: 'bank_id' }, ids('bank_id'));
  await refuseOff(context, { table: 'sub_branch', label: '支行', field: 'sub_branch_id' }, ids('sub_branch_id'));
  const { rows } = await sql<{ name: string; bank: string }>`
    select s.name, b.name as bank from unnest(${ids('sub_branch_id')}::bigint[], ${ids('bank_id')}::bigint[]) as a (sub_branch_id, bank_id)
    join sub_branch s on s.id = a.sub_branch_id and s.bank_id <> a.bank_id join bank b on b.id = s.bank_id order by s.id limit 1`.execute(
    context.db,
  );
  const [other] = rows;
  if (other) throw new Refusal('invalid', `“${other.name}”是${other.bank}的支行，与开户银行不符`, 'sub_branch_id');
}

/** Refuses a number that another account has; the table itself holds it only of what is in force. */
export async function refuseTaken(context: WriteContext, accountNo: string, id: number): Promise<void> {
  const { rows } = await sql`
    select 1 from supplier_account where account_no = ${accountNo} and id <> ${id}`.execute(context.db);
  if (rows.length > 0) throw new Refusal('duplicate', '账号已存在', 'account_no');
}
