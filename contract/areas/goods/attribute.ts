import { entity } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';

/** What goods differ by: colour, fabric, fit (domain.md §3.2). Its screens come with the goods issue. */
export const attributeKey = entity('attributeKey', {
  label: '属性',
  group: '/v1/attribute',
  title: 'name',
  fields: {
    name: text('属性名称', { required: true }),
    code: text('属性编码', { required: true, unique: true, most: 32 }),
    kind: choice('属性类别', { 1: '基础属性', 2: '销售规格', 3: '个性化属性' }, { initial: 1 }),
    is_required: flag('是否必填'),
    order: integer('排序', { initial: 0 }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: {},
  list: { columns: ['name', 'code'], filters: [], search: ['name'], sort: ['order'] },
});

/** One value of an attribute: a colour is a value of the key `color`. */
export const attributeValue = entity('attributeValue', {
  label: '属性值',
  group: '/v1/attribute',
  title: 'value',
  hint: 'code',
  fields: {
    key_id: reference(() => attributeKey, '属性', { required: true }),
    value: text('属性值', { required: true }),
    code: text('值编码', { most: 32 }),
    order: integer('排序', { initial: 0 }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: { list: ['valueList', 'attribute:view'], options: ['valueOptions', 'login'] },
  list: {
    columns: ['key_id', 'value', 'code', 'order', 'status'],
    filters: ['key_id', 'status'],
    search: ['value'],
    sort: ['order', 'value'],
  },
  unique: [['key_id', 'value']],
});

/** Code of the attribute whose values are the colours of SKUs. */
export const colorKeyCode = 'color';
