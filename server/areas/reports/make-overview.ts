import { type Kysely, type RawBuilder, sql } from 'kysely';
import { spu } from '#contract/areas/goods/spu.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';

/** Transactions that began so long before the last making may have committed after it. */
const overlapMs = 3_600_000;
/** Days in one transaction. */
const daysAtOnce = 31;

/** Makes the sums of the days again whose orders have changed since the last time; from the orders alone, so that making twice changes nothing. */
export async function makeOverview(db: Kysely<unknown>, now: Date): Promise<number> {
  const { rows: made } = await sql<{ until: Date }>`select until from overview_made`.execute(db);
  const since = made[0] ? new Date(new Date(made[0].until).getTime() - overlapMs) : new Date(0);
  // A union and no "or": each half has its index.
  const { rows } = await sql<{ day: string }>`
    select distinct (o.paid_at at time zone 'Asia/Shanghai')::date::text as day from sale_order o
    where o.paid_at is not null and o.id in (select id from sale_order where updated_at > ${since.toISOString()} union ${ordersOfMoved(since)}) order by 1`.execute(
    db,
  );
  const days = rows.map(({ day }) => day);
  for (let at = 0; at < days.length; at += daysAtOnce)
    await inTransaction(db, async (tx) => await makeDays(tx, days.slice(at, at + daysAtOnce)));
  await sql`
    insert into overview_made (until) values (${now.toISOString()}) on conflict (one) do update set until = excluded.until`.execute(
    db,
  );
  return days.length;
}

/** Orders with goods that stand under another category, brand or season than before: the sums are of what goods are now, however long ago they were sold. */
const ordersOfMoved = (since: Date): RawBuilder<unknown> => sql`
  select i.sale_order_id from sale_order_item i join sku k on k.id = i.sku_id
  where k.spu_id in (
    select a.doc_id from audit_log a where a.doc_type = ${spu.name} and a.at > ${since.toISOString()} and a.changes ?| array['category_id', 'brand_id', 'season_name'])`;

/** Makes the sums of these days. One makes them at a time. */
export async function makeDays(tx: Tx, days: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('overview_day_sales'))`.execute(tx);
  const these = sql`unnest(${[...days]}::date[]) as d (day)`;
  const within = (paidAt: RawBuilder<unknown>) =>
    sql`${paidAt} >= (d.day::timestamp at time zone 'Asia/Shanghai') and ${paidAt} < ((d.day + 1)::timestamp at time zone 'Asia/Shanghai')`;
  await sql`delete from overview_day_sales where day = any(${[...days]}::date[])`.execute(tx);
  await sql`delete from overview_day_orders where day = any(${[...days]}::date[])`.execute(tx);
  await sql`
    insert into overview_day_sales (day, shop_id, category_id, brand_id, season_name, qty, sale_amount, cost_amount, gross_amount)
    select d.day, l.shop_id, l.category_id, l.brand_id, l.season_name, sum(l.qty), sum(l.sale_amount), sum(l.cost_amount), sum(l.gross_amount)
    from ${these} join overview_line l on ${within(sql`l.paid_at`)} group by 1, 2, 3, 4, 5`.execute(tx);
  await sql`
    insert into overview_day_orders (day, shop_id, order_count, paid_amount)
    select d.day, o.shop_id, count(*), sum(o.paid_amount - o.refund_amount)
    from ${these} join sale_order o on ${within(sql`o.paid_at`)} where o.status <> 6 group by 1, 2`.execute(tx);
}
