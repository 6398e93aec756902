import { sql } from 'kysely';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import type { PricingPromotion } from '#contract/areas/promotions/pricing/basket.ts';
import { priceBasket } from '#contract/areas/promotions/pricing/price-basket.ts';
import type { Simulated } from '#contract/areas/promotions/promotion-calls.ts';
import { promotionType } from '#contract/areas/promotions/promotion-enums.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { priceAt } from '#server/terms/resolve-price.ts';

const shown = 50;
/** Types that say what a single piece costs; of the others that depends on what is bought with it. */
const ofPieces: readonly number[] = [promotionType.price, promotionType.discount];

/** Goods that a promotion sells below what they were bought in at last, untaxed; those that lose the most first. */
export async function losingGoods(
  { db }: ReadContext,
  promotion: PricingPromotion,
): Promise<NonNullable<Simulated['losing']>> {
  if (!ofPieces.includes(promotion.promotion_type)) return [];
  const none = sql`null::bigint`;
  const asked = { sku: sql`k.id`, at: sql`now()`, shop: none, district: none, channel: sql`null::text` };
  const { rows } = await sql<{
    sku_id: number;
    sku_no: string;
    name: string;
    brand_id: number | null;
    category_path: number[];
    price: number;
    cost_price: number;
  }>`
    select k.id as sku_id, k.sku_no, k.name, k.brand_id, coalesce(string_to_array(c.path, '/')::bigint[], '{}') as category_path,
      ${priceAt(asked, sql`k.tag_price`)} as price, b.cost_price
    from promotion_skus(${promotion.id}) as m (sku_id) join sku k on k.id = m.sku_id left join category c on c.id = k.category_id
      join lateral (
        select d.cost_price from in_ware_batch_detail d join in_ware_batch i on i.id = d.in_ware_batch_id
        where d.sku_id = k.id and i.status = 4 and d.is_origin and d.cost_price is not null order by d.id desc limit 1) b on true`.execute(
    db,
  );
  const open = { ...promotion, shop_ids: [], sale_channel_values: null, user_level: null };
  return rows
    .flatMap(({ price, cost_price, brand_id, category_path, sku_id, ...named }) => {
      const line = { sku_id, qty: 1, sale_price: price, brand_id, category_path };
      const { lines } = priceBasket(
        { shop_id: null, sale_channel_value: null, user_level: null, at: new Date(0).toISOString(), lines: [line] },
        [open],
      );
      const least = lines[0]?.final_amount ?? price;
      return least < cost_price ? [{ sku_id, ...named, cost_price, least_price: least }] : [];
    })
    .sort((one, other) => other.cost_price - other.least_price - (one.cost_price - one.least_price))
    .slice(0, shown);
}

/** Price sheets that price the same goods while the promotion runs: what is planned with both is worth a second look. */
export async function sheetsOf({ db, actor }: ReadContext, promotion: PricingPromotion): Promise<Simulated['sheets']> {
  const { rows } = await sql<Simulated['sheets'][number]>`
    select s.id as sheet_id, case when ${isVisible(priceSheet, actor, 's')} then s.price_no end as price_no, s.status, s.effective_at, s.expire_at, count(*) as goods
    from price_sheet s join price_sheet_line l on l.price_sheet_id = s.id join promotion_skus(${promotion.id}) as m (sku_id) on m.sku_id = l.sku_id
    where (s.status between 1 and 5 or (s.status = 6 and s.expire_at is not null))
      and s.effective_at < ${promotion.end_time} and coalesce(s.expire_at, 'infinity') > ${promotion.start_time}
    group by s.id order by s.effective_at, s.id limit ${shown}`.execute(db);
  return rows;
}
