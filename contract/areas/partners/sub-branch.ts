import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';
import { bank } from './bank.ts';
import { areaCode } from './national-area.ts';

/** A branch of a bank, found by its line number wherever money is sent to (domain.md §3.4). */
export const subBranch = entity('subBranch', {
  label: '支行',
  group: '/v1/data',
  title: 'name',
  hint: 'line_no',
  fields: {
    bank_id: reference(() => bank, '银行', { required: true }),
    name: text('支行名称', { required: true }),
    line_no: text('联行号', {
      required: true,
      unique: true,
      most: 12,
      pattern: { regex: /^\d{12}$/, words: '联行号应为 12 位数字' },
    }),
    area_code: areaCode('所在地区'),
    status: choice('状态', onOff, { required: true, initial: 1 }),
  },
  unique: [['bank_id', 'name']],
  calls: {
    list: ['subBranches', 'data:view'],
    detail: ['subBranch', 'data:view'],
    options: ['subBranchOptions', 'login'],
    add: ['subBranchSave', 'data:subBranchSave'],
    edit: ['subBranchSave', 'data:subBranchSave'],
    status: ['subBranchStatus', 'data:subBranchSave'],
  },
  list: {
    columns: ['bank_id', 'name', 'line_no', 'area_code', 'status', 'updated_at'],
    filters: ['bank_id', 'area_code', 'status'],
    offers: ['bank_id'],
    search: ['name', 'line_no'],
    sort: ['line_no', 'name', '-updated_at'],
  },
});
