import { command } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff, spuStatus } from '../enums.ts';
import { brand } from './brand.ts';
import { category } from './category.ts';
import { spu } from './spu.ts';

const shown = { derived: true } as const;

/** A group that styles are put into by hand: a theme, a display, a clearance (domain.md §3.2). */
export const spuTag = entity('spuTag', {
  label: '商品分组',
  group: '/v1/spuTag',
  title: 'name',
  hint: 'code',
  fields: {
    name: text('分组名称', { required: true, unique: true }),
    code: text('分组编码', { required: true, unique: true, most: 32 }),
    type: text('分组类型', { most: 32 }),
    spu_count: quantity('商品数', { initial: 0, derived: true }),
    order: integer('排序', { initial: 0 }),
    status: choice('状态', onOff, { initial: 1 }),
  },
  calls: {
    list: ['list', 'spuTag:view'],
    detail: ['detail', 'spuTag:view'],
    options: ['options', 'login'],
    add: ['add', 'spuTag:add'],
    edit: ['edit', 'spuTag:edit'],
    remove: ['delete', 'spuTag:delete'],
  },
  list: {
    columns: ['name', 'code', 'type', 'spu_count', 'order', 'status', 'updated_at'],
    filters: ['type', 'status'],
    search: ['name', 'code'],
    sort: ['order', 'name', '-spu_count', '-updated_at'],
    offers: ['status'],
  },
});

/** The styles of groups: one row for each style in each group. */
export const groupedStyle = entity('groupedStyle', {
  label: '分组商品',
  group: '/v1/spuTag',
  title: 'spu_no',
  view: true,
  fields: {
    tag_id: reference(() => spuTag, '商品分组', shown),
    spu_id: reference(() => spu, '商品', shown),
    spu_no: text('SPU编码', shown),
    style_no: text('货号/款号', shown),
    brand_id: reference(() => brand, '品牌', shown),
    category_id: reference(() => category, '商品分类', shown),
    tag_price: money('吊牌价', shown),
    spu_status: choice('商品状态', spuStatus, shown),
  },
  calls: { list: ['spuList', 'spuTag:view'] },
  list: {
    columns: ['spu_no', 'style_no', 'spu_id', 'brand_id', 'category_id', 'tag_price', 'spu_status'],
    filters: ['tag_id', 'brand_id', 'category_id', 'spu_status'],
    search: ['spu_no', 'style_no'],
    sort: ['-id', 'spu_no', 'style_no'],
  },
  scope: { brand: 'brand_id', category: 'category_id' },
});

/** Styles of a group, as many as one asks for at once. */
export interface GroupOfStyles {
  tag_id: number;
  spu_ids: number[];
}

/** Styles or pieces of goods, and the groups that they are put into or taken out of. Groups hold styles: a piece stands for its own. */
export interface GoodsGrouping {
  spu_ids?: number[];
  sku_ids?: number[];
  tag_ids: number[];
  op: 'add' | 'remove';
}

const bind = { service: 'erp', access: 'spuTag:bind' } as const;

/** `count` are the styles that were not there before, or are no more. */
export const spuTagCalls = {
  bind: command<GroupOfStyles, { count: number }>({ ...bind, path: '/v1/spuTag/bind' }),
  unbind: command<GroupOfStyles, { count: number }>({ ...bind, path: '/v1/spuTag/unbind' }),
  /** Several groups at once (api.csv /v1/goods/tags). */
  group: command<GoodsGrouping, { count: number }>({ service: 'erp', path: '/v1/goods/tags', access: 'goods:tags' }),
};
