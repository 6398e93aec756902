import { command } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { choice, word } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { onOff } from '../enums.ts';
import { shop } from '../partners/shop.ts';
import { brand } from './brand.ts';
import { category } from './category.ts';
import { spu } from './spu.ts';

const shown = { derived: true } as const;
const colors = { 红色: '红色', 橙色: '橙色', 绿色: '绿色', 蓝色: '蓝色', 黑色: '黑色' } as const;
const styles = { 角标: '角标', 条幅: '条幅', 文字: '文字' } as const;

/** What shops show on goods: new, hot, clearance (domain.md §3.2). It is shown within its span, else from when it is bound. */
export const goodsLabel = entity('goodsLabel', {
  label: '商品标识',
  group: '/v1/goodsLabel',
  title: 'name',
  fields: {
    name: text('标识名称', { required: true, unique: true, most: 16 }),
    color: word('颜色', colors, { initial: '红色' }),
    style: word('样式', styles, { initial: '角标' }),
    // Of several labels on one piece the highest is shown.
    priority: integer('优先级', { initial: 0, most: 999 }),
    start_time: time('开始时间'),
    end_time: time('结束时间'),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: {
    list: ['list', 'goodsLabel:view'],
    detail: ['detail', 'goodsLabel:view'],
    options: ['options', 'login'],
    add: ['add', 'goodsLabel:add'],
    edit: ['edit', 'goodsLabel:edit'],
    status: ['status', 'goodsLabel:edit'],
  },
  list: {
    columns: ['name', 'color', 'style', 'priority', 'start_time', 'end_time', 'status', 'updated_at'],
    filters: ['status'],
    search: ['name'],
    sort: ['-priority', 'name', '-updated_at'],
    offers: ['status'],
  },
  rules: [endsAfterItBegins],
});

function endsAfterItBegins({ start_time: from, end_time: to }: RecordValues) {
  if (!from || !to || String(to) > String(from)) return undefined;
  return { field: 'end_time', words: '结束时间必须晚于开始时间' };
}

/** Which styles have which label in which shop. */
export const labelledStyle = entity('labelledStyle', {
  label: '标识商品',
  group: '/v1/goodsLabel',
  title: 'spu_no',
  view: true,
  fields: {
    label_id: reference(() => goodsLabel, '商品标识', shown),
    shop_id: reference(() => shop, '门店', shown),
    spu_id: reference(() => spu, '商品', shown),
    spu_no: text('SPU编码', shown),
    style_no: text('货号/款号', shown),
    brand_id: reference(() => brand, '品牌', shown),
    category_id: reference(() => category, '商品分类', shown),
  },
  calls: { list: ['bindList', 'goodsLabel:view'] },
  list: {
    columns: ['shop_id', 'spu_no', 'style_no', 'spu_id', 'brand_id', 'category_id'],
    filters: ['label_id', 'shop_id', 'brand_id', 'category_id'],
    search: ['spu_no', 'style_no'],
    sort: ['-id', 'spu_no', 'style_no'],
  },
  scope: { shop: 'shop_id', brand: 'brand_id', category: 'category_id' },
});

const bind = { service: 'erp', access: 'goodsLabel:bind' } as const;

/** `count` are the rows that were not there before, or are no more. */
export const goodsLabelCalls = {
  /** Every one of these styles in every one of these shops. */
  bind: command<{ label_id: number; shop_ids: number[]; spu_ids: number[] }, { count: number }>({
    ...bind,
    path: '/v1/goodsLabel/bind',
  }),
  /** `ids` are those of the rows of `labelledStyle`. */
  unbind: command<{ label_id: number; ids: number[] }, { count: number }>({ ...bind, path: '/v1/goodsLabel/unbind' }),
};

/** Rows that one call may bind: shops times styles. */
export const mostBound = 50_000;
