import { type RawBuilder, sql } from 'kysely';
import { passingPrices, scopeOf } from '#contract/areas/price/price-enums.ts';

/** Where and when goods are asked the price of; all of them SQL, so that they may be columns. */
export interface Asked {
  readonly sku: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  readonly shop: RawBuilder<unknown>;
  readonly district: RawBuilder<unknown>;
  readonly channel: RawBuilder<unknown>;
}

/** Which prices hold for goods at a place and an instant: a condition on `sale_price` under `alias`. */
export function holds(alias: string, { sku, at, shop, district, channel }: Asked): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`${column('sku_id')} = ${sku} and ${column('effective_at')} <= ${at}
    and (${column('expire_at')} is null or ${column('expire_at')} > ${at}) and ${reaches(alias, { shop, district, channel })}`;
}

/** Which places reach a shop or channel: itself, its district, everywhere. */
export function reaches(
  alias: string,
  { shop, district, channel }: Pick<Asked, 'shop' | 'district' | 'channel'>,
): RawBuilder<boolean> {
  const [type, value] = [sql.ref(`${alias}.scope_type`), sql.ref(`${alias}.scope_value`)];
  return sql<boolean>`(${type} = ${scopeOf.everywhere}
      or (${type} = ${scopeOf.districts} and ${value} = (${district})::text)
      or (${type} = ${scopeOf.shops} and ${value} = (${shop})::text)
      or (${type} = ${scopeOf.channel} and ${value} = (${channel})::text))`;
}

/**
 * Which of several prices wins (domain.md §3.3): a passing one before a lasting one, then the nearest place (shop, channel,
 * district, everywhere), then the one that began last. For `order by`.
 */
export function winning(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`${column('price_type')} = any(${[...passingPrices]}::smallint[]) desc,
    array_position(array[${scopeOf.shops}, ${scopeOf.channel}, ${scopeOf.districts}, ${scopeOf.everywhere}]::smallint[], ${column('scope_type')}),
    ${column('effective_at')} desc, ${column('id')} desc`;
}

/** The price of goods at a place and an instant, as a subselect: the winning one, else the tag price. */
export const priceAt = (asked: Asked, tagPrice: RawBuilder<unknown>): RawBuilder<number> => sql<number>`
  coalesce((select o.price from sale_price o where ${holds('o', asked)} order by ${winning('o')} limit 1), ${tagPrice})`;

/** A place of a sheet as it is asked the price of: a shop knows its district. `alias` has `scope_type` and `scope_value`. */
export function askedAt(alias: string, sku: RawBuilder<unknown>, at: RawBuilder<unknown>): Asked {
  const [type, value] = [sql.ref(`${alias}.scope_type`), sql.ref(`${alias}.scope_value`)];
  return {
    sku,
    at,
    shop: sql`case when ${type} = ${scopeOf.shops} then ${value} end`,
    district: sql`case ${type} when ${scopeOf.districts} then ${value} when ${scopeOf.shops} then (select place.district_id::text from shop as place where place.id::text = ${value}) end`,
    channel: sql`case when ${type} = ${scopeOf.channel} then ${value} end`,
  };
}
