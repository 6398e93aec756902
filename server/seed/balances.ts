import { sql } from 'kysely';
import { closeMonth } from '#server/areas/reports/books-work.ts';
import { findPeriod } from '#server/areas/reports/closing.ts';
import { lastDayOver, makeBalances } from '#server/areas/reports/make-balances.ts';
import { makeDays } from '#server/areas/reports/make-overview.ts';
import { contextOf, type SeedStep } from './context.ts';

/**
 * Balances of every day of the demo company, and the months before its first closed: the last of them by the finance manager, who has since been asked to
 * open it again. The months in which something happened wait for what the demo company has not dealt with yet.
 */
export async function seedBalances(step: SeedStep): Promise<void> {
  const { tx, now } = step;
  await makeOverviewWithin(tx);
  await makeBalances(tx, lastDayOver(now), 100_000);
  const { rows } = await sql<{ period: string; admin_id: number | null }>`
    select p.period, (select min(r.admin_id) from admin_role r join role o on o.id = r.role_id where o.code = 'finMgr') as admin_id
    from account_period p where p.status = 1 and p.end_date < least((select min(business_date) from stock_ledger), (select min(voucher_date) from voucher),
      (select min(ordered_at)::date from sale_order)) order by p.end_date desc limit 1`.execute(tx);
  const [last] = rows;
  if (!last) return;
  const context = contextOf(step);
  const actor = { ...context.actor, id: last.admin_id ?? context.actor.id };
  await closeMonth({ ...context, actor }, await findPeriod(tx, last.period));
  await sql`
    update account_period set reopen_by = ${actor.id}, reopen_at = ${now.toISOString()}, reopen_reason = '补记上线前的期初调整' where period = ${last.period}`.execute(
    tx,
  );
}

async function makeOverviewWithin(tx: SeedStep['tx']): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    select distinct (paid_at at time zone 'Asia/Shanghai')::date::text as day from sale_order where paid_at is not null`.execute(
    tx,
  );
  await makeDays(
    tx,
    rows.map(({ day }) => day),
  );
}
