import { entity } from '../../kit/definition.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { accountSubject } from './account-subject.ts';

const shown = { derived: true } as const;

/** A rule of vouchers (domain.md §7.2): the subjects that take one amount of an event. It is changed by a change that a second person approves. */
export const bookingRule = entity('bookingRule', {
  label: '凭证规则',
  group: '/v1/statement',
  title: 'name',
  hint: 'subjects',
  view: true,
  fields: {
    name: text('规则', shown),
    event_name: text('业务事件', shown),
    part_name: text('金额', shown),
    subjects: text('借/贷', shown),
    debit_id: reference(() => accountSubject, '借方科目', shown),
    credit_id: reference(() => accountSubject, '贷方科目', shown),
    changed_at: time('最近变更', shown),
  },
  calls: {
    list: ['ruleList', 'statement:voucherView'],
    detail: ['ruleDetail', 'statement:voucherView'],
    options: ['ruleOptions', 'statement:voucherView'],
  },
  list: {
    columns: ['event_name', 'part_name', 'debit_id', 'credit_id', 'changed_at'],
    filters: ['event_name', 'part_name', 'debit_id', 'credit_id'],
    search: ['name', 'subjects'],
    sort: ['id', '-changed_at'],
  },
});
