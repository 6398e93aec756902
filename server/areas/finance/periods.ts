import { type Kysely, sql } from 'kysely';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Tx } from '#server/database/transaction.ts';
import { openDayFor } from '#server/terms/open-day.ts';

/** The period of a day where it is open; what is written by hand is not moved to another day. */
export async function openPeriodOf(db: Tx, day: string): Promise<string | undefined> {
  const open = await openDayFor(db, day);
  return open?.day === day ? open.period : undefined;
}

/** Opens the periods of the twelve months to come that are not there yet. */
export async function extendPeriods(db: Kysely<unknown>, now: Date): Promise<void> {
  await sql`
    insert into account_period (period, start_date, end_date)
    select to_char(m, 'YYYY-MM'), m::date, (m + interval '1 month - 1 day')::date
    from generate_series(date_trunc('month', ${businessDay(now)}::timestamp), date_trunc('month', ${businessDay(now)}::timestamp) + interval '12 months', interval '1 month') m
    on conflict do nothing`.execute(db);
}
