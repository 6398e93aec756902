import { type RawBuilder, sql } from 'kysely';
import { passingPrices, scopeOf } from '#contract/areas/price/price-enums.ts';

/**
 * What the goods under `alias` (rows of sku) are sold at everywhere, in fen, by the clock of the statement, which is one snapshot
 * (domain.md §3.3): a passing price before a lasting one, of several the one that began last, and the tag price where none holds.
 */
export const presentSalePrice = (alias: string): RawBuilder<number> => sql<number>`
  coalesce((
    select o.price from sale_price as o where o.sku_id = ${sql.ref(`${alias}.id`)} and o.scope_type = ${scopeOf.everywhere} and o.effective_at <= now() and (o.expire_at is null or o.expire_at > now())
    order by o.price_type = any(${[...passingPrices]}::smallint[]) desc, o.effective_at desc, o.id desc limit 1), ${sql.ref(`${alias}.tag_price`)})`;
