import { sql } from 'kysely';
import type { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { countKey } from '#contract/areas/warehouse/stocktaking-calls.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { LockedDocument, NextWay } from '#server/kit/step.ts';
import { isOpen, type Sheet } from './sheet.ts';

/** While a sheet has zones to count, counting is what it waits for: of those who are named for it, where anybody is. */
export async function countFirst(
  { db }: ReadContext,
  document: LockedDocument<typeof stocktaking>,
): Promise<NextWay | undefined> {
  const sheet = document as LockedDocument<typeof stocktaking> & Sheet;
  if (!isOpen(sheet)) return undefined;
  const { rows } = await sql`
    select 1 from stocktaking_zone where stocktaking_id = ${sheet.id} and round = ${sheet.round} and closed_at is null limit 1`.execute(
    db,
  );
  if (rows.length === 0) return undefined;
  return { label: '盘点', access: countKey, ...(sheet.counter_ids.length > 0 ? { only: sheet.counter_ids } : {}) };
}
