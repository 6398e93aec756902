import { type Kysely, sql } from 'kysely';
import type { Source } from '#server/ledger/posting.ts';

/** What an allot holds for a line at its sender: of a batch once it is picked, of none before. */
export interface Held {
  readonly lineId: number;
  readonly skuId: number;
  readonly imperfectType: number;
  readonly origin: number | null;
  readonly qty: number;
}

/** What an allot holds now, in the order in which it was promised. */
export async function heldOf(db: Kysely<unknown>, { docType, docId }: Source): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select line_id as "lineId", sku_id as "skuId", imperfect_type as "imperfectType", in_ware_detail_id as origin, sum(qty - qty_released)::bigint as qty
    from stock_lock where doc_type = ${docType} and doc_id = ${docId} and qty_released < qty group by 1, 2, 3, 4 order by min(id)`.execute(
    db,
  );
  return rows;
}
