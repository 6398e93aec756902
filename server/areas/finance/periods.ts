import { type Kysely, sql } from 'kysely';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Tx } from '#server/database/transaction.ts';

/** A day of an accounting period that takes vouchers. */
interface OpenDay {
  /** yyyy-MM-dd */
  readonly day: string;
  /** yyyy-MM */
  readonly period: string;
}

/**
 * The day on which the books take what happened on `day`: the day itself where its period is open, else the first day of the next open
 * period (amendments B, G8). The period stays open until the transaction ends. None where no period that is not closed covers a later day.
 */
export async function openDayFor(db: Tx, day: string): Promise<OpenDay | undefined> {
  const { rows } = await sql<OpenDay>`
    select greatest(start_date, ${day}::date)::text as day, period from account_period
    where status = 1 and end_date >= ${day}::date order by start_date limit 1 for share`.execute(db);
  return rows[0];
}

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
