import { sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Balance, keyOf, lockBalances } from '#server/ledger/balances.ts';
import { settledUntil } from '#server/ledger/late-legs.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import type { StockPolicies } from '#server/ledger/policies.ts';
import { type Shelf, type StockDocument, type StockLine, stockJudge, type Unserved } from './judge-stock.ts';

/** Rows that are fetched at once. */
const batch = 5000;

/** New goods; the file knows no other grade. */
export const grade = 0;

/**
 * Refuses what the warehouse cannot serve, in the temporary table `import_judged`, and lists the invoices that are left in
 * `import_document` in order of time. Answers the balances, which stay locked until the transaction ends: nobody takes in
 * between what the judgement counts on. Reads row by row behind a cursor, so that memory does not grow with the file.
 * Refuses with `illegalTransition` when some of the goods are frozen.
 */
export async function refuseUnserved(
  tx: Tx,
  { warehouseId, now, policies }: { warehouseId: number; now: Date; policies: StockPolicies },
): Promise<Map<string, Balance>> {
  await stageDocuments(tx, now);
  const { warehouse, customer } = locationsOf(warehouseId);
  const skuIds = await movedGoods(tx, warehouse);
  const keyAt = (location: number, skuId: number) => ({ location, skuId, imperfectType: grade });
  const books = { db: tx, policies };
  const balances = await lockBalances(books, {
    keys: skuIds.flatMap((skuId) => [keyAt(customer, skuId), keyAt(warehouse, skuId)]),
  });
  const shelves = new Map<number, Shelf>();
  for (const skuId of skuIds) {
    const balance = balances.get(keyOf(keyAt(warehouse, skuId)));
    if (balance) shelves.set(skuId, { free: balance.onHand - balance.locked, settledAt: settledUntil(balance) });
  }
  await refuse(tx, stockJudge(shelves));
  return balances;
}

/** Invoices that an import adds, in order of time, then of the file; none happened later than `now`. */
async function stageDocuments(tx: Tx, now: Date): Promise<void> {
  await sql`
    create temporary table import_document on commit drop as
    select kind, invoice, (array_agg(customer order by row))[1] as customer, least(min(at), ${now.toISOString()}::timestamptz) as at,
      row_number() over (order by min(at), min(row)) as place
    from import_judged where refusal is null and not there group by kind, invoice`.execute(tx);
  await sql`
    create temporary table import_returned on commit drop as
    select distinct customer, sku_id from import_judged
    where refusal is null and not there and kind = 'cancellation' and customer is not null`.execute(tx);
  await sql`analyze import_document`.execute(tx);
  await sql`analyze import_returned`.execute(tx);
}

/** Goods that the import may move there: those that come back, and those sold of which there ever were some. */
async function movedGoods(tx: Tx, location: number): Promise<number[]> {
  const { rows } = await sql<{ sku_id: number }>`
    select j.sku_id from import_judged j left join stock_balance b on b.location_id = ${location} and b.sku_id = j.sku_id and b.imperfect_type = ${grade}
    where j.refusal is null and not j.there group by j.sku_id having count(b.id) > 0 or bool_or(j.kind = 'cancellation')`.execute(
    tx,
  );
  return rows.map((row) => row.sku_id);
}

async function refuse(tx: Tx, judge: (document: StockDocument) => Unserved[]): Promise<void> {
  await sql`create temporary table import_unserved (row int not null, refusal text not null, free bigint, needed bigint) on commit drop`.execute(
    tx,
  );
  let waiting: Unserved[] = [];
  for await (const document of documents(tx)) {
    waiting.push(...judge(document));
    if (waiting.length < batch) continue;
    await insertUnserved(tx, waiting);
    waiting = [];
  }
  if (waiting.length > 0) await insertUnserved(tx, waiting);
  await sql`update import_judged j set refusal = u.refusal, free = u.free, needed = u.needed from import_unserved u where u.row = j.row`.execute(
    tx,
  );
  await sql`analyze import_judged`.execute(tx);
  await sql`
    delete from import_document d where not exists (
      select 1 from import_judged j where j.invoice = d.invoice and j.kind = d.kind and j.refusal is null and not j.there)`.execute(
    tx,
  );
}

interface Fetched extends StockLine {
  /** Null: pieces of an order that was there before. */
  readonly place: number | null;
  readonly kind: 'sale' | 'cancellation';
  readonly at: string;
}

/** Every document in order of time, its rows together. */
async function* documents(tx: Tx): AsyncGenerator<StockDocument> {
  await sql`
    declare import_stock no scroll cursor for
    select d.place, d.kind, d.at, j.row, case d.kind when 'sale' then d.customer else j.customer end as customer, j.sku_id as "skuId", abs(j.qty) as qty,
      exists (select 1 from import_returned r where r.customer = d.customer and r.sku_id = j.sku_id) as returned
    from import_document d join import_judged j on j.invoice = d.invoice and j.kind = d.kind and j.refusal is null and not j.there
    union all
    select null, 'sale', o.ordered_at, i.id, r.customer, i.sku_id, i.qty - i.returned_qty, true
    from import_returned r join member_user u on u.user_no = r.customer join sale_order o on o.user_id = u.id and o.imported
      join sale_order_item i on i.sale_order_id = o.id and i.sku_id = r.sku_id and i.qty > i.returned_qty
    order by at, place nulls first, row`.execute(tx);
  let open: Fetched[] = [];
  for (;;) {
    const { rows } = await sql<Fetched>`fetch ${sql.lit(batch)} from import_stock`.execute(tx);
    for (const row of rows) {
      const [first] = open;
      if (first && (row.place === null || first.place !== row.place)) {
        yield documentOf(first, open);
        open = [];
      }
      open.push(row);
    }
    if (rows.length < batch) break;
  }
  const [last] = open;
  if (last) yield documentOf(last, open);
  await sql`close import_stock`.execute(tx);
}

function documentOf({ place, kind, at }: Fetched, lines: readonly StockLine[]): StockDocument {
  return { kind: place === null ? 'known' : kind === 'sale' ? 'sale' : 'return', at, lines };
}

async function insertUnserved(tx: Tx, rows: readonly Unserved[]): Promise<void> {
  const incoming = rowsOf('u', {
    row: ['bigint', rows.map((one) => one.row)],
    refusal: ['text', rows.map((one) => one.refusal)],
    free: ['bigint', rows.map((one) => one.free)],
    needed: ['bigint', rows.map((one) => one.needed)],
  });
  await sql`insert into import_unserved (row, refusal, free, needed) select row, refusal, free, needed from ${incoming}`.execute(
    tx,
  );
}
