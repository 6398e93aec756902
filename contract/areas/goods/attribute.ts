import { command } from '../../kit/call.ts';
import type { Saved } from '../../kit/calls.ts';
import { entity } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';
import { onOff } from '../enums.ts';
import { brand } from './brand.ts';

/** What an attribute is for: a fact of the style, what its pieces differ by, or a fact that only some brands have. */
export const attributeKinds = { 1: '基础属性', 2: '销售规格', 3: '个性化属性' } as const;
export const attributeKind = { basic: 1, variant: 2, ofBrands: 3 } as const;

/** How its value is given; the first two choose among its values. */
export const attributeInputs = { 1: '单选', 2: '多选', 3: '文本', 4: '数字', 5: '日期' } as const;

/** What goods differ by: colour, fabric, fit (domain.md §3.2). */
export const attributeKey = entity('attributeKey', {
  label: '属性',
  group: '/v1/attribute',
  title: 'name',
  hint: 'code',
  fields: {
    name: text('属性名称', { required: true }),
    code: text('属性编码', { required: true, unique: true, most: 32 }),
    kind: choice('属性类别', attributeKinds, { initial: attributeKind.basic }),
    input_type: choice('录入方式', attributeInputs, { initial: 1 }),
    is_required: flag('是否必填'),
    is_search: flag('可搜索'),
    brand_ids: references(() => brand, '适用品牌', {
      visible: ({ kind }) => kind === attributeKind.ofBrands,
      required: ({ kind }) => kind === attributeKind.ofBrands,
    }),
    order: integer('排序', { initial: 0 }),
    description: prose('属性说明', { most: limits.remark }),
    hang_tag_text: text('吊牌文案', { most: 64 }),
    status: choice('状态', onOff, { initial: 1 }),
  },
  calls: {
    list: ['keyList', 'attribute:view'],
    detail: ['keyDetail', 'attribute:view'],
    options: ['keyOptions', 'login'],
    add: ['keyAdd', 'attribute:keyAdd'],
    edit: ['keyEdit', 'attribute:keyEdit'],
    remove: ['keyDelete', 'attribute:keyDelete'],
  },
  list: {
    columns: [
      'name',
      'code',
      'kind',
      'input_type',
      'is_required',
      'is_search',
      'brand_ids',
      'order',
      'status',
      'updated_at',
    ],
    filters: ['kind', 'input_type', 'brand_ids', 'status'],
    search: ['name', 'code'],
    sort: ['order', 'name', '-updated_at'],
    offers: ['kind', 'status'],
  },
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
    status: choice('状态', onOff, { initial: 1 }),
  },
  calls: {
    list: ['valueList', 'attribute:view'],
    detail: ['valueDetail', 'attribute:view'],
    options: ['valueOptions', 'login'],
    edit: ['valueEdit', 'attribute:valueEdit'],
    remove: ['valueDelete', 'attribute:valueDelete'],
  },
  list: {
    columns: ['key_id', 'value', 'code', 'order', 'status', 'updated_at'],
    filters: ['key_id', 'status'],
    search: ['value', 'code'],
    sort: ['order', 'value', '-updated_at'],
    offers: ['key_id'],
  },
  unique: [['key_id', 'value']],
});

/** Code of the attribute whose values are the colours of SKUs. */
export const colorKeyCode = 'color';

/** A value as it is added beside others. */
export interface NewValue {
  value: string;
  code?: string | null;
  order?: number;
}

export const attributeCalls = {
  /** Several values of one attribute at once, all or none (api.csv valueAdd). */
  addValues: command<{ key_id: number; values: NewValue[] }, { list: Saved[] }>({
    service: 'erp',
    path: '/v1/attribute/valueAdd',
    access: 'attribute:valueAdd',
  }),
  /** Makes one value of several that mean the same: whatever had another of them has the one that is kept. */
  mergeValues: command<{ keep_id: number; ids: number[] }, { count: number; moved: number }>({
    service: 'erp',
    path: '/v1/attribute/valueMerge',
    access: 'attribute:valueDelete',
  }),
};
