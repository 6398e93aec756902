import type { Basket, BasketLine, PricingGoods, PricingPromotion } from './basket.ts';

/** Why a promotion is not for a basket at all; undefined where it is. */
export function notFor(promotion: PricingPromotion, basket: Basket): string | undefined {
  const at = Date.parse(basket.at);
  if (at < Date.parse(promotion.start_time)) return '活动未开始';
  if (at >= Date.parse(promotion.end_time)) return '活动已结束';
  if (!isPlace(promotion, basket)) return '不在活动门店或渠道';
  const levels = promotion.user_level ?? [];
  const isForAll = levels.length === 0 || (levels.length === 1 && levels[0] === 0);
  if (!isForAll && (basket.user_level === null || !levels.includes(basket.user_level))) return '会员等级不符';
  return undefined;
}

function isPlace({ shop_ids, sale_channel_values }: PricingPromotion, basket: Basket): boolean {
  const channels = sale_channel_values ?? [];
  if (shop_ids.length === 0 && channels.length === 0) return true;
  return (
    (basket.shop_id !== null && shop_ids.includes(basket.shop_id)) ||
    (basket.sale_channel_value !== null && channels.includes(basket.sale_channel_value))
  );
}

/** A line of the basket that a promotion is for: by its place, and by which line of the promotion (-1 where it has none: all goods). */
export interface Covered {
  readonly place: number;
  readonly by: number;
}

/**
 * The lines of the basket that a promotion is for. Goods that one of its lines leaves out are out; of several lines that mean the same goods
 * the nearest counts: the goods themselves, then the deepest category, then the brand, then the first.
 */
export function coveredBy({ lines }: PricingPromotion, basket: Pick<Basket, 'lines'>): Covered[] {
  const meant = lines.flatMap((line, by) => (line.is_exclude ? [] : [{ line, by }]));
  const left = lines.filter(({ is_exclude }) => is_exclude);
  return basket.lines.flatMap((goods, place) => {
    if (left.some((line) => isMeant(line, goods))) return [];
    if (meant.length === 0) return [{ place, by: -1 }];
    let best: { by: number; near: number } | undefined;
    for (const { line, by } of meant) {
      if (!isMeant(line, goods)) continue;
      const near = nearness(line, goods);
      if (!best || near > best.near) best = { by, near };
    }
    return best ? [{ place, by: best.by }] : [];
  });
}

function isMeant({ sku_id, category_id, brand_id }: PricingGoods, goods: BasketLine): boolean {
  return (
    (sku_id === null || sku_id === goods.sku_id) &&
    (category_id === null || goods.category_path.includes(category_id)) &&
    (brand_id === null || brand_id === goods.brand_id)
  );
}

const nearness = ({ sku_id, category_id, brand_id }: PricingGoods, goods: BasketLine): number =>
  (sku_id === null ? 0 : 100) +
  (category_id === null ? 0 : 2 * (goods.category_path.indexOf(category_id) + 1)) +
  (brand_id === null ? 0 : 1);
