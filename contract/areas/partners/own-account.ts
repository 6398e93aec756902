import { entity, usualCalls } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { isGiven } from '../../kit/given.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';
import { accountNumber } from './account-terms.ts';
import { bank } from './bank.ts';

/**
 * An account of the company's own, that it pays from and is paid to. The first one is the default until another is. What
 * is paid keeps the name and the last figures of the number as they were (`paidFrom`); the whole number is shown to finance alone.
 */
export const ownAccount = entity('ownAccount', {
  label: '公司账户',
  group: '/v1/ownAccount',
  title: 'name',
  fields: {
    name: text('账户简称', { required: true, unique: true, most: 32 }),
    account_name: text('户名', { required: true }),
    account_no: accountNumber('账号'),
    bank_id: reference(() => bank, '开户银行', { required: true }),
    is_default: flag('默认账户'),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  unique: [['account_no']],
  // Whoever is offered accounts pays, or reads what was paid.
  calls: { ...usualCalls('ownAccount'), options: ['options', 'ownAccount:view'] },
  list: {
    columns: ['name', 'account_name', 'account_no', 'bank_id', 'is_default', 'status', 'updated_at'],
    filters: ['bank_id', 'is_default', 'status'],
    offers: ['is_default'],
    search: ['name', 'account_no'],
    sort: ['name', '-updated_at'],
  },
});

const isNamed = ({ own_account_id }: RecordValues): boolean => isGiven(own_account_id);
const isTyped = (answers: RecordValues): boolean => !isNamed(answers);

/**
 * What a step asks that pays or is paid: one of the company's accounts; in words only where none is chosen, for a company that does not
 * keep its accounts here.
 */
export const paidFrom = (label: string) =>
  ({
    own_account_id: reference(() => ownAccount, label),
    pay_account: text(`${label}(未建档)`, { most: 64, visible: isTyped, required: isTyped }),
  }) as const;

/** The account that was paid from or to, beside its words: which one it is, for whoever looks it up. */
export const ownAccountField = reference(() => ownAccount, '公司账户', { derived: true, internal: true });
