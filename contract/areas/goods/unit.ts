import { entity, usualCalls } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';

/** A unit of measure (domain.md §3.2). Stock is counted in whole units, so `decimals` is 0 for goods in stock. */
export const unit = entity('unit', {
  label: '计量单位',
  group: '/v1/unit',
  title: 'name',
  hint: 'code',
  fields: {
    name: text('单位名称', { required: true, unique: true, most: 16 }),
    code: text('单位编码', { required: true, unique: true, most: 16 }),
    decimals: integer('小数位', { initial: 0, most: 3 }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: { ...usualCalls('unit'), list: ['getList', 'unit:view'], options: ['getAll', 'login'] },
  list: {
    columns: ['name', 'code', 'decimals', 'status', 'updated_at'],
    filters: ['name', 'status'],
    search: ['name', 'code'],
    sort: ['name', '-updated_at'],
  },
});
