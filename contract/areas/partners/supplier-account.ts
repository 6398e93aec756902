import { person } from '../../kit/base-fields.ts';
import { entity, usualCalls } from '../../kit/definition.ts';
import { event, question } from '../../kit/event.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { time } from '../../kit/kinds/time.ts';
import { onOff } from '../enums.ts';
import { accountTerms } from './account-terms.ts';
import { supplier } from './supplier.ts';

/** What became of the last change that somebody proposed. */
export const accountCheckState = { waiting: 1, checked: 2, rejected: 3, withdrawn: 4 } as const;

/** 修改供应商账户, of tool_type. */
const accountTool = 10;

const checkWords = { 1: '待复核', 2: '已复核', 3: '已驳回', 4: '已撤回' } as const;

/**
 * An account that a supplier is paid to (domain.md §3.4). What it says is in force: a new account and an edit are proposals, which
 * finance puts in force (amendments E, G5; `supplier-account-change.ts`). Until it was in force once, an account shows
 * what was proposed last and cannot be switched on.
 *
 * Of many at once only the status and the default flag change (api.csv `/v1/supplierAccount/batchEdit`), and neither goes past finance: each row is
 * the edit of one account, so the flag is a proposal that finance judges, said of its row; the status is switched as that of one account is, which
 * is no change of terms: what never was in force cannot be switched on, what a payment is on its way to cannot be switched off. Where money goes
 * (`accountTerms` but the flag) is changed one by one.
 */
export const supplierAccount = entity('supplierAccount', {
  label: '供应商账户',
  group: '/v1/supplierAccount',
  title: 'account_no',
  hint: 'account_name',
  fields: {
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    ...accountTerms,
    check_state: choice('复核状态', checkWords, { initial: accountCheckState.waiting, derived: true }),
    in_force_at: time('生效时间', { derived: true }),
    checked_by: reference(() => person, '复核人', { derived: true }),
    status: choice('状态', onOff, { initial: 0, derived: true }),
  },
  unique: [['account_no']],
  // Whoever is offered accounts reads their numbers.
  calls: { ...usualCalls('supplierAccount'), options: ['options', 'supplierAccount:view'] },
  list: {
    columns: [
      'supplier_id',
      'account_name',
      'account_no',
      'account_type',
      'bank_id',
      'sub_branch_id',
      'is_default',
      'check_state',
      'in_force_at',
      'status',
    ],
    filters: ['supplier_id', 'bank_id', 'check_state', 'account_type', 'is_default', 'status'],
    offers: ['supplier_id'],
    search: ['account_name', 'account_no'],
    sort: ['-id', 'account_no', '-in_force_at'],
  },
  scope: { supplier: 'supplier_id' },
  bulk: { fields: ['status', 'is_default'], access: 'supplierAccount:batchEdit', type: accountTool },
});

/** An account is in force with other terms than before: payments on their way to it are judged again (amendments E). */
export const accountInForce = event<{ account_id: number; supplier_id: number }>('supplierAccount.inForce');

/** Accounts are about to be switched off: who has a payment on its way to one of them refuses (domain.md §4.27). */
export const accountsClosing = question<{ account_ids: readonly number[] }>('supplierAccount.closing');
