import { type RawBuilder, sql } from 'kysely';
import type { OrderOptions } from './order-options.ts';

/** Where what is sold without a shop comes from, and what a shop sells. */
const platform = { source: 4, type: 'platform' } as const;
const shopPos = { source: 1, type: 'shop' } as const;

/** The till that a file is of, in the words of an order. */
export const soldBy = ({ shopId }: OrderOptions): { readonly source: number; readonly type: string } =>
  shopId === undefined ? platform : shopPos;

/** The business year of an instant. */
const yearOf = (at: RawBuilder<unknown>): RawBuilder<number> =>
  sql`date_part('year', ${at} at time zone 'Asia/Shanghai')`;

/** The years of the rows of an invoice, over rows `p` with their instant `at`: it may begin before midnight and end behind it. */
export const invoiceYears = sql`${yearOf(sql`min(p.at) over invoice`)} as first_year, ${yearOf(sql`max(p.at) over invoice`)} as last_year`;

/**
 * Whether `sale_order o`, or `order_service v`, is what an import made of invoices of this till: each till counts its own receipts, and anew each
 * year, so that number 1 of another is another order (amendments H7).
 */
export const ofTill = {
  order: (options: OrderOptions): RawBuilder<boolean> =>
    sql`(o.imported and o.source = ${soldBy(options).source} and o.shop_id is not distinct from ${options.shopId ?? null}::bigint)`,
  service: ({ shopId }: OrderOptions): RawBuilder<boolean> =>
    sql`(v.imported and v.shop_id is not distinct from ${shopId ?? null}::bigint)`,
} as const;

/** The same of one that an earlier import made of an invoice of `f`, which has the years of its rows. */
export const madeBefore = {
  order: (options: OrderOptions): RawBuilder<boolean> =>
    sql`(${ofTill.order(options)} and o.source_order_no = f.invoice and ${yearOf(sql`o.ordered_at`)} between f.first_year and f.last_year)`,
  service: (options: OrderOptions): RawBuilder<boolean> =>
    sql`(${ofTill.service(options)} and ${yearOf(sql`v.applied_at`)} between f.first_year and f.last_year)`,
} as const;
