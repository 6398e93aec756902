import { command } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import type { Fields } from '../../kit/field.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text, texts } from '../../kit/kinds/text.ts';
import { spu } from '../goods/spu.ts';

/** States by name (domain.md §4.1). */
export const draftState = { draft: 1, published: 2, deleted: -1 } as const;

/** Colours and sizes that one style comes in at most. */
export const draftLimits = { colors: 40, sizes: 40 } as const;

/** What a style has, nothing of which a draft must have yet; whether it is whole is asked when it is published. */
export const draftFields: Fields = Object.fromEntries(
  Object.entries(spu.fields)
    .filter(([, { derived }]) => !derived)
    .map(([name, field]) => [name, { ...field, required: false }]),
);

/**
 * A style that is not whole yet (domain.md §3.2, §4.1 spuDraft). Colours and sizes stand there as people write them, so that they can be
 * pasted before anybody looks whether there are such; published, it is a style with a piece of each.
 */
export const spuDraft = entity('spuDraft', {
  label: '商品草稿',
  group: '/v1/tools',
  number: { prefix: 'SPD', field: 'draft_no', digits: 8 },
  title: 'draft_no',
  hint: 'name',
  fields: {
    draft_no: text('草稿编号', { unique: true, derived: true }),
    ...draftFields,
    colors: texts('颜色', { most: draftLimits.colors }),
    sizes: texts('尺码', { most: draftLimits.sizes }),
    spu_id: reference(() => spu, '发布后商品', { derived: true }),
    status: choice('状态', { 1: '草稿', 2: '已发布', [-1]: '已删除' }, { initial: draftState.draft, derived: true }),
  } as Fields,
  calls: {
    list: ['draftList', 'tools:view'],
    detail: ['draftDetail', 'tools:view'],
    add: ['draftSave', 'tools:draftSave'],
    edit: ['draftSave', 'tools:draftSave'],
    status: ['draftStatus', 'tools:draftPublish'],
  },
  list: {
    columns: [
      'draft_no',
      'style_no',
      'name',
      'category_id',
      'brand_id',
      'tag_price',
      'colors',
      'sizes',
      'status',
      'spu_id',
      'created_by',
      'updated_at',
    ],
    filters: ['category_id', 'brand_id', 'status', 'created_by'],
    search: ['draft_no', 'name', 'style_no'],
    sort: ['-id', 'style_no', '-updated_at'],
  },
  scope: { brand: 'brand_id', category: 'category_id' },
  bulk: {
    fields: ['status'],
    named: ['style_no'],
    access: 'tools:draftPublish',
    path: '/v1/tools/draftPublish',
    type: 6,
  },
});

/** Deletes drafts that are not published, all or none; they stay in sight as deleted. */
export const draftDelete = command<{ ids: number[] }, { count: number }>({
  service: 'erp',
  path: '/v1/tools/draftDelete',
  access: 'tools:draftSave',
});
