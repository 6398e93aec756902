import type { Field, Fields } from '../../kit/field.ts';
import { isGiven } from '../../kit/given.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { bank } from './bank.ts';
import { subBranch } from './sub-branch.ts';

/** account_type of domain.md §2. */
const accountType = { 1: '对公', 2: '对私' } as const;

/** The number of an account at a bank. */
export const accountNumber = (label: string) =>
  text(label, { required: true, most: 30, pattern: { regex: /^\d{8,30}$/, words: `${label}应为 8–30 位数字` } });

/** Where money of a supplier goes (domain.md §3.4): what an account has in force, and what a change of it proposes. */
export const accountTerms = {
  account_name: text('户名', { required: true }),
  account_no: accountNumber('账号'),
  account_type: choice('账户类型', accountType, { required: true }),
  bank_id: reference(() => bank, '开户银行', { required: true }),
  sub_branch_id: reference(() => subBranch, '开户支行', {
    required: true,
    among: ({ bank_id }) => (isGiven(bank_id) ? { bank_id } : {}),
  }),
  is_default: flag('默认账户'),
} satisfies Fields;

export type AccountTerm = keyof typeof accountTerms;

export const accountTermNames = Object.keys(accountTerms) as readonly AccountTerm[];

/** The same fields where only the house writes them. */
export const proposedTerms = Object.fromEntries(
  Object.entries(accountTerms).map(([name, field]): [string, Field] => [name, { ...field, derived: true } as Field]),
) as unknown as typeof accountTerms;
