import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PricingPromotion } from '#contract/areas/promotions/pricing/basket.ts';

/** Promotions as a basket is priced under them; `where` is a condition on `p`. */
export async function readPromotions(db: Kysely<unknown>, where: RawBuilder<boolean>): Promise<PricingPromotion[]> {
  const { rows } = await sql<PricingPromotion>`
    select p.id, p.promotion_no, p.name, p.promotion_type, p.priority, p.stackable, p.cut_amount, p.discount_x10,
      p.step_amount_1, p.step_cut_1, p.step_amount_2, p.step_cut_2, p.step_amount_3, p.step_cut_3, p.repeats,
      p.step_qty_1, p.step_discount_1, p.step_qty_2, p.step_discount_2, p.step_qty_3, p.step_discount_3,
      p.nth, p.nth_discount_x10, p.exchange_amount, p.shop_ids, p.sale_channel_values, p.user_level, p.start_time, p.end_time,
      coalesce((
        select jsonb_agg(jsonb_build_object('is_exclude', g.is_exclude, 'sku_id', g.sku_id, 'category_id', g.category_id, 'brand_id', g.brand_id,
          'promo_price', g.promo_price, 'discount_x10', g.discount_x10, 'limit_qty', g.limit_qty) order by g.id)
        from promotion_goods g where g.promotion_id = p.id), '[]'::jsonb) as lines
    from promotion p where ${where} order by p.id`.execute(db);
  return rows;
}
