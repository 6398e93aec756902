import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { text, texts } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';
import { category } from './category.ts';

/** Parts of a piece that a table of measures may have. */
export const mostParts = 20;

const ofSize = {
  name: text('尺码', { required: true, most: 16 }),
  code: text('尺码编码', { required: true, most: 16 }),
  // As people hang them.
  order: integer('排序', { initial: 0 }),
};

/** A run of sizes with what is measured of its goods: letters, women's trousers, EU shoes (domain.md §3.2, §13.5). */
export const sizeType = entity('sizeType', {
  label: '尺码组',
  group: '/v1/size',
  title: 'name',
  hint: 'code',
  fields: {
    name: text('尺码组名称', { required: true, unique: true }),
    code: text('尺码组编码', { required: true, unique: true, most: 32 }),
    category_ids: references(() => category, '适用分类'),
    parts: texts('测量部位', { most: mostParts }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  lines: { label: '尺码', name: 'size', table: 'size', fields: ofSize, unique: ['code'] },
  calls: {
    list: ['typeList', 'size:view'],
    detail: ['typeDetail', 'size:view'],
    options: ['typeOptions', 'login'],
    add: ['typeAdd', 'size:typeAdd'],
    edit: ['typeEdit', 'size:typeEdit'],
    status: ['typeStatus', 'size:typeEdit'],
  },
  list: {
    columns: ['name', 'code', 'category_ids', 'parts', 'status', 'updated_at'],
    filters: ['category_ids', 'status'],
    search: ['name', 'code'],
    searchThrough: { code: '尺码编码' },
    sort: ['name', 'code', '-updated_at'],
    offers: ['status'],
  },
});

/** One size of a run, as others refer to it: written with its run. */
export const size = entity('size', {
  label: '尺码',
  group: '/v1/size',
  title: 'name',
  view: true,
  fields: {
    size_type_id: reference(() => sizeType, '尺码组', { required: true }),
    ...ofSize,
  },
  calls: { list: ['list', 'size:view'], options: ['options', 'login'] },
  list: {
    columns: ['size_type_id', 'name', 'code', 'order'],
    filters: ['size_type_id'],
    search: ['name'],
    sort: ['order'],
  },
});
