import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { sku } from '../goods/sku.ts';

/** price_type of domain.md §2. The last two go before the others where several hold at once (domain.md §3.3). */
const priceType = { 1: '首次定价', 2: '永久调价', 3: '限时特价', 4: '清仓价' } as const;
/** Types that go before the others, for as long as they hold. */
export const passingPrices = [3, 4] as const;

/** price_scope of domain.md §2. */
const priceScope = { 1: '全部', 2: '区域', 3: '指定门店', 4: '线上渠道' } as const;
export const everywhere = 1;

/**
 * A price that goods are sold at, from `effective_at` on and before `expire_at` (domain.md §3.3). `scope_value` is the id of the
 * district or shop, the channel, or `0` for everywhere. Calls and screens, and the sheet it comes from, come with the
 * issue of prices; tables and exports are here (decision 0021).
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
  },
  calls: {},
  list: {
    columns: ['sku_id', 'scope_type', 'scope_value', 'price_type', 'price', 'effective_at', 'expire_at'],
    filters: ['sku_id', 'scope_type', 'price_type', 'effective_at'],
    search: [],
    sort: ['-id'],
  },
  scope: { brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
});
