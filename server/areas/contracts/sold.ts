import { type RawBuilder, sql } from 'kysely';

/** A span of moments: from the first on and before the second; open where one is null. */
interface Span {
  readonly from: RawBuilder<unknown>;
  readonly to: RawBuilder<unknown>;
}

const during = (at: RawBuilder<unknown>, { from, to }: Span): RawBuilder<boolean> =>
  sql<boolean>`(${at} >= coalesce(${from}, '-infinity'::timestamptz) and ${at} < coalesce(${to}, 'infinity'::timestamptz))`;

export const ever: Span = { from: sql`null::timestamptz`, to: sql`null::timestamptz` };

/** Pieces of a sku that suppliers delivered: of purchase batches that are in, as a subselect. `seen`: which batches count, as `b`. */
export const piecesIn = (
  sku: RawBuilder<unknown>,
  span: Span,
  seen?: RawBuilder<boolean>,
): RawBuilder<number> => sql<number>`
  (select coalesce(sum(d.in_qty), 0)::bigint from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id
    where d.sku_id = ${sku} and b.status = 4 and b.in_type = 1 and ${during(sql`coalesce(b.into_time, b.created_at)`, span)}${seen ? sql` and ${seen}` : sql``})`;

/** Pieces of a sku that were sold and not given back, as a subselect. `seen`: which orders count, as `o`. */
export const piecesSold = (
  sku: RawBuilder<unknown>,
  span: Span,
  seen?: RawBuilder<boolean>,
): RawBuilder<number> => sql<number>`
  (select coalesce(sum(case when o.status = 3 then i.shipped_qty else i.qty end - i.returned_qty), 0)::bigint
    from sale_order_item i join sale_order o on o.id = i.sale_order_id
    where i.sku_id = ${sku} and o.status in (3, 4, 5) and ${during(sql`o.ordered_at`, span)}${seen ? sql` and ${seen}` : sql``})`;
