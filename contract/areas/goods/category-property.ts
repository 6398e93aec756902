import { command, query } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import { flag } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { attributeKey, attributeValue } from './attribute.ts';
import { category } from './category.ts';

/** An attribute that styles of a category have, and of the categories below it (domain.md §3.2). */
export const categoryProperty = entity('categoryProperty', {
  label: '类目属性',
  group: '/v1/property',
  title: 'key_id',
  fields: {
    category_id: reference(() => category, '分类', { required: true }),
    key_id: reference(() => attributeKey, '属性', { required: true }),
    is_required: flag('是否必填'),
    order: integer('排序', { initial: 0 }),
    // Those that styles of the category may have; every value of the attribute where none is named.
    value_ids: references(() => attributeValue, '可选属性值'),
  },
  calls: {
    list: ['categoryList', 'property:view'],
    detail: ['categoryDetail', 'property:view'],
    remove: ['unbind', 'property:bind'],
  },
  list: {
    columns: ['category_id', 'key_id', 'is_required', 'value_ids', 'order', 'updated_at'],
    filters: ['category_id', 'key_id', 'is_required'],
    search: [],
    searchThrough: { 'key_id.name': '属性名称' },
    sort: ['order', '-updated_at'],
  },
  scope: { category: 'category_id' },
  unique: [['category_id', 'key_id']],
});

/** An attribute as a category has it. */
export interface PropertyKey {
  id: number;
  name: string;
  code: string;
  kind: number;
  input_type: number;
  /** The binding that counts: the category's own, else that of the nearest category above it; null where it is bound nowhere. */
  binding: { id: number; category_id: number; own: boolean; is_required: boolean; order: number } | null;
}

export interface PropertyValue {
  id: number;
  value: string;
  code: string | null;
}

/** What a category binds of one attribute. */
export interface PropertyItem {
  key_id: number;
  is_required: boolean;
  order: number;
}

const erp = { service: 'erp' } as const;

export const propertyCalls = {
  /** The attributes of a category, its own and those of the categories above it; all there are unless `bound`. */
  keys: query<{ category_id: number; bound?: 0 | 1 }, { list: PropertyKey[]; total: number }>({
    ...erp,
    path: '/v1/property/keyList',
    access: 'login',
  }),
  /** The values that styles of a category may have of an attribute. */
  values: query<{ category_id: number; key_id: number }, { list: PropertyValue[]; total: number }>({
    ...erp,
    path: '/v1/property/valueList',
    access: 'login',
  }),
  /** What a category itself binds, whole: what is not named is bound by it no more. */
  bind: command<{ category_id: number; items: PropertyItem[] }, { count: number }>({
    ...erp,
    path: '/v1/property/bind',
    access: 'property:bind',
  }),
  /** The values that may be chosen; none: every value. */
  bindOptions: command<{ category_property_id: number; value_ids: number[] }, { count: number }>({
    ...erp,
    path: '/v1/property/bindOption',
    access: 'property:bind',
  }),
};
