import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';
import { codesOf, type States } from '../../kit/states.ts';
import { proposedTerms } from './account-terms.ts';
import { supplier } from './supplier.ts';
import { supplierAccount } from './supplier-account.ts';

export const accountChangeType = { opened: 1, edited: 2 } as const;

/** States of a change of an account (domain.md §4) and their codes by name. */
export const accountChangeStates = {
  1: ['待复核', 'waiting', 'waiting'],
  2: ['已生效', 'inForce', 'done'],
  3: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已撤回', 'withdrawn', 'void'],
} as const satisfies States;
export const accountChangeState = codesOf(accountChangeStates);

/**
 * The pending version of a supplier's account (amendments E, G5): made by saving the account, judged by finance, by somebody who
 * had no part in it. A later save takes its place. It has no form; it is looked at beside its account.
 */
export const supplierAccountChange = document('supplierAccountChange', {
  label: '账户变更',
  group: '/v1/supplier',
  number: { prefix: 'ZB', field: 'change_no' },
  title: 'change_no',
  hint: 'account_no',
  fields: {
    change_no: text('变更单号', { required: true, unique: true, derived: true }),
    account_id: reference(() => supplierAccount, '供应商账户', { required: true, derived: true }),
    supplier_id: reference(() => supplier, '供应商', { required: true, derived: true }),
    change_type: choice('变更类型', { 1: '新增账户', 2: '修改账户' }, { required: true, derived: true }),
    ...proposedTerms,
  },
  begins: [1],
  states: accountChangeStates,
  editable: [],
  transitions: {
    check: {
      label: '复核',
      segment: 'accountCheck',
      access: 'supplier:accountCheck',
      from: [1],
      to: { pass: 2, reject: 3 },
      approval: true,
      batch: true,
    },
    withdraw: {
      label: '撤回',
      segment: 'accountWithdraw',
      access: 'supplierAccount:edit',
      from: [1],
      to: -1,
      cancels: true,
      confirm: '撤回后账户保持原样',
      asks: { reason: prose('撤回原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
    replace: { label: '被新的修改取代', by: 'system', from: [1], to: -1 },
  },
  calls: {
    list: ['accountChanges', 'supplierAccount:view'],
    detail: ['accountChange', 'supplierAccount:view'],
  },
  list: {
    columns: [
      'change_no',
      'supplier_id',
      'account_id',
      'change_type',
      'account_name',
      'account_no',
      'status',
      'created_by',
    ],
    filters: ['account_id', 'supplier_id', 'change_type', 'status'],
    search: ['change_no', 'account_no', 'account_name'],
    sort: ['-id', 'change_no'],
  },
  scope: { supplier: 'supplier_id' },
});
