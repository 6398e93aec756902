import { type RawBuilder, sql } from 'kysely';

import { passingPrices, scopeOf } from '#contract/areas/price/price-words.ts';
import { salePrice } from '#contract/areas/price/sale-price.ts';
import { fieldColumn } from '#server/tasks/exports/columns.ts';
import type { ExportColumn } from '#server/tasks/exports/source.ts';

/**
 * Lateral `a` with the `price` that sku `k` is sold at everywhere, by the clock of the statement, which is one snapshot (domain.md
 * §3.3): a passing price before a lasting one, of several the one that began last, and the tag price where none holds. A few rows
 * for each piece of goods that is asked for, so the cost is that of what is exported.
 */
export const joinPresentPrice: RawBuilder<unknown> = sql`
  cross join lateral (select coalesce((
    select o.price from sale_price as o where o.sku_id = k.id and o.scope_type = ${scopeOf.everywhere} and o.effective_at <= now() and (o.expire_at is null or o.expire_at > now())
    order by o.price_type = any(${[...passingPrices]}::smallint[]) desc, o.effective_at desc, o.id desc limit 1), k.tag_price) as price) as a`;

/** Lateral `n` of style `p`: how many `skus` it has, and the lowest `price` any of them is sold at. */
export const joinPieces: RawBuilder<unknown> = sql`
  cross join lateral (select count(*) as skus, min(a.price) as price from sku as k${joinPresentPrice} where k.spu_id = p.id) as n`;

/** 现售价, of what is joined under `alias`. */
export const presentPrice = (alias: 'a' | 'n'): ExportColumn => ({
  ...fieldColumn(salePrice.fields, 'price', sql.ref(`${alias}.price`)),
  heading: salePrice.label,
});
