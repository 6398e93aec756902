import { type RawBuilder, sql } from 'kysely';
import { salePrice } from '#contract/areas/price/sale-price.ts';
import { fieldColumn } from '#server/tasks/exports/columns.ts';
import type { ExportColumn } from '#server/tasks/exports/source.ts';
import { presentSalePrice } from '#server/terms/present-sale-price.ts';

/** Lateral `a` with the `price` that sku `k` is sold at everywhere. A few rows for each piece of goods that is asked for, so the cost is that of what is exported. */
export const joinPresentPrice: RawBuilder<unknown> = sql`
  cross join lateral (select ${presentSalePrice('k')} as price) as a`;

/** Lateral `n` of style `p`: how many `skus` it has, and the lowest `price` any of them is sold at. */
export const joinPieces: RawBuilder<unknown> = sql`
  cross join lateral (select count(*) as skus, min(a.price) as price from sku as k${joinPresentPrice} where k.spu_id = p.id) as n`;

/** 现售价, of what is joined under `alias`. */
export const presentPrice = (alias: 'a' | 'n'): ExportColumn => ({
  ...fieldColumn(salePrice.fields, 'price', sql.ref(`${alias}.price`)),
  heading: salePrice.label,
});
