import { type Kysely, sql } from 'kysely';
import type { AllotPieces } from '#contract/areas/allocation/allot-events.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import type { Leg, Source } from '#server/ledger/posting.ts';

/** Pieces of one line and batch that an allot has in transit, as the ledger says. */
export interface InTransit {
  readonly lineId: number;
  readonly skuId: number;
  readonly imperfectType: number;
  readonly origin: number;
  qty: number;
}

/** What an allot has in transit, what was sent first before the others. */
export async function inTransitOf(
  db: Kysely<unknown>,
  { docType, docId }: Source,
  receiver: number,
): Promise<InTransit[]> {
  const { rows } = await sql<InTransit>`
    select line_id as "lineId", sku_id as "skuId", imperfect_type as "imperfectType", in_ware_detail_id as origin, sum(delta)::bigint as qty
    from stock_ledger where doc_type = ${docType} and doc_id = ${docId} and location_id = ${locationsOf(receiver).transit}
    group by 1, 2, 3, 4 having sum(delta) > 0 order by min(id)`.execute(db);
  return rows;
}

/** Where pieces in transit go to, and the biz_type of the leg there. */
export interface Destination {
  readonly location: number;
  readonly bizType: number;
}

/** The legs that take some pieces of a line out of transit (P2 sign, P7-1 to P7-3), batch by batch; what is taken is gone from `transit`. */
export function legsOutOfTransit(
  transit: readonly InTransit[],
  { receiver, lineId, qty, to }: { receiver: number; lineId: number; qty: number; to: Destination },
): Leg[] {
  const legs: Leg[] = [];
  let left = qty;
  for (const pieces of transit) {
    const part = pieces.lineId === lineId ? Math.min(left, pieces.qty) : 0;
    if (part <= 0) continue;
    const { skuId, imperfectType, origin } = pieces;
    const shared = { skuId, imperfectType, lineId };
    legs.push(
      {
        ...shared,
        location: locationsOf(receiver).transit,
        bizType: bizType.transitOut,
        delta: -part,
        origin,
      },
      { ...shared, ...to, delta: part },
    );
    pieces.qty -= part;
    left -= part;
  }
  if (left > 0) throw new Error(`line ${lineId} of an allot has ${left} pieces less in transit than it says`);
  return legs;
}

/** What the rows of one operation with these biz_types moved to or from real places, line by line and batch by batch. */
export async function movedPieces(
  db: Kysely<unknown>,
  { docType, docId }: Source,
  { opId, bizTypes, location }: { opId: string; bizTypes: readonly number[]; location: number },
): Promise<AllotPieces[]> {
  const { rows } = await sql<AllotPieces>`
    select line_id, sku_id, imperfect_type, in_ware_detail_id, abs(sum(delta))::bigint as qty, abs(sum(cost_amount))::bigint as cost_amount
    from stock_ledger where doc_type = ${docType} and doc_id = ${docId} and op_id = ${opId}::uuid and biz_type = any(${bizTypes}::smallint[])
      and location_id = ${location} and corrects_count_of is null
    group by 1, 2, 3, 4 order by min(id)`.execute(db);
  return rows;
}
