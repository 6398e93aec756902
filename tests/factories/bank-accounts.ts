import type { Kysely } from 'kysely';
import { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import type { Office } from './office.ts';
import { addSupplier } from './partners.ts';

type Given = Record<string, unknown>;

/** A line number that no other branch of this test file has. */
export const lineNo = (): string => `1023${String(next()).padStart(8, '0')}`;

/** A number that no other account of this test file has. */
export const accountNo = (): string => `6222${String(next()).padStart(12, '0')}`;

/** A bank in use, straight into the table. */
export async function addBank(db: Kysely<unknown>, given: Given = {}): Promise<number> {
  const n = next();
  return await insert(db, 'bank', { code: `BK${n}`, name: `银行${n}`, ...given });
}

/** A branch in use, of a bank of its own by default, straight into the table. */
export async function addSubBranch(db: Kysely<unknown>, given: Given = {}): Promise<number> {
  const bank_id = given.bank_id ?? (await addBank(db));
  return await insert(db, 'sub_branch', { name: `支行${next()}`, line_no: lineNo(), ...given, bank_id });
}

/** What adding an account sends: of a supplier and with a branch of its own by default. */
export async function accountOf<G extends Given>(office: Office, db: Kysely<unknown>, given?: G) {
  const bank_id = (given?.bank_id as number | undefined) ?? (await addBank(db));
  return {
    account_name: '某某服饰有限公司',
    account_no: accountNo(),
    account_type: 1,
    is_default: false,
    ...given,
    supplier_id: (given?.supplier_id as number | undefined) ?? (await addSupplier(office)),
    bank_id,
    sub_branch_id: (given?.sub_branch_id as number | undefined) ?? (await addSubBranch(db, { bank_id })),
  };
}

/** An account as it is after its adding: waiting for finance. */
export async function addAccount(office: Office, db: Kysely<unknown>, given: Given = {}): Promise<number> {
  return (await office.call(callsOf(supplierAccount).add, await accountOf(office, db, given))).id;
}
