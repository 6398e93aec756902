import { choice } from '../../kit/kinds/choice.ts';
import { references } from '../../kit/kinds/reference.ts';
import { texts } from '../../kit/kinds/text.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import type { Pair, Span } from './form.ts';

/** 全部(无需值), of product_type: it needs no list of goods (specification §5, "except type value 4"). */
export const allProducts = 4;
/** The channel that needs no value (specification §5). */
export const agentChannel = 'agent';

/** What half a pair is refused with. */
export const together = '类型和值需同时传递';

/** Which goods, by their codes. */
export const products = {
  product_type: choice('商品类型', { 1: 'SKU编码', 2: 'SPU编码', 3: '条码', [allProducts]: '全部' }),
  product_value: texts('商品值'),
};
export const productPair: Pair = {
  type: 'product_type',
  value: 'product_value',
  words: together,
  alone: [allProducts],
};

/** Which goods, by what they are. */
export const goodsOf = {
  category_ids: references(() => category, '商品分类'),
  brand_ids: references(() => brand, '品牌'),
};
export const suppliers = { supplier_ids: references(() => supplier, '供应商') };
export const warehouses = { w_ids: references(() => warehouse, '仓库') };

/** A span of time between two fields. */
export const span = (label: string, from: string, to: string): Span => ({ label, from, to });

/** The fields at the ends of spans. */
export function endsOf(...spans: readonly Span[]): string[] {
  return spans.flatMap(({ from, to }) => [from, to]);
}
