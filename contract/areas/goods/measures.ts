import { command, query } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import { flag } from '../../kit/kinds/choice.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { brand } from './brand.ts';
import { category } from './category.ts';
import { size, sizeType } from './size.ts';
import { spu } from './spu.ts';

const shown = { derived: true } as const;

/** Styles with what there is of their table of measures (domain.md §3.2 productSize). */
export const measuredStyle = entity('measuredStyle', {
  label: '商品尺码表',
  group: '/v1/size',
  title: 'name',
  hint: 'spu_no',
  view: true,
  fields: {
    spu_no: text('SPU编码', shown),
    style_no: text('货号/款号', shown),
    name: text('商品名称', shown),
    category_id: reference(() => category, '商品分类', shown),
    brand_id: reference(() => brand, '品牌', shown),
    size_type_id: reference(() => sizeType, '尺码组', shown),
    has_table: flag('有尺码表', shown),
    measure_count: quantity('已填尺寸', shown),
    measured_at: time('维护时间', shown),
  },
  calls: { list: ['productList', 'size:view'] },
  list: {
    columns: [
      'spu_no',
      'style_no',
      'name',
      'category_id',
      'brand_id',
      'size_type_id',
      'has_table',
      'measure_count',
      'measured_at',
    ],
    filters: ['category_id', 'brand_id', 'size_type_id', 'has_table'],
    search: ['spu_no', 'style_no', 'name'],
    sort: ['-id', 'spu_no', 'style_no'],
  },
  scope: { brand: 'brand_id', category: 'category_id' },
});

/** Styles by the sizes that their pieces have. */
export const sizedStyle = entity('sizedStyle', {
  label: '尺码关联商品',
  group: '/v1/size',
  title: 'spu_no',
  view: true,
  fields: {
    spu_id: reference(() => spu, '商品', shown),
    spu_no: text('SPU编码', shown),
    style_no: text('货号/款号', shown),
    brand_id: reference(() => brand, '品牌', shown),
    category_id: reference(() => category, '商品分类', shown),
    size_type_id: reference(() => sizeType, '尺码组', shown),
    size_id: reference(() => size, '尺码', shown),
    sku_count: quantity('货品数', shown),
  },
  calls: { list: ['listBySizeId', 'size:view'] },
  list: {
    columns: ['spu_no', 'style_no', 'spu_id', 'brand_id', 'category_id', 'size_type_id', 'size_id', 'sku_count'],
    filters: ['size_type_id', 'size_id', 'brand_id', 'category_id'],
    search: ['spu_no', 'style_no'],
    sort: ['-id'],
  },
  scope: { brand: 'brand_id', category: 'category_id' },
});

/** One measure of a style: millimetres of a part in a size. */
export interface Measure {
  size_id: number;
  part: string;
  value_mm: number;
}

/** The table of measures of a style: what is measured of which sizes, and what is known. */
export interface MeasureTable {
  spu_id: number;
  spu_no: string;
  name: string;
  parts: string[];
  sizes: { id: number; name: string }[];
  rows: Measure[];
}

/** The longest measure, millimetres. */
export const mostMeasure = 9999;

/** Styles of which the measures are stored at once. */
export const mostTables = 100;

const erp = { service: 'erp' } as const;

export const measureCalls = {
  show: query<{ spu_id: number }, MeasureTable>({ ...erp, path: '/v1/size/show', access: 'size:view' }),
  /** The table whole: a measure that is not named is known no more. */
  save: command<{ spu_id: number; rows: Measure[] }, { count: number }>({
    ...erp,
    path: '/v1/size/save',
    access: 'size:save',
  }),
  /** Several tables: those that are wrong are left out, each with its reason. */
  saveSeveral: command<
    { items: { spu_id: number; rows: Measure[] }[] },
    { ok_count: number; errors: { spu_id: number; error: string }[] }
  >({ ...erp, path: '/v1/size/batchSave', access: 'size:save' }),
};
