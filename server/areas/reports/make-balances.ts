import { type Kysely, sql } from 'kysely';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';

/** What a balance keeps of each day's movements besides what stands (columns of `stock_day_movement`). */
const moved = [
  'purchase_qty',
  'purchase_amount',
  'back_qty',
  'back_amount',
  'allot_in_qty',
  'allot_in_amount',
  'allot_out_qty',
  'allot_out_amount',
  'sale_qty',
  'sale_cost',
  'sale_back_qty',
  'sale_back_cost',
  'other_qty',
  'other_amount',
] as const;
const names = sql.join(moved.map((name) => sql.ref(name)));

/** The day before `now`'s, the last one that is over. */
export const lastDayOver = (now: Date): string => businessDay(new Date(now.getTime() - 86_400_000));

/** The last day whose balances are made; none before the first. */
export async function lastDayMade(db: Kysely<unknown>): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from stock_balance_day`.execute(db);
  return rows[0]?.day ?? null;
}

/**
 * Makes the balances of the days up to `until` that are missing or that the ledgers have added to, in the caller's transaction: from the first such
 * day of the open periods on, each over the chain of the day before. One makes them at a time; made twice, they are the same. Answers how many days it made.
 */
export async function makeBalances(tx: Tx, until: string, most = daysAtOnce): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('stock_balance_snapshot'))`.execute(tx);
  const { rows } = await sql<{ day: string | null }>`
    with open as (
      select coalesce((select max(end_date) + 1 from account_period where status = 2), least((select min(business_date) from stock_ledger), (select min(business_date) from stock_value_ledger))) as day
    ), now_there as (
      select day, sum(ledger_rows)::bigint as ledger_rows, sum(value_rows)::bigint as value_rows from (
        select business_date as day, count(*) as ledger_rows, 0 as value_rows from stock_ledger where business_date between (select day from open) and ${until}::date group by 1
        union all
        select business_date, 0, count(*) from stock_value_ledger where business_date between (select day from open) and ${until}::date group by 1
      ) counted group by day
    ), made as (select day, ledger_rows, value_rows from stock_balance_day where day between (select day from open) and ${until}::date)
    select least(
      (select min(coalesce(m.day, n.day)) from made m full join now_there n using (day)
        where m.day is not null and (m.ledger_rows, m.value_rows) is distinct from (coalesce(n.ledger_rows, 0), coalesce(n.value_rows, 0))),
      (select greatest(coalesce(max(day) + 1, (select day from open)), (select day from open)) from stock_balance_day)
    )::text as day`.execute(tx);
  const from = rows[0]?.day;
  if (!from || from > until) return 0;
  const last = addDays(from, most - 1);
  return await remake(tx, from, last < until ? last : until);
}

/** So many days in one transaction: a whole history takes several. */
const daysAtOnce = 92;

function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Makes all balances again from the first row of the ledgers: to the same figures, which the law of the books holds. */
export async function recomputeBalances(db: Kysely<unknown>): Promise<number> {
  return await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('stock_balance_snapshot'))`.execute(tx);
    const until = await lastDayMade(tx);
    const { rows } = await sql<{ day: string | null }>`select min(day)::text as day from stock_balance_day`.execute(tx);
    const from = rows[0]?.day;
    return until && from ? await remake(tx, from, until) : 0;
  });
}

async function remake(tx: Tx, from: string, until: string): Promise<number> {
  await sql`delete from stock_balance_snapshot where balance_date >= ${from}::date`.execute(tx);
  await sql`update stock_balance_snapshot set next_date = 'infinity' where next_date >= ${from}::date and next_date < 'infinity'`.execute(
    tx,
  );
  await sql`delete from stock_balance_day where day >= ${from}::date`.execute(tx);
  await sql`
    with day_moved as materialized (
      select * from stock_day_movement where business_date between ${from}::date and ${until}::date
    ), standing as (
      select s.* from stock_balance_snapshot s where s.next_date = 'infinity'
    ), chain as (
      select d.*, lead(d.business_date) over w as next_date, first_value(d.business_date) over w as first_date,
        coalesce(s.end_qty, 0) + coalesce(sum(d.in_qty - d.out_qty) over w, 0) as end_qty,
        coalesce(s.end_amount, 0) + coalesce(sum(d.in_amount - d.out_amount + d.adjust_amount) over w, 0) as end_amount,
        coalesce(s.transit_qty, 0) + coalesce(sum(d.transit_qty) over w, 0) as on_way_qty,
        coalesce(s.transit_amount, 0) + coalesce(sum(d.transit_amount) over w, 0) as on_way_amount,
        s.id as before_id
      from day_moved d left join standing s on s.warehouse_id = d.warehouse_id and s.sku_id = d.sku_id and s.imperfect_type = d.imperfect_type
        and s.co_model = d.co_model and s.supplier_id is not distinct from d.supplier_id
      window w as (partition by d.warehouse_id, d.sku_id, d.imperfect_type, d.co_model, d.supplier_id order by d.business_date)
    ), followed as (
      update stock_balance_snapshot b set next_date = c.first_date
      from (select distinct before_id, first_date from chain where before_id is not null) c where b.id = c.before_id
    )
    insert into stock_balance_snapshot (balance_date, next_date, warehouse_id, sku_id, imperfect_type, co_model, supplier_id,
      begin_qty, in_qty, out_qty, end_qty, begin_amount, in_amount, out_amount, adjust_amount, end_amount, transit_qty, transit_amount, ${names})
    select business_date, coalesce(next_date, 'infinity'), warehouse_id, sku_id, imperfect_type, co_model, supplier_id,
      end_qty - in_qty + out_qty, in_qty, out_qty, end_qty, end_amount - in_amount + out_amount - adjust_amount, in_amount, out_amount, adjust_amount, end_amount,
      on_way_qty, on_way_amount, ${names}
    from chain order by business_date, warehouse_id, sku_id, imperfect_type, co_model, supplier_id`.execute(tx);
  const { rows } = await sql<{ days: number }>`
    with made as (
      insert into stock_balance_day (day, ledger_rows, value_rows)
      select d.day::date, coalesce(l.count, 0), coalesce(v.count, 0) from generate_series(${from}::date, ${until}::date, interval '1 day') d (day)
      left join (select business_date, count(*) from stock_ledger where business_date between ${from}::date and ${until}::date group by 1) l on l.business_date = d.day::date
      left join (select business_date, count(*) from stock_value_ledger where business_date between ${from}::date and ${until}::date group by 1) v on v.business_date = d.day::date
      returning 1
    ) select count(*)::bigint as days from made`.execute(tx);
  return rows[0]?.days ?? 0;
}

/** 02:00 of the business day, when the day before is made. */
const dueHour = 2;

/** Once the day before is due, makes whatever is not made yet, in order. */
export async function makeDueBalances(db: Kysely<unknown>, now: Date): Promise<void> {
  const until = lastDayOver(new Date(now.getTime() - dueHour * 3_600_000));
  await makeAll(db, until);
}

/** Makes the days up to `until`, some at a time; `told` hears of the last day made. */
export async function makeAll(
  db: Kysely<unknown>,
  until: string,
  told?: (day: string | null) => void,
): Promise<number> {
  let days = 0;
  for (;;) {
    const made = await inTransaction(db, async (tx) => await makeBalances(tx, until));
    if (made === 0) return days;
    days += made;
    told?.(await lastDayMade(db));
  }
}
