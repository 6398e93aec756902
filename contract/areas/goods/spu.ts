import { entity, usualCalls } from '../../kit/definition.ts';
import { choice, flag, word } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, rate } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { coModel, seasonName, sexName, spuStatus } from '../enums.ts';
import { supplier } from '../partners/supplier.ts';
import { attributeKey, attributeValue } from './attribute.ts';
import { brand } from './brand.ts';
import { category } from './category.ts';
import { goodsCodes } from './codes.ts';
import { sizeType } from './size.ts';
import { unit } from './unit.ts';

/** A style of goods, with its values of the attributes that its category has (domain.md §3.2). */
export const spu = entity('spu', {
  label: '商品',
  group: '/v1/spu',
  title: 'name',
  hint: 'spu_no',
  number: { prefix: 'P', field: 'spu_no', digits: 8 },
  fields: {
    spu_no: text('SPU编码', { unique: true, derived: true }),
    style_no: text('货号/款号', { required: true, most: 32 }),
    name: text('商品名称', { required: true }),
    category_id: reference(() => category, '商品分类', { required: true }),
    brand_id: reference(() => brand, '品牌', { required: true }),
    unit_id: reference(() => unit, '单位', { required: true }),
    size_type_id: reference(() => sizeType, '尺码组'),
    year: integer('年份', { least: 2000, most: 2100 }),
    season_name: word('季节', seasonName),
    sex_name: word('性别', sexName),
    supplier_id: reference(() => supplier, '主供应商'),
    co_model: choice('合作模式', coModel),
    tag_price: money('吊牌价', { required: true }),
    tax_rate_bp: rate('税率', { initial: 1300 }),
    online_time: time('上市时间'),
    is_code_managed: flag('唯一码管理'),
    is_expire_managed: flag('效期管理'),
    shelf_life_days: integer('保质期(天)'),
    washing: prose('洗涤说明', { most: 200 }),
    origin_place: text('产地'),
    grade: text('等级', { most: 32 }),
    status: choice('状态', spuStatus, { initial: 0, derived: true }),
  },
  lines: {
    label: '商品属性',
    name: 'attribute',
    fields: {
      key_id: reference(() => attributeKey, '属性', { required: true }),
      value_ids: references(() => attributeValue, '属性值'),
      text: text('内容', { most: 200 }),
    },
    unique: ['key_id'],
    most: 100,
  },
  calls: {
    ...usualCalls('spu'),
    list: ['spuList', 'spu:view'],
    detail: ['spuDetail', 'spu:view'],
    options: ['getList', 'login'],
    add: ['addSpu', 'spu:addSpu'],
    edit: ['modifySpu', 'spu:modifySpu'],
  },
  list: {
    columns: [
      'spu_no',
      'style_no',
      'name',
      'category_id',
      'brand_id',
      'season_name',
      'sex_name',
      'tag_price',
      'co_model',
      'supplier_id',
      'status',
      'updated_at',
    ],
    filters: ['category_id', 'brand_id', 'season_name', 'sex_name', 'status', 'online_time'],
    search: ['name', 'spu_no', 'style_no'],
    searchThrough: {
      'sku.sku_no': goodsCodes.sku_no,
      'sku.main_barcode': goodsCodes.barcode,
      'sku.barcode': goodsCodes.barcode,
    },
    sort: ['-id', 'spu_no', 'style_no', 'name', 'tag_price', '-updated_at'],
  },
  scope: { brand: 'brand_id', category: 'category_id' },
  unique: [['brand_id', 'style_no']],
  bulk: {
    fields: [
      'name',
      'category_id',
      'unit_id',
      'year',
      'season_name',
      'sex_name',
      'supplier_id',
      'co_model',
      'tag_price',
      'tax_rate_bp',
      'online_time',
      'shelf_life_days',
    ],
    named: ['style_no'],
    access: 'tools:batchEdit',
    path: '/v1/tools/batchEdit',
    type: 1,
  },
});
