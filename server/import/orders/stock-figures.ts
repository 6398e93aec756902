import { sql } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';
import type { OrderOptions } from './order-options.ts';
import { madeBefore } from './till.ts';

/** What came of orders that were to post stock, besides the pieces. */
export interface StockFigures {
  /** Invoices that the warehouse could not serve. */
  readonly shortOrders: number;
  /** Returns whose pieces went with one of those. */
  readonly refusedReturns: number;
  /** Orders and after-sales of the file that an earlier import added without posting: they stay so. */
  readonly leftUnposted: number;
}

/** Counts invoices of the judged file by what became of their stock. */
export async function stockFigures(tx: Tx, options: OrderOptions): Promise<StockFigures> {
  const { rows } = await sql<StockFigures>`
    select count(distinct invoice) filter (where kind = 'sale' and refusal = 'stock short')::int as "shortOrders",
      count(distinct invoice) filter (where kind = 'cancellation' and refusal = 'sale refused')::int as "refusedReturns",
      (select count(*)::int from (select distinct kind, invoice, first_year, last_year from import_judged where there and refusal is null) f
        where f.kind = 'sale' and exists (select 1 from sale_order o where ${madeBefore.order(options)} and not o.stock_posted)
          or f.kind = 'cancellation' and exists (select 1 from order_service v where v.source_service_no = f.invoice and ${madeBefore.service(options)} and not v.stock_posted)
      ) as "leftUnposted"
    from import_judged where refusal in ('stock short', 'sale refused')`.execute(tx);
  return rows[0] ?? { shortOrders: 0, refusedReturns: 0, leftUnposted: 0 };
}
