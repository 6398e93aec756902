import { sql } from 'kysely';
import { dealState } from '#contract/areas/purchasing/return-enums.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/** What became of some pieces of a line of an imperfect record. */
export interface Dealt {
  readonly line_id: number;
  readonly deal_type: number;
  readonly qty: number;
  /** Fen a piece, of what is to be sold at a discount. */
  readonly deal_price: number | null;
  readonly status: number;
  /** Number of the document that came of it. */
  readonly deal_no: string | null;
  /** The pieces, where they have codes and move at once. */
  readonly code_ids: readonly number[];
}

/** Writes down what became of pieces, and on the lines how many of them that were; scrap that waits is counted apart. */
export async function writeDeals({ db, actor, now }: WriteContext, id: number, dealt: readonly Dealt[]): Promise<void> {
  const at = now.toISOString();
  await sql`
    with dealt as (
      select d.* from jsonb_to_recordset(${JSON.stringify(dealt.map((one, place) => ({ ...one, place })))}::jsonb)
        as d (place int, line_id bigint, deal_type smallint, qty bigint, deal_price bigint, status smallint, deal_no text, code_ids bigint[])
    ), made as (
      insert into imperfect_deal (imperfect_id, line_id, sku_id, imperfect_type, deal_type, qty, deal_price, status, deal_no, code_ids, created_by, updated_by, created_at, updated_at)
      select ${id}, d.line_id, l.sku_id, l.imperfect_type, d.deal_type, d.qty, d.deal_price, d.status, d.deal_no, d.code_ids, ${actor.id}, ${actor.id}, ${at}::timestamptz, ${at}::timestamptz
      from dealt d join imperfect_record_line l on l.id = d.line_id order by d.place
    )
    update imperfect_record_line l set deal_qty = l.deal_qty + s.done, scrap_qty = l.scrap_qty + s.waiting
    from (
      select line_id, coalesce(sum(qty) filter (where status = ${dealState.done}), 0)::bigint as done,
        coalesce(sum(qty) filter (where status = ${dealState.waiting}), 0)::bigint as waiting
      from dealt group by 1
    ) s where l.id = s.line_id and l.imperfect_record_id = ${id}`.execute(db);
}
