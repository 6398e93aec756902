import { entity, usualCalls } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { barcodePattern } from '../../kit/spoilt-code.ts';
import { barcodeType, skuStatus } from '../enums.ts';
import { attributeValue } from './attribute.ts';
import { brand } from './brand.ts';
import { category } from './category.ts';
import { goodsCodes } from './codes.ts';
import { size } from './size.ts';
import { spu } from './spu.ts';

/**
 * A piece of goods in one colour and size, the unit of stock (domain.md §3.2). `name`, `brand_id` and `category_id`
 * repeat the style's, so that lists of stock filter, sort and show without a join; the style's save keeps them.
 */
export const sku = entity('sku', {
  label: '货品',
  group: '/v1/goods',
  title: 'sku_no',
  hint: 'name',
  number: { prefix: 'S', field: 'sku_no', digits: 10 },
  fields: {
    sku_no: text(goodsCodes.sku_no, { unique: true, derived: true }),
    spu_id: reference(() => spu, '商品', { required: true }),
    color_value_id: reference(() => attributeValue, '颜色', { required: true }),
    size_id: reference(() => size, '尺码', { required: true }),
    name: text('货品名称', { derived: true, most: 160 }),
    brand_id: reference(() => brand, '品牌', { derived: true }),
    category_id: reference(() => category, '商品分类', { derived: true }),
    main_barcode: text('主条码', { derived: true }),
    tag_price: money('吊牌价', { required: true }),
    weight_g: integer('重量(克)'),
    status: choice('状态', skuStatus, { initial: 1 }),
  },
  lines: {
    label: '条码',
    name: 'barcode',
    fields: {
      barcode: text(goodsCodes.barcode, {
        required: true,
        unique: true,
        pattern: barcodePattern,
      }),
      type: choice('条码类型', barcodeType, { initial: 1 }),
      is_main: flag('主条码'),
    },
  },
  calls: { ...usualCalls('goods'), list: ['skuList', 'goods:view'], options: ['skuOptions', 'login'] },
  list: {
    columns: [
      'sku_no',
      'main_barcode',
      'name',
      'spu_id',
      'color_value_id',
      'size_id',
      'brand_id',
      'category_id',
      'tag_price',
      'status',
    ],
    filters: ['spu_id', 'brand_id', 'category_id', 'status'],
    search: ['sku_no', 'name', 'main_barcode'],
    searchThrough: { barcode: goodsCodes.barcode },
    sort: ['-id', 'sku_no', 'name', 'tag_price'],
  },
  scope: { brand: 'brand_id', category: 'category_id' },
  unique: [['spu_id', 'color_value_id', 'size_id']],
  bulk: {
    fields: ['tag_price', 'weight_g', 'status'],
    named: ['main_barcode'],
    access: 'tools:batchEdit',
    path: '/v1/tools/batchEdit',
    type: 2,
  },
});
