import { type Kysely, sql } from 'kysely';
import { everywhereValue, priceScope, scopeOf } from '#contract/areas/price/price-enums.ts';

/** Where a price holds: a kind of place and which one. */
export interface Place {
  readonly scope_type: number;
  readonly scope_value: string;
}

/** What a sheet, or whoever thinks of one, says of where. */
export interface Placed {
  readonly scope_type: number;
  readonly organize_ids?: readonly number[] | null | undefined;
  readonly shop_ids?: readonly number[] | null | undefined;
  readonly sale_channel_value?: string | null | undefined;
}

/** The places that a sheet prices, each by itself (amendments G17). */
export function placesOf({ scope_type, organize_ids, shop_ids, sale_channel_value }: Placed): Place[] {
  const values: Readonly<Record<number, readonly string[]>> = {
    [scopeOf.everywhere]: [everywhereValue],
    [scopeOf.districts]: (organize_ids ?? []).map(String),
    [scopeOf.shops]: (shop_ids ?? []).map(String),
    [scopeOf.channel]: sale_channel_value ? [sale_channel_value] : [],
  };
  return (values[scope_type] ?? []).map((scope_value) => ({ scope_type, scope_value }));
}

/** What a place is called: the district or shop by its name, the channel as it is. SQL over columns of these names under `alias`. */
export const placeName = (alias: string) => sql<string>`
  case ${sql.ref(`${alias}.scope_type`)}
    when ${scopeOf.districts} then (select district.name from organize as district where district.id::text = ${sql.ref(`${alias}.scope_value`)})
    when ${scopeOf.shops} then (select place.name from shop as place where place.id::text = ${sql.ref(`${alias}.scope_value`)})
    when ${scopeOf.channel} then ${sql.ref(`${alias}.scope_value`)}
    else ${priceScope[scopeOf.everywhere]} end`;

/** Districts and shops that a sheet concerns: those named, the districts of the shops and the shops of the districts. */
export async function concernedBy(
  db: Kysely<unknown>,
  { scope_type, organize_ids, shop_ids }: Placed,
): Promise<{ concerned_organize_ids: number[]; concerned_shop_ids: number[] }> {
  const byShop = scope_type === scopeOf.shops;
  if (!byShop && scope_type !== scopeOf.districts) return { concerned_organize_ids: [], concerned_shop_ids: [] };
  const named = [...((byShop ? shop_ids : organize_ids) ?? [])];
  const { rows } = await sql<{ shops: number[]; districts: number[] }>`
    select coalesce(array_agg(id order by id), '{}') as shops, coalesce(array_agg(distinct district_id), '{}') as districts
    from shop where ${byShop ? sql`id` : sql`district_id`} = any(${named}::bigint[])`.execute(db);
  const found = rows[0] ?? { shops: [], districts: [] };
  return byShop
    ? { concerned_organize_ids: found.districts, concerned_shop_ids: named }
    : { concerned_organize_ids: named, concerned_shop_ids: found.shops };
}
