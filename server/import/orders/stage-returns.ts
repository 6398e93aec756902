import { sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Match, matchReturns, type Returned, type Sold } from './match-returns.ts';

/** Rows that are fetched at once. */
const batch = 5000;

/**
 * Finds the order of every return that is taken and puts the pieces into the temporary table `import_match` (row, order, line,
 * pieces). Reads customer by customer and SKU by SKU, so that memory does not grow with the file.
 */
export async function stageReturns(tx: Tx): Promise<void> {
  await sql`create temporary table import_match (row int not null, order_id bigint, item_id bigint, qty bigint not null) on commit drop`.execute(
    tx,
  );
  await sql`
    create temporary table import_return on commit drop as
    select l.row, l.sku_id, u.id as user_id, l.at, -l.qty as qty, l.fen::bigint as fen
    from import_judged l left join member_user u on u.user_no = l.customer
    where l.refusal is null and l.kind = 'cancellation' and not l.there`.execute(tx);
  await sql`analyze import_return`.execute(tx);
  // Who is not known has no order to look for.
  await sql`insert into import_match (row, qty) select row, qty from import_return where user_id is null`.execute(tx);
  await sql`
    declare import_returns no scroll cursor for
    with asked as (select distinct user_id, sku_id from import_return where user_id is not null)
    select a.user_id, a.sku_id, o.ordered_at as at, o.id as order_id, i.id as item_id, null::int as row,
      i.qty - i.returned_qty as qty, i.final_amount - i.refund_amount as amount
    from asked a join sale_order o on o.user_id = a.user_id and o.imported join sale_order_item i on i.sale_order_id = o.id and i.sku_id = a.sku_id
    union all
    select user_id, sku_id, at, null, null, row, qty, fen from import_return where user_id is not null
    order by 1, 2, 3, item_id nulls last, row`.execute(tx);
  for await (const group of groups(tx)) await insertMatches(tx, group);
  await sql`close import_returns`.execute(tx);
  await sql`analyze import_match`.execute(tx);
}

interface Fetched {
  user_id: number;
  sku_id: number;
  at: string;
  order_id: number | null;
  item_id: number | null;
  row: number | null;
  qty: number;
  amount: number;
}

/** Matches of whole customers and SKUs, a batch of them at a time. */
async function* groups(tx: Tx): AsyncGenerator<Match[]> {
  let open: Fetched[] = [];
  for (;;) {
    const { rows } = await sql<Fetched>`fetch ${sql.lit(batch)} from import_returns`.execute(tx);
    const matches: Match[] = [];
    for (const row of rows) {
      const [first] = open;
      if (first && (first.user_id !== row.user_id || first.sku_id !== row.sku_id)) {
        matches.push(...matched(open));
        open = [];
      }
      open.push(row);
    }
    if (rows.length < batch) {
      yield [...matches, ...matched(open)];
      return;
    }
    yield matches;
  }
}

function matched(rows: readonly Fetched[]): Match[] {
  const sold: Sold[] = [];
  const returned: Returned[] = [];
  for (const { row, at, order_id: orderId, item_id: itemId, qty, amount } of rows) {
    if (row !== null) returned.push({ row, at, qty, fen: amount });
    else if (orderId !== null && itemId !== null) sold.push({ at, orderId, itemId, qty, amount });
  }
  return matchReturns(sold, returned);
}

async function insertMatches(tx: Tx, matches: readonly Match[]): Promise<void> {
  if (matches.length === 0) return;
  const incoming = rowsOf('m', {
    row: ['bigint', matches.map((one) => one.row)],
    order_id: ['bigint', matches.map((one) => one.orderId)],
    item_id: ['bigint', matches.map((one) => one.itemId)],
    qty: ['bigint', matches.map((one) => one.qty)],
  });
  await sql`insert into import_match (row, order_id, item_id, qty) select row, order_id, item_id, qty from ${incoming}`.execute(
    tx,
  );
}
