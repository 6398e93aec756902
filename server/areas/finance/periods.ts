import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import { openDayFor } from '#server/terms/open-day.ts';

/** The period of a day where it is open; what is written by hand is not moved to another day. */
export async function openPeriodOf(db: Tx, day: string): Promise<string | undefined> {
  const open = await openDayFor(db, day);
  return open?.day === day ? open.period : undefined;
}

/** Refuses a day that a person typed and whose period is closed: a typed day is never moved (amendments H4). */
export async function refuseClosedDay(db: Tx, day: string, field: string): Promise<void> {
  const { rows } = await sql<{ period: string }>`
    select period from account_period where ${day}::date between start_date and end_date and status <> 1`.execute(db);
  const [closed] = rows;
  if (closed) throw new Refusal('invalid', `会计期间 ${closed.period} 已关账，请填写其他日期`, field);
}
