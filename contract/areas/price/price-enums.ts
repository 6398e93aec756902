import type { Choices } from '../../kit/field.ts';
import { codesOf, type States } from '../../kit/states.ts';

/** price_type of domain.md §2. The last two go before the others where several hold at once (domain.md §3.3). */
export const priceType = { 1: '首次定价', 2: '永久调价', 3: '限时特价', 4: '清仓价' } as const satisfies Choices;
/** Types that go before the others, for as long as they hold. */
export const passingPrices: readonly number[] = [3, 4];
/** The type that holds for a time and then no more. */
export const limitedPrice = 3;

/** price_source of domain.md §2. */
export const priceSource = { 1: '总部调价', 2: '门店/区域申请', 3: '批量导入' } as const satisfies Choices;

/** price_scope of domain.md §2. */
export const priceScope = { 1: '全部', 2: '区域', 3: '指定门店', 4: '线上渠道' } as const satisfies Choices;
export const scopeOf = { everywhere: 1, districts: 2, shops: 3, channel: 4 } as const;
/** `scope_value` of a price that holds everywhere. */
export const everywhereValue = '0';

/**
 * The types among which prices of one place follow one another: lasting ones are one row of prices, each passing type is another.
 * Only within a row do prices end or conflict with one another.
 */
export const rowOfType = (type: number): readonly number[] => (passingPrices.includes(type) ? [type] : [1, 2]);

/** States of priceSheet (domain.md §4) and their codes by name. */
export const priceSheetStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待部门审核', 'department', 'waiting'],
  2: ['待财务审核', 'finance', 'waiting'],
  3: ['待区域审核', 'district', 'waiting'],
  4: ['待商品审核', 'commodity', 'waiting'],
  5: ['待生效', 'ready', 'moving'],
  6: ['已生效', 'inForce', 'done'],
  7: ['已驳回', 'rejected', 'refused'],
  8: ['已失效', 'ended', 'void'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const priceSheetState = codesOf(priceSheetStates);
