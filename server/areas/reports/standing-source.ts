import { sql } from 'kysely';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { ReportRows } from '#server/kit/serve-report.ts';
import { lastDayMade } from './make-balances.ts';

/**
 * What stood, moved and stands from one day to another, with what the goods are. No day is later than the last that is made; left out, the first is
 * the last.
 */
export async function standingSource(
  { db }: ReadContext,
  days: { from: string | undefined; to: string | undefined },
): Promise<ReportRows> {
  const made = await lastDayMade(db);
  const to = made !== null && (days.to === undefined || days.to > made) ? made : (days.to ?? '2000-01-01');
  const from = days.from === undefined || days.from > to ? to : days.from;
  return {
    asOf: made === null ? null : to,
    from: sql`(
      select s.*, k.spu_id, k.brand_id, k.category_id from stock_standing(${from}::date, ${to}::date) s join sku k on k.id = s.sku_id
    )`,
  };
}
