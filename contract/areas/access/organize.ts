import { person } from '../../kit/base-fields.ts';
import { type Definition, entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';

/** A node of the organisation tree: company, departments, districts (domain.md §3.1, §13.1). Its screens come with access control. */
export const organize: Definition = entity('organize', {
  label: '组织',
  service: 'acl',
  group: '/v1/organize',
  title: 'name',
  hint: 'code',
  fields: {
    parent_id: reference(() => organize, '上级组织'),
    name: text('组织名称', { required: true }),
    code: text('组织编码', { required: true, unique: true, most: 32 }),
    type: choice('组织类型', { 1: '公司', 2: '部门', 3: '区域', 4: '门店' }, { initial: 2 }),
    leader_id: reference(() => person, '负责人'),
    order: integer('排序', { initial: 0 }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: { options: ['options', 'login'] },
  list: {
    columns: ['name', 'code', 'type', 'status'],
    filters: ['type', 'status'],
    search: ['name', 'code'],
    sort: ['order'],
  },
  scope: { organize: 'id' },
});
