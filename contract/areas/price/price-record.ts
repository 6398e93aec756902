import { person } from '../../kit/base-fields.ts';
import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { sku } from '../goods/sku.ts';
import { priceScope } from './price-enums.ts';

/** What became of the price of a piece of goods at a place, and by which sheet: only ever added to (domain.md §3.3). */
export const priceRecord = entity('priceRecord', {
  label: '价格变更记录',
  group: '/v1/price',
  title: 'price_no',
  view: true,
  fields: {
    sku_id: reference(() => sku, '货品'),
    scope_type: choice('范围', priceScope),
    scope_value: text('范围值'),
    scope_name: text('范围名称'),
    old_price: money('原价'),
    new_price: money('新价'),
    price_no: text('调价单号'),
    at: time('变更时间'),
    admin_id: reference(() => person, '操作人'),
  },
  calls: { list: ['records', 'price:view'] },
  list: {
    columns: ['at', 'sku_id', 'scope_type', 'scope_name', 'old_price', 'new_price', 'price_no', 'admin_id'],
    filters: ['sku_id', 'scope_type', 'price_no', 'at'],
    search: ['price_no'],
    searchThrough: { 'sku_id.sku_no': '货品编码' },
    sort: ['-id', '-at'],
  },
  scope: { brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
});
