import { sql } from 'kysely';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { ReportRows } from '#server/kit/serve-report.ts';

/** What was sold from one day to another; of the last day that is there by default. */
export async function overviewSource(
  { db }: ReadContext,
  days: { from: string | undefined; to: string | undefined },
): Promise<ReportRows> {
  const { rows } = await sql<{ day: string | null }>`select max(day)::text as day from overview_day_sales`.execute(db);
  const last = rows[0]?.day ?? null;
  const to = days.to ?? last ?? '2000-01-01';
  const from = days.from ?? to;
  return {
    asOf: last,
    from: sql`(
      select r.* from overview_day_sales r where r.day between ${from}::date and ${to}::date
    )`,
  };
}
