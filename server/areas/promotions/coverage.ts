import { type Kysely, sql } from 'kysely';
import { promotion } from '#contract/areas/promotions/promotion.ts';
import { promotionState, promotionTypes } from '#contract/areas/promotions/promotion-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { stateWords } from '#contract/kit/transition.ts';
import type { Step } from '#server/kit/step.ts';

/** The shops that a document is for: those it names, all where it names none. */
export async function shopsOf(db: Kysely<unknown>, shopIds: unknown): Promise<number[]> {
  if (Array.isArray(shopIds) && shopIds.length > 0) return shopIds as number[];
  const { rows } = await sql<{ id: number }>`select id from shop order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Writes beside a promotion how many goods it is for. */
export async function countGoods(db: Kysely<unknown>, id: number): Promise<void> {
  await sql`update promotion set goods_count = (select count(*) from promotion_skus(${id})) where id = ${id}`.execute(
    db,
  );
}

const { department, finance, ready, running } = promotionState;
const standing = [department, finance, ready, running];

/**
 * Of two promotions of one type and priority for the same goods, place and time nobody could say which holds. One is submitted at
 * a time, so that of two at once the later one finds the other.
 */
export async function refuseRivals({ context: { db }, document }: Step<typeof promotion>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('promotion submit'))`.execute(db);
  const { rows } = await sql<{ promotion_no: string; name: string; status: number; sku_no: string; goods: number }>`
    select o.promotion_no, o.name, o.status, min(k.sku_no) as sku_no, count(*) as goods
    from promotion p join promotion o on o.id <> p.id and o.promotion_type = p.promotion_type and o.priority = p.priority
        and o.status = any(${standing}::smallint[]) and o.start_time < p.end_time and o.end_time > p.start_time
        and (${isEverywhere('p')} or ${isEverywhere('o')} or o.shop_ids && p.shop_ids or o.sale_channel_values && p.sale_channel_values)
      join lateral (select * from promotion_skus(p.id) intersect select * from promotion_skus(o.id)) s (id) on true join sku k on k.id = s.id
    where p.id = ${document.id} group by o.id order by o.id limit 1`.execute(db);
  const [rival] = rows;
  if (!rival) return;
  const type = promotionTypes[document.promotion_type as keyof typeof promotionTypes];
  throw new Refusal(
    'invalid',
    `与 ${rival.promotion_no}（${rival.name}，${stateWords(promotion.states, rival.status)}）同为“${type}”且优先级相同，货品 ${rival.sku_no} 等 ${rival.goods} 个的门店和时间重叠，请改优先级`,
    'priority',
  );
}

const isEverywhere = (alias: string) =>
  sql<boolean>`(cardinality(${sql.ref(`${alias}.shop_ids`)}) = 0 and coalesce(cardinality(${sql.ref(`${alias}.sale_channel_values`)}), 0) = 0)`;
