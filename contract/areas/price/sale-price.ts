import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { sku } from '../goods/sku.ts';
import { priceScope, priceType } from './price-enums.ts';
import { priceSheet } from './price-sheet.ts';

/**
 * A price that goods are sold at, from `effective_at` on and before `expire_at` (domain.md §3.3). `scope_value` is the id of the
 * district or shop, the channel, or `0` for everywhere. Written when a price sheet comes into force and by nothing else; those of
 * before there were sheets have none.
 */
export const salePrice = entity('salePrice', {
  label: '现售价',
  group: '/v1/price',
  title: 'scope_value',
  fields: {
    sku_id: reference(() => sku, '货品', { required: true }),
    scope_type: choice('范围', priceScope, { required: true }),
    scope_value: text('范围值', { required: true }),
    price_type: choice('价格类型', priceType, { required: true }),
    price: money('售价', { required: true }),
    effective_at: time('生效时间', { required: true }),
    expire_at: time('失效时间'),
    sheet_id: reference(() => priceSheet, '来源调价单'),
  },
  calls: { list: ['goodsList', 'price:view'] },
  list: {
    columns: ['sku_id', 'scope_type', 'scope_value', 'price_type', 'price', 'effective_at', 'expire_at', 'sheet_id'],
    filters: ['sku_id', 'scope_type', 'price_type', 'effective_at'],
    search: [],
    searchThrough: { 'sku_id.sku_no': '货品编码' },
    sort: ['-id'],
  },
  scope: { brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
});
