import { type Kysely, sql } from 'kysely';
import { businessDay } from '#contract/kit/kinds/time.ts';

/** Brings what lists say of authorisations into step with the day; answers how many changed. Guards ask the days themselves. */
export async function keepValidity(db: Kysely<unknown>, now: Date): Promise<number> {
  const today = businessDay(now);
  const { numAffectedRows = 0n } = await sql`
    update contract_brand_auth set is_valid = not is_valid
    where is_valid <> (${today}::date between start_date and end_date)`.execute(db);
  return Number(numAffectedRows);
}
