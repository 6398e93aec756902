import { document } from '../../kit/definition.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { accountSubject } from './account-subject.ts';
import { bookingRule } from './booking-rule.ts';
import { ruleChangeStates } from './voucher-rule-enums.ts';

const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

/** Other subjects for a rule of vouchers: proposed by one person, in force once another has approved, for what happens from then on. */
export const ruleChange = document('ruleChange', {
  label: '凭证规则变更',
  group: '/v1/statement',
  number: { prefix: 'GZ', field: 'change_no' },
  title: 'change_no',
  hint: 'change_reason',
  fields: {
    change_no: text('变更单号', { unique: true, derived: true }),
    rule_id: reference(() => bookingRule, '凭证规则', { required: true }),
    was_debit_id: reference(() => accountSubject, '原借方科目', { derived: true }),
    was_credit_id: reference(() => accountSubject, '原贷方科目', { derived: true }),
    debit_id: reference(() => accountSubject, '新借方科目', { required: true }),
    credit_id: reference(() => accountSubject, '新贷方科目', { required: true }),
    change_reason: prose('变更原因', reason),
    effective_at: time('生效时间', { derived: true }),
  },
  states: ruleChangeStates,
  begins: [1],
  editable: [1],
  transitions: {
    audit: {
      label: '审批',
      from: [1],
      to: { pass: 2, reject: 3 },
      segment: 'ruleAudit',
      access: 'statement:ruleAudit',
      approval: true,
      confirm: '此后发生的业务按新科目生成凭证，确认审批？',
    },
    withdraw: {
      label: '撤销',
      from: [1],
      to: -1,
      segment: 'ruleWithdraw',
      access: 'statement:ruleSave',
      cancels: true,
      confirm: '确认撤销此变更？',
      asks: { reason: prose('撤销原因', reason) },
    },
  },
  calls: {
    list: ['ruleChangeList', 'statement:voucherView'],
    detail: ['ruleChangeDetail', 'statement:voucherView'],
    add: ['ruleSave', 'statement:ruleSave'],
    edit: ['ruleSave', 'statement:ruleSave'],
  },
  list: {
    columns: [
      'change_no',
      'rule_id',
      'was_debit_id',
      'was_credit_id',
      'debit_id',
      'credit_id',
      'change_reason',
      'status',
      'created_by',
      'created_at',
      'effective_at',
    ],
    filters: ['change_no', 'rule_id', 'debit_id', 'credit_id', 'status', 'created_at'],
    search: ['change_no', 'change_reason'],
    sort: ['-id', '-effective_at'],
  },
});
