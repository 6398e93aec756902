import { type RawBuilder, sql } from 'kysely';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Key, keyOf, lockBalances } from './balances.ts';
import type { Books } from './policies.ts';
import type { Source } from './posting.ts';

/** What one piece of a batch costs from now on: fen, untaxed. */
export interface NewCost {
  /** Line of the inbound batch that the goods came in by. */
  readonly origin: number;
  readonly cost: number;
  /** Line of the document that says so. */
  readonly lineId: number;
}

/** What stands of a batch at one place, and by how much what it costs has changed. Fen. */
export interface Revalued extends Key {
  readonly origin: number;
  readonly lineId: number;
  /** The warehouse, or the one it is on its way to. */
  readonly warehouseId: number;
  readonly inTransit: boolean;
  readonly qty: number;
  readonly amount: number;
}

interface Revaluing {
  readonly source: Source;
  readonly costs: readonly NewCost[];
  /** ISO time from which it holds. */
  readonly at: string;
  readonly opId: string;
  readonly adminId: number;
}

/**
 * Changes what batches cost, wherever their pieces stand: in warehouses, in transit, and where none is left, so that those that come back
 * come at the new cost (P12, biz_type 501, amendments B and G3). No piece moves. All pieces at a place cost the new cost each, so what
 * rounding left of the old amount goes with the difference (amendments G6). Pieces that stand in a count are revalued too. Answers what stands where.
 */
export async function revalue(books: Books, revaluing: Revaluing): Promise<Revalued[]> {
  const { db } = books;
  const { costs, source, at, opId, adminId } = revaluing;
  if (costs.length === 0) return [];
  const asked = askedFor(costs);
  await lockPlaces(books, asked, source);
  const { rows } = await sql<Changed>`
    with changed as (
      update stock_batch b set cost_price = c.cost, cost_amount = c.cost * b.qty_remain, updated_at = clock_timestamp()
      from ${asked} join stock_batch o on o.in_ware_detail_id = c.origin where o.id = b.id
      returning b.location_id, b.sku_id, b.imperfect_type, b.in_ware_detail_id, c.line_id, b.qty_remain, b.cost_amount - o.cost_amount as amount
    ), balance as (
      update stock_balance b set cost_amount = b.cost_amount + s.amount
      from (select location_id, sku_id, imperfect_type, sum(amount)::bigint as amount from changed group by 1, 2, 3) s
      where b.location_id = s.location_id and b.sku_id = s.sku_id and b.imperfect_type = s.imperfect_type and s.amount <> 0
    ), written as (
      insert into stock_value_ledger (location_id, sku_id, imperfect_type, in_ware_detail_id, biz_type, batch_delta, cost_amount, happened_at, business_date, doc_type, doc_id, doc_no, line_id, op_id, admin_id)
      select location_id, sku_id, imperfect_type, in_ware_detail_id, ${adjusted}::smallint, 0, amount, ${at}::timestamptz, open_business_day(${businessDay(new Date(at))}::date), ${source.docType}, ${source.docId}, ${source.docNo}, line_id, ${opId}::uuid, ${adminId}
      from changed where amount <> 0 order by location_id, sku_id, imperfect_type, in_ware_detail_id
    )
    select c.*, l.warehouse_id, l.kind = 'transit' as in_transit from changed c join location l on l.id = c.location_id
    order by c.line_id, c.location_id, c.imperfect_type`.execute(db);
  return rows.map((row) => ({
    location: row.location_id,
    skuId: row.sku_id,
    imperfectType: row.imperfect_type,
    origin: row.in_ware_detail_id,
    lineId: row.line_id,
    warehouseId: row.warehouse_id,
    inTransit: row.in_transit,
    qty: row.qty_remain,
    amount: row.amount,
  }));
}

interface Changed {
  location_id: number;
  sku_id: number;
  imperfect_type: number;
  in_ware_detail_id: number;
  line_id: number;
  warehouse_id: number;
  in_transit: boolean;
  qty_remain: number;
  amount: number;
}

/** biz_type of domain.md §2. */
const adjusted = 501;

const askedFor = (costs: readonly NewCost[]): RawBuilder<unknown> =>
  rowsOf('c', {
    origin: ['bigint', costs.map(({ origin }) => origin)],
    cost: ['bigint', costs.map(({ cost }) => cost)],
    line_id: ['bigint', costs.map(({ lineId }) => lineId)],
  });

/**
 * Locks the balances of every place at which the batches have stood. While somebody moves pieces to a new place, that place is not known
 * before he is done: it is looked for again until nothing new turns up, which ends because pieces only leave places that are not locked yet.
 */
async function lockPlaces(books: Books, asked: RawBuilder<unknown>, by: Source): Promise<void> {
  const known = new Set<string>();
  for (;;) {
    const fresh = (await placesOf(books.db, asked)).filter((key) => !known.has(keyOf(key)));
    if (fresh.length === 0) return;
    await lockBalances(books, { keys: fresh, by, passes: true });
    for (const key of fresh) known.add(keyOf(key));
  }
}

async function placesOf(db: Tx, asked: RawBuilder<unknown>): Promise<Key[]> {
  const { rows } = await sql<{ location_id: number; sku_id: number; imperfect_type: number }>`
    select distinct b.location_id, b.sku_id, b.imperfect_type from ${asked} join stock_batch b on b.in_ware_detail_id = c.origin`.execute(
    db,
  );
  return rows.map((row) => ({ location: row.location_id, skuId: row.sku_id, imperfectType: row.imperfect_type }));
}
