import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import { closeMonth } from '#server/areas/reports/books-work.ts';
import { findPeriod } from '#server/areas/reports/closing.ts';
import { makeBalances } from '#server/areas/reports/make-balances.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { contextIn } from '#tests/factories/context.ts';
import { seller } from '#tests/factories/purchasing.ts';
import { bills, settlers } from '#tests/factories/settlement.ts';
import { shelf } from '#tests/factories/shelf.ts';
import { type Bench, type Finding, inTurns, ms, type Place, timed } from './bench.ts';

const items = 20_000;
const mebibyte = 1024 * 1024;
/** The month that is closed, and the day after it. */
const month = { period: '2026-01', from: '2026-01-01', days: 31, next: '2026-02-01' };

/**
 * The books against bare SQL of the same figures: the balances of a day, and 20,000 items chosen for a check bill; and how much memory this process needs
 * to close a month of many rows.
 */
export const books: Bench = async (place) => [await choosing(place), ...(await balances(place))];

/** All items of a supplier into a check bill by the call, and by the three bare statements that write the same rows. */
async function choosing({ house, db, pool, quick, say }: Place): Promise<Finding> {
  const people = await settlers(house);
  const supplier = await seller(db);
  const { id: warehouse } = await shelf(db);
  await sql`
    insert into settle_item (supplier_id, co_model, item_type, source_type, source_id, source_no, occur_date, sku_id, warehouse_id, qty, price, tax_rate_bp, amount, tax_amount, status)
    select ${supplier}, 1, 1, 'sample', n, 'S' || n, '2026-01-15', 1 + n % 20000, ${warehouse}, 1, 11300, 1300, 11300, 1300, 1 from generate_series(1, ${items}::int) n`.execute(
    db,
  );
  await pool.query('analyze');
  const period = { period_from: '2026-01-01', period_to: '2026-01-31' };
  const { id } = await house.ask(people.maker, bills.add, { supplier_id: supplier, co_model: 1, ...period });
  const emptied = async (): Promise<number> => {
    await pool.query('delete from check_bill_line where check_bill_id = $1', [id]);
    await pool.query(
      'update settle_item set status = 1, check_bill_id = null, bill_no = null where check_bill_id = $1',
      [id],
    );
    await pool.query('vacuum (analyze) settle_item, check_bill_line');
    return (await house.ask(people.maker, bills.detail, { id })).version;
  };
  const call = async (): Promise<number> => {
    const version = await emptied();
    return await timed(() => house.ask(people.maker, bills.choose, { id, version, all: {} }, { asIs: true }));
  };
  const bare = async (): Promise<number> => {
    await emptied();
    return await timed(() => chosenBare(pool, id, supplier));
  };
  const { one, other, ratio } = await inTurns(quick ? 3 : 7, call, bare);
  say('  choosing: done');
  return {
    name: `books: ${items} items chosen for a check bill`,
    ratio,
    atMost: 3,
    figures: `${ms(one)} through the call, ${ms(other)} bare`,
  };
}

