import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';

/** A run of sizes: letters, women's trousers, EU shoes (domain.md §13.5). Its screens come with the goods issue. */
export const sizeType = entity('sizeType', {
  label: '尺码组',
  group: '/v1/size',
  title: 'name',
  fields: {
    name: text('尺码组名称', { required: true, unique: true }),
    code: text('尺码组编码', { required: true, unique: true, most: 32 }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: {},
  list: { columns: ['name', 'code'], filters: [], search: ['name'], sort: ['name'] },
});

/** One size of a run, in the order people hang them. */
export const size = entity('size', {
  label: '尺码',
  group: '/v1/size',
  title: 'name',
  fields: {
    size_type_id: reference(() => sizeType, '尺码组', { required: true }),
    name: text('尺码', { required: true, most: 16 }),
    code: text('尺码编码', { required: true, most: 16 }),
    order: integer('排序', { initial: 0 }),
  },
  calls: { list: ['list', 'size:view'], options: ['options', 'login'] },
  list: {
    columns: ['size_type_id', 'name', 'code', 'order'],
    filters: ['size_type_id'],
    search: ['name'],
    sort: ['order'],
  },
  unique: [['size_type_id', 'code']],
});
