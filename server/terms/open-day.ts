import { sql } from 'kysely';
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