async function chosenBare(pool: Pool, bill: number, supplier: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      'update settle_item set status = 2, check_bill_id = $1, version = version + 1, updated_at = now() where supplier_id = $2 and status = 1',
      [bill, supplier],
    );
    await client.query(
      'insert into check_bill_line (check_bill_id, settle_item_id, amount, tax_amount) select $1, id, amount, tax_amount from settle_item where check_bill_id = $1',
      [bill],
    );
    await client.query(
      `update check_bill b set line_count = t.n, in_qty = t.n, in_amount = t.amount, total_amount = t.amount, tax_amount = t.tax
       from (select count(*) as n, sum(amount) as amount, sum(tax_amount) as tax from check_bill_line where check_bill_id = $1) t where b.id = $1`,
      [bill],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** The balances of one day over a month that stands, and the closing of that month. */
async function balances({ house, db, pool, quick, say }: Place): Promise<Finding[]> {
  const rows = quick ? 500_000 : 5_000_000;
  const ofDay = quick ? 50_000 : 200_000;
  const { id: warehouse } = await shelf(db);
  await movedStraight(pool, { warehouse, from: month.from, days: month.days, rows });
  await movedStraight(pool, { warehouse, from: month.next, days: 1, rows: ofDay });
  await pool.query('analyze');
  say(`  ${rows} rows of a month stand`);
  const closer = await house.person('月结', ['StockBalance:monthClose']);
  house.clock.set('2026-02-03T02:00:00.000Z');
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const took = await timed(() =>
    inTransaction(db, async (tx) => {
      await closeMonth(contextIn(house, tx, closer), await findPeriod(tx, month.period));
    }),
  );
  clearInterval(watch);
  say('  month: closed');
  const rolledBack = async (work: (tx: Kysely<unknown>) => Promise<unknown>): Promise<number> => {
    const trial = await db.startTransaction().execute();
    try {
      return await timed(() => work(trial));
    } finally {
      await trial.rollback().execute();
    }
  };
  const made = () => rolledBack(async (tx) => await makeBalances(tx as never, month.next));
  await sql`create table bare_balance as select * from stock_balance_snapshot with no data`.execute(db);
  await sql`create unique index on bare_balance (warehouse_id, sku_id, imperfect_type, co_model, supplier_id, balance_date)`.execute(
    db,
  );
  await sql`create index on bare_balance (next_date, balance_date)`.execute(db);
  const bare = () => rolledBack(async (tx) => await balancesBare(tx));
  const { one, other, ratio } = await inTurns(quick ? 3 : 7, made, bare);
  await sql`drop table bare_balance`.execute(db);
  return [
    {
      name: `books: balances of a day of ${ofDay} rows`,
      // Told, not judged: besides the same rows it makes the rows before them end, and counts what it was made of.
      ratio,
      figures: `${ms(one)} made, ${ms(other)} by a bare insert-select`,
    },
    {
      name: `books: memory to close a month of ${rows} rows, of 512 MB`,
      ratio: most / (512 * mebibyte),
      atMost: 1,
      figures: `${(most / mebibyte).toFixed(0)} MB at most, ${(before / mebibyte).toFixed(0)} MB before, ${(took / 1000).toFixed(1)} s`,
    },
  ];
}

/** What moved on a day, over what stood before, into a table with the same indexes: nothing is counted, followed or looked for. */
async function balancesBare(tx: Kysely<unknown>): Promise<void> {
  await sql`
    insert into bare_balance (balance_date, next_date, warehouse_id, sku_id, imperfect_type, co_model, supplier_id, begin_qty, in_qty, out_qty, end_qty,
      begin_amount, in_amount, out_amount, adjust_amount, end_amount, transit_qty, transit_amount, purchase_qty, purchase_amount, back_qty, back_amount, allot_in_qty,
      allot_in_amount, allot_out_qty, allot_out_amount, sale_qty, sale_cost, sale_back_qty, sale_back_cost, other_qty, other_amount)
    select d.business_date, 'infinity', d.warehouse_id, d.sku_id, d.imperfect_type, d.co_model, d.supplier_id, coalesce(s.end_qty, 0), d.in_qty, d.out_qty,
      coalesce(s.end_qty, 0) + d.in_qty - d.out_qty, coalesce(s.end_amount, 0), d.in_amount, d.out_amount, d.adjust_amount,
      coalesce(s.end_amount, 0) + d.in_amount - d.out_amount + d.adjust_amount, coalesce(s.transit_qty, 0) + d.transit_qty, coalesce(s.transit_amount, 0) + d.transit_amount,
      d.purchase_qty, d.purchase_amount, d.back_qty, d.back_amount, d.allot_in_qty, d.allot_in_amount, d.allot_out_qty, d.allot_out_amount, d.sale_qty, d.sale_cost,
      d.sale_back_qty, d.sale_back_cost, d.other_qty, d.other_amount
    from stock_day_movement d left join stock_balance_snapshot s on s.warehouse_id = d.warehouse_id and s.sku_id = d.sku_id and s.imperfect_type = d.imperfect_type
      and s.co_model = d.co_model and s.supplier_id is not distinct from d.supplier_id and s.next_date = 'infinity'
    where d.business_date = ${month.next}::date`.execute(tx);
}

/** Rows of the ledger over some days and all goods, straight into the table; what else a posting writes is no matter here. */
async function movedStraight(
  pool: Pool,
  { warehouse, from, days, rows }: { warehouse: number; from: string; days: number; rows: number },
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `insert into stock_ledger (location_id, warehouse_id, sku_id, imperfect_type, biz_type, delta, balance_before, balance_after, cost_amount, happened_at, business_date,
         doc_type, doc_id, doc_no, op_id, admin_id)
       select l.id, l.warehouse_id, 1 + n % 20000, 0, 105, 1 + n % 3, 0, 1 + n % 3, 1000, ($2::date + (n % $3)::int)::timestamp at time zone 'Asia/Shanghai' + interval '9 hours',
         $2::date + (n % $3)::int, 'sample', n, 'S', '00000000-0000-0000-0000-000000000001', 1
       from generate_series(1, $4::int) n, (select id, warehouse_id from location where warehouse_id = $1 and kind = 'warehouse') l`,
      [warehouse, from, days, rows],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}
