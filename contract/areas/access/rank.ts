import { entity } from '../../kit/definition.ts';
import { integer } from '../../kit/kinds/number.ts';
import { text } from '../../kit/kinds/text.ts';

/** A person's standing: director, manager, supervisor, clerk (domain.md §3.1, §13.1). It grants nothing. */
export const rank = entity('rank', {
  label: '职级',
  service: 'acl',
  group: '/v1/admin',
  title: 'name',
  fields: {
    name: text('职级名称', { required: true }),
    code: text('职级编码', { required: true, unique: true, most: 32 }),
    order: integer('排序', { initial: 0 }),
  },
  calls: { options: ['rankOptions', 'login'] },
  list: { columns: ['name', 'code', 'order'], filters: [], search: ['name', 'code'], sort: ['order'] },
});
