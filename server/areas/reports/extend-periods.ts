import { type Kysely, sql } from 'kysely';
import { businessDay } from '#contract/kit/kinds/time.ts';

/** Opens the periods of the twelve months to come that are not there yet. */
export async function extendPeriods(db: Kysely<unknown>, now: Date): Promise<void> {
  await sql`
    insert into account_period (period, start_date, end_date)
    select to_char(m, 'YYYY-MM'), m::date, (m + interval '1 month - 1 day')::date
    from generate_series(date_trunc('month', ${businessDay(now)}::timestamp), date_trunc('month', ${businessDay(now)}::timestamp) + interval '12 months', interval '1 month') m
    on conflict do nothing`.execute(db);
}
