import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';

/** A bank (domain.md §3.4). One call saves new and old ones (domain/api.csv), their status with them. */
export const bank = entity('bank', {
  label: '银行',
  group: '/v1/data',
  title: 'name',
  hint: 'code',
  fields: {
    code: text('银行编码', {
      required: true,
      unique: true,
      most: 16,
      pattern: { regex: /^[0-9A-Z]+$/, words: '银行编码由大写字母或数字组成' },
    }),
    name: text('银行名称', { required: true, unique: true }),
    status: choice('状态', onOff, { required: true, initial: 1 }),
  },
  calls: {
    list: ['banks', 'data:view'],
    detail: ['bank', 'data:view'],
    options: ['bankOptions', 'login'],
    add: ['bankSave', 'data:bankSave'],
    edit: ['bankSave', 'data:bankSave'],
    status: ['bankStatus', 'data:bankSave'],
  },
  list: {
    columns: ['code', 'name', 'status', 'updated_at'],
    filters: ['status'],
    search: ['name', 'code'],
    sort: ['code', 'name', '-updated_at'],
  },
});
