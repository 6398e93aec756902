import { sql } from 'kysely';
import { z } from 'zod';
import { order } from '#contract/areas/orders/order.ts';
import type { Basket, BasketLine, PricingPromotion } from '#contract/areas/promotions/pricing/basket.ts';
import { priceBasket } from '#contract/areas/promotions/pricing/price-basket.ts';
import { promotion } from '#contract/areas/promotions/promotion.ts';
import { promotionCalls, type Simulated, simulation } from '#contract/areas/promotions/promotion-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { losingGoods, sheetsOf } from './beside.ts';
import { readPromotions } from './read-promotions.ts';

/** Prices the orders of the last days again under one promotion alone: what it would have cost, and on which goods. */
export function serveSimulate({ registry }: Kit): void {
  const asked = z.strictObject({ id: z.int().min(1), days: z.int().min(1).max(simulation.mostDays) });
  registry.read(promotionCalls.simulate, asked, simulate);
}

const alwaysFrom = '1970-01-01T00:00:00.000Z';
const alwaysTo = '9999-01-01T00:00:00.000Z';
const shown = 10;

async function simulate(context: ReadContext, { id, days }: { id: number; days: number }): Promise<Simulated> {
  const { db, actor } = context;
  const [found] = await readPromotions(db, sql<boolean>`p.id = ${id} and ${isVisible(promotion, actor, 'p')}`);
  if (!found) throw new Refusal('notFound');
  const { baskets, count } = await readBaskets(context, found, days);
  // Its own time is to come: what is asked is what it would have been then.
  const anytime = { ...found, start_time: alwaysFrom, end_time: alwaysTo };
  const sums = { affected_count: 0, goods_amount: 0, discount_amount: 0 };
  const byGoods = new Map<number, { qty: number; amount: number }>();
  for (const basket of baskets) {
    const { lines, discount_amount, goods_amount } = priceBasket(basket, [anytime]);
    if (discount_amount === 0) continue;
    sums.affected_count += 1;
    sums.goods_amount += goods_amount;
    sums.discount_amount += discount_amount;
    for (const { sku_id, qty, amount, final_amount } of lines) {
      if (amount === final_amount) continue;
      const before = byGoods.get(sku_id) ?? { qty: 0, amount: 0 };
      byGoods.set(sku_id, { qty: before.qty + qty, amount: before.amount + amount - final_amount });
    }
  }
  const first = [...byGoods].sort(([one, a], [other, b]) => b.amount - a.amount || one - other).slice(0, shown);
  const names = await namesOf(
    context,
    first.map(([skuId]) => skuId),
  );
  return {
    days,
    cut_short: baskets.length >= simulation.orders,
    order_count: count,
    ...sums,
    top: first.map(([sku_id, { qty, amount }]) => ({
      sku_id,
      ...(names.get(sku_id) ?? { sku_no: '', name: '' }),
      qty,
      discount_amount: amount,
    })),
    losing: actor.permissions.has('stock:costView') ? await losingGoods(context, anytime) : null,
    sheets: await sheetsOf(context, found),
  };
}

/** The newest orders that have goods of the promotion in them, each as a basket; cancelled ones, gifts and imperfect pieces are left out. */
async function readBaskets(
  { db, actor, now }: ReadContext,
  { id }: PricingPromotion,
  days: number,
): Promise<{ baskets: Basket[]; count: number }> {
  const since = new Date(now.getTime() - days * 86_400_000).toISOString();
  const seen = sql<boolean>`o.ordered_at >= ${since} and o.ordered_at <= ${now.toISOString()} and o.status <> 6 and ${isVisible(order, actor, 'o')}`;
  const { rows: counted } = await sql<{
    count: number;
  }>`select count(*) as count from sale_order o where ${seen}`.execute(db);
  const { rows } = await sql<Omit<Basket, 'lines' | 'at'> & { order_id: number; ordered_at: string } & BasketLine>`
    with meant as materialized (select * from promotion_skus(${id}) as m (sku_id)),
    affected as materialized (
      select o.id from sale_order o where ${seen} and exists (
        select 1 from sale_order_item i join meant using (sku_id) where i.sale_order_id = o.id and not i.is_gift and i.imperfect_type = 0)
      order by o.ordered_at desc, o.id desc limit ${simulation.orders})
    select o.id as order_id, o.shop_id, o.sale_channel_value, u.level as user_level, o.ordered_at, i.sku_id, i.sale_price, i.qty, k.brand_id,
      coalesce(string_to_array(c.path, '/')::bigint[], '{}') as category_path
    from affected a join sale_order o on o.id = a.id join sale_order_item i on i.sale_order_id = o.id and not i.is_gift and i.imperfect_type = 0
      join sku k on k.id = i.sku_id left join category c on c.id = k.category_id left join member_user u on u.id = o.user_id
    order by o.id, i.id`.execute(db);
  const baskets = new Map<number, Basket & { lines: BasketLine[] }>();
  for (const { order_id, shop_id, sale_channel_value, user_level, ordered_at, ...line } of rows) {
    const basket = baskets.get(order_id) ?? { shop_id, sale_channel_value, user_level, at: ordered_at, lines: [] };
    basket.lines.push(line);
    baskets.set(order_id, basket);
  }
  return { baskets: [...baskets.values()], count: counted[0]?.count ?? 0 };
}

async function namesOf(
  { db }: ReadContext,
  ids: readonly number[],
): Promise<Map<number, { sku_no: string; name: string }>> {
  const { rows } = await sql<{ id: number; sku_no: string; name: string }>`
    select id, sku_no, name from sku where id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...named }) => [id, named]));
}
