import { sql } from 'kysely';
import { z } from 'zod';
import { sku } from '#contract/areas/goods/sku.ts';
import { userLevels } from '#contract/areas/members/member-enums.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { priceBasket } from '#contract/areas/promotions/pricing/price-basket.ts';
import { promotion } from '#contract/areas/promotions/promotion.ts';
import { type ExplainQuestion, promotionCalls, simulation } from '#contract/areas/promotions/promotion-calls.ts';
import { promotionState } from '#contract/areas/promotions/promotion-enums.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { checkReferences } from '#server/kit/references.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { priceAt } from '#server/terms/resolve-price.ts';
import { readPromotions } from './read-promotions.ts';

const id = z.int().min(1);
const schema = z.strictObject({
  shop_id: id.optional(),
  sale_channel_value: z.string().trim().min(1).max(limits.name).optional(),
  user_level: z.literal(Object.keys(userLevels).map(Number)).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  lines: z
    .array(z.strictObject({ sku_id: id, qty: z.int().min(1).max(limits.quantity) }))
    .min(1)
    .max(simulation.basket),
  promotion_id: id.optional(),
});

/** What a basket costs under the promotions that run, and why each of them holds or does not. */
export function serveExplain({ registry }: Kit): void {
  registry.read(promotionCalls.explain, schema, explain);
}

async function explain(context: ReadContext, asked: ExplainQuestion): Promise<OutputOf<typeof promotionCalls.explain>> {
  const { db, actor, now } = context;
  await checkReferences(db, actor, { fields: { shop_id: reference(() => shop, '门店') }, records: [{ ...asked }] });
  const promotions = await readPromotions(
    db,
    sql<boolean>`${isVisible(promotion, actor, 'p')} and (p.status = ${promotionState.running} or p.id = ${asked.promotion_id ?? 0})`,
  );
  const tried = promotions.find((one) => one.id === asked.promotion_id);
  if (asked.promotion_id !== undefined && !tried) throw new Refusal('notFound');
  // What has not begun is tried at its beginning.
  const at = asked.at ?? (tried && Date.parse(tried.start_time) > now.getTime() ? tried.start_time : now.toISOString());
  const goods = await readGoods(context, asked, at);
  const lines = asked.lines.map(({ sku_id, qty }, place) => {
    const found = goods.get(sku_id);
    if (!found) throw new Refusal('invalid', `第 ${place + 1} 行的货品不存在`, `lines.${place}.sku_id`);
    return { sku_id, qty, sale_price: found.price, brand_id: found.brand_id, category_path: found.category_path };
  });
  const basket = {
    shop_id: asked.shop_id ?? null,
    sale_channel_value: asked.sale_channel_value ?? null,
    user_level: asked.user_level ?? null,
    at,
    lines,
  };
  return {
    ...priceBasket(basket, promotions),
    goods: Object.fromEntries([...goods].map(([key, { sku_no, name }]) => [key, { sku_no, name }])),
  };
}

interface Goods {
  id: number;
  sku_no: string;
  name: string;
  brand_id: number | null;
  category_path: number[];
  price: number;
}

async function readGoods(
  { db, actor }: ReadContext,
  { lines, shop_id, sale_channel_value }: ExplainQuestion,
  at: string,
): Promise<Map<number, Goods>> {
  const where = {
    sku: sql`k.id`,
    at: sql`${at}::timestamptz`,
    shop: sql`${shop_id ?? null}::bigint`,
    district: sql`(select district_id from shop where id = ${shop_id ?? null}::bigint)`,
    channel: sql`${sale_channel_value ?? null}::text`,
  };
  const { rows } = await sql<Goods>`
    select k.id, k.sku_no, k.name, k.brand_id, coalesce(string_to_array(c.path, '/')::bigint[], '{}') as category_path, ${priceAt(where, sql`k.tag_price`)} as price
    from sku k left join category c on c.id = k.category_id
    where k.id = any(${lines.map(({ sku_id }) => sku_id)}::bigint[]) and ${isVisible(sku, actor, 'k')}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
