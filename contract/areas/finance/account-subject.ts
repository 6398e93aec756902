import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';

/** A subject of the chart of accounts (domain.md §3.10, §13.9); the house brings them, vouchers are written on those that have none below. */
export const accountSubject = entity('accountSubject', {
  label: '会计科目',
  group: '/v1/statement',
  title: 'code',
  hint: 'name',
  fields: {
    code: text('科目编码', { required: true, unique: true, most: 16 }),
    name: text('科目名称', { required: true }),
    parent_code: text('上级科目', { most: 16 }),
    direction: choice('余额方向', { 1: '借', 2: '贷' }, { required: true }),
    status: choice('状态', onOff, { required: true, initial: 1 }),
  },
  calls: { options: ['subjectList', 'login'] },
  list: { columns: ['code', 'name', 'direction'], filters: [], search: ['code', 'name'], sort: ['code'] },
});
