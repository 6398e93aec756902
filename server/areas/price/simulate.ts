import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import type { PriceAnswer, PriceReason } from '#contract/areas/price/price-calls.ts';
import { passingPrices } from '#contract/areas/price/price-enums.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { holds, winning } from '#server/terms/resolve-price.ts';
import { placeName } from './places.ts';

interface Simulated {
  readonly sku_ids: number[];
  readonly at: string;
  readonly shop_id?: number | undefined;
  readonly sale_channel_value?: string | undefined;
}

/** Which prices are of one row, of which one holds at a time: lasting ones together, each passing type by itself (I39). */
const rowOf = (alias: string) =>
  sql`case when ${sql.ref(`${alias}.price_type`)} = any(${[...passingPrices]}::smallint[]) then ${sql.ref(`${alias}.price_type`)} else 1 end`;

/**
 * The price that goods have at an instant in a shop or channel, and every price that holds for them there then, in the order in
 * which they win. Sheets that are approved and wait for their time count as they will: each ends what lasts in its row.
 */
export async function simulate({ db, actor }: ReadContext, asked: Simulated): Promise<PriceAnswer[]> {
  const { rows } = await sql<{
    sku_id: number;
    sku_no: string;
    name: string;
    tag_price: number;
    reasons: PriceReason[];
  }>`
    with known as (
      select id, sku_id, scope_type, scope_value, price_type, price, effective_at, expire_at, sheet_id, false as planned
      from sale_price where sku_id = any(${asked.sku_ids}::bigint[])
      union all
      select -l.id, l.sku_id, s.scope_type, t.scope_value, s.price_type, l.new_price,
        greatest(s.effective_at, s.approved_at), s.expire_at, s.id, true
      from price_sheet s join price_sheet_line l on l.price_sheet_id = s.id
        cross join lateral unnest(case s.scope_type when 1 then array['0'] when 2 then s.organize_ids::text[] when 3 then s.shop_ids::text[] else array[s.sale_channel_value] end) as t (scope_value)
      where s.status = 5 and l.sku_id = any(${asked.sku_ids}::bigint[])
    ), prices as (
      select id, sku_id, scope_type, scope_value, price_type, price, effective_at, sheet_id, planned,
        -- What has no end is ended by the next of its row, even by one that is over by then.
        coalesce(expire_at, (
          select min(n.effective_at) from known n
          where n.planned and n.sku_id = p.sku_id and n.scope_type = p.scope_type and n.scope_value = p.scope_value and ${rowOf('n')} = ${rowOf('p')}
            and (n.effective_at, n.sheet_id) > (p.effective_at, coalesce(p.sheet_id, 0)))) as expire_at
      from known p
    )
    select k.id as sku_id, k.sku_no, k.name, k.tag_price, coalesce((
      select jsonb_agg(jsonb_build_object('price', o.price, 'price_type', o.price_type, 'scope_type', o.scope_type, 'scope_name', ${placeName('o')},
        'effective_at', o.effective_at, 'expire_at', o.expire_at, 'price_no', (select s.price_no from price_sheet s where s.id = o.sheet_id), 'planned', o.planned)
        order by ${winning('o')})
      from prices o where ${holds('o', {
        sku: sql`k.id`,
        at: sql`${asked.at}::timestamptz`,
        shop: sql`${asked.shop_id ?? null}::bigint`,
        district: sql`(select s.district_id from shop s where s.id = ${asked.shop_id ?? null}::bigint)`,
        channel: sql`${asked.sale_channel_value ?? null}::text`,
      })}), '[]') as reasons
    from sku k join unnest(${asked.sku_ids}::bigint[]) with ordinality as a (id, place) on a.id = k.id
    where ${isVisible(sku, actor, 'k')} order by a.place`.execute(db);
  return rows.map(({ tag_price, ...row }) => ({ ...row, price: row.reasons[0]?.price ?? tag_price }));
}
