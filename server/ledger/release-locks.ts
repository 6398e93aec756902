import { sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { keyOf } from './balances.ts';
import type { Source } from './posting.ts';

/** How much of what is held for a line is let go. */
export interface ReleasedLine {
  readonly lineId: number;
  readonly qty: number;
}

/**
 * Lets go of what a document holds, of all of it or line by line, and returns what was let go, by key. Balances must be locked
 * already. A line never lets go of more than it holds, the promise that was made first going first.
 */
export async function releaseLocks(
  tx: Tx,
  source: Source,
  lines?: readonly ReleasedLine[],
): Promise<Map<string, number>> {
  if (lines?.length === 0) return new Map();
  const asked = lines
    ? sql`join ${rowsOf('a', {
        line_id: ['bigint', lines.map((line) => line.lineId)],
        qty: ['bigint', lines.map((line) => line.qty)],
      })} on a.line_id = l.line_id`
    : sql``;
  const part = lines
    ? sql`least(l.qty - l.qty_released, greatest(a.qty - coalesce(sum(l.qty - l.qty_released) over (partition by l.line_id order by l.id
        rows between unbounded preceding and 1 preceding), 0), 0))::bigint`
    : sql`l.qty - l.qty_released`;
  const { rows } = await sql<{ location_id: number; sku_id: number; imperfect_type: number; qty: number }>`
    with part as (
      select l.id, ${part} as qty from stock_lock l ${asked}
      where l.doc_type = ${source.docType} and l.doc_id = ${source.docId} and l.qty_released < l.qty
    ), let_go as (
      update stock_lock l set qty_released = l.qty_released + p.qty,
        released_at = case when l.qty_released + p.qty = l.qty then clock_timestamp() end
      from part p where p.id = l.id and p.qty > 0
      returning l.location_id, l.sku_id, l.imperfect_type, l.in_ware_detail_id, p.qty
    ), batches as (
      update stock_batch b set qty_locked = b.qty_locked - g.qty
      from (select location_id, sku_id, imperfect_type, in_ware_detail_id, sum(qty)::bigint as qty from let_go where in_ware_detail_id is not null group by 1, 2, 3, 4) g
      where b.location_id = g.location_id and b.sku_id = g.sku_id and b.imperfect_type = g.imperfect_type and b.in_ware_detail_id = g.in_ware_detail_id
    ), freed as (select location_id, sku_id, imperfect_type, sum(qty)::bigint as qty from let_go group by 1, 2, 3)
    update stock_balance b set locked = b.locked - f.qty from freed f
    where b.location_id = f.location_id and b.sku_id = f.sku_id and b.imperfect_type = f.imperfect_type
    returning f.*`.execute(tx);
  return new Map(
    rows.map((row) => [
      keyOf({ location: row.location_id, skuId: row.sku_id, imperfectType: row.imperfect_type }),
      row.qty,
    ]),
  );
}
