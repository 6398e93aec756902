import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';
import { sku } from '../goods/sku.ts';

/** Goods that are given away (domain.md §3.7). One gift for each piece of goods, so that what was given is known by its goods. */
export const gift = entity('gift', {
  label: '赠品',
  group: '/v1/promotion',
  number: { prefix: 'LP', field: 'gift_no', digits: 6 },
  title: 'name',
  hint: 'gift_no',
  fields: {
    gift_no: text('赠品编号', { unique: true, derived: true }),
    name: text('赠品名称', { required: true }),
    sku_id: reference(() => sku, '货品', { required: true, unique: true }),
    value_amount: money('赠品价值', { required: true }),
    per_user_limit: integer('每人限领', { least: 1, most: 999 }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: {
    list: ['giftList', 'promotion:giftView'],
    detail: ['giftDetail', 'promotion:giftView'],
    options: ['giftOptions', 'login'],
    add: ['giftSave', 'promotion:giftSave'],
    edit: ['giftSave', 'promotion:giftSave'],
    status: ['giftStatus', 'promotion:giftSave'],
  },
  list: {
    columns: ['gift_no', 'name', 'sku_id', 'value_amount', 'per_user_limit', 'status', 'updated_at'],
    filters: ['sku_id', 'status'],
    search: ['gift_no', 'name'],
    searchThrough: { 'sku_id.sku_no': '货品编码' },
    sort: ['-id', 'name', 'value_amount'],
  },
  scope: { brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
});
