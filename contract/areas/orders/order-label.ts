import { entity } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';

/** A label that people put on orders; those of the house are put by it alone and keep their name. */
export const orderLabel = entity('orderLabel', {
  label: '订单标签',
  group: '/v1/orderLabel',
  title: 'name',
  fields: {
    name: text('标签名称', { required: true, unique: true, most: 16 }),
    color: text('颜色', { most: 16 }),
    order: integer('排序', { initial: 0 }),
    is_system: flag('系统标签', { derived: true }),
    status: choice('状态', onOff, { initial: 1 }),
  },
  calls: {
    list: ['list', 'login'],
    options: ['options', 'login'],
    detail: ['detail', 'login'],
    add: ['add', 'orderLabel:add'],
    edit: ['edit', 'orderLabel:edit'],
  },
  list: {
    columns: ['name', 'color', 'order', 'is_system', 'status', 'updated_at'],
    filters: ['status', 'is_system'],
    search: ['name'],
    sort: ['order', 'name'],
    offers: ['status', 'is_system'],
  },
});
