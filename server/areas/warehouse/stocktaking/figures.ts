import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';

/** What follows from the counts of one key of a sheet (amendments A). Quantities in pieces. */
export interface Figure {
  sku_id: number;
  imperfect_type: number;
  /** T: the latest instant at which the key was counted anywhere; the difference is true at this instant. */
  counted_at: string;
  /** E(T): the book at T. */
  book_qty: number;
  /** A: what was found, carried forward from each zone's instant to T by the known movements of that zone. */
  final_qty: number;
  /** D = A − E(T). */
  diff_qty: number;
  /** Movements within zones between their counts and T, part of A. */
  move_qty: number;
  first_qty: number;
  second_qty: number | null;
  /** 1 when a movement of unknown zone inside the counting window leaves A open: the line must be counted again. */
  ambiguity: number;
}

/**
 * The figures of a sheet as one relation, for the statements that read or keep them.
 *
 * Per counter, zone and round: the last typed total, plus what was added after it; voided entries never were. Per zone
 * and round: the counters' sum, at the latest instant of what counts. Per zone: the latest round; a closed zone in which
 * the key was asked for but not counted says 0 at its closing. Then, per key over its zones, amendments A's formulas.
 */
export function figuresOf(sheetId: number): RawBuilder<unknown> {
  return sql`
    sheet as (
      select s.id, l.id as location_id from stocktaking s join location l on l.warehouse_id = s.warehouse_id and l.kind = 'warehouse' where s.id = ${sheetId}
    ), entry as (
      select c.*, coalesce(c.sku_id, e.sku_id) as goods_id,
        -- Within a lane the order is the device's, even if its clock was set back; across lanes it is the clock's.
        max(c.counted_at) over (partition by c.device_id, c.counter_id order by c.seq) as at
      from stocktaking_standing c left join stocktaking_exception e on e.count_id = c.id
      where c.stocktaking_id = ${sheetId} and (c.outcome = 'accepted' or (c.outcome in ('unknown', 'late') and e.sku_id is not null))
    ), placed as (
      select *, row_number() over (partition by round, zone, counter_id, goods_id, imperfect_type order by at, seq) as place
      from entry where goods_id is not null
    ), standing as (
      select *, max(place) filter (where kind = 'total') over (partition by round, zone, counter_id, goods_id, imperfect_type) as last_total from placed
    ), counted as (
      select round, zone, goods_id as sku_id, imperfect_type, sum(qty)::bigint as qty, max(counted_at) as at
      from standing where last_total is null or place >= last_total group by 1, 2, 3, 4
    ), asked as (
      select 1 as round, sku_id, imperfect_type from stocktaking_line where stocktaking_id = ${sheetId}
      union select 1, sku_id, imperfect_type from counted
      union select round, sku_id, imperfect_type from stocktaking_recount where stocktaking_id = ${sheetId}
    ), point as (
      -- No anti-join: a count of the round stands before the zero that its zone's closing would mean.
      select distinct on (sku_id, imperfect_type, zone collate "C") zone, sku_id, imperfect_type, qty, at
      from (
        select round, zone, sku_id, imperfect_type, qty, at, 0 as place from counted
        union all
        select z.round, z.code, a.sku_id, a.imperfect_type, 0, z.closed_at, 1 from stocktaking_zone z join asked a on a.round = z.round
        where z.stocktaking_id = ${sheetId} and z.closed_at is not null
      ) p order by sku_id, imperfect_type, zone collate "C", round desc, place
    ), window_of as (
      select sku_id, imperfect_type, max(at) as last_at, min(at) as first_at, sum(qty)::bigint as found from point group by 1, 2
    ), moved as (
      select w.sku_id, w.imperfect_type,
        coalesce(sum(r.delta) filter (where r.happened_at > w.last_at), 0) as after,
        coalesce(sum(r.delta) filter (where r.happened_at <= w.last_at and r.happened_at > p.at), 0) as within,
        count(*) filter (where r.happened_at > w.first_at and r.happened_at <= w.last_at and p.zone is null) as unplaced
      from window_of w cross join sheet
      join stock_ledger r on r.location_id = sheet.location_id and r.sku_id = w.sku_id and r.imperfect_type = w.imperfect_type and r.happened_at > w.first_at
        and not (r.doc_type = 'stocktaking' and r.doc_id = sheet.id)
      left join point p on p.sku_id = w.sku_id and p.imperfect_type = w.imperfect_type and p.zone = r.zone
      group by 1, 2
    ), by_round as (
      select sku_id, imperfect_type, sum(qty) filter (where round = 1) as first_qty, (array_agg(qty order by round desc) filter (where round > 1))[1] as second_qty
      from (select round, sku_id, imperfect_type, sum(qty) as qty from counted group by 1, 2, 3) r group by 1, 2
    ), figure as (
      select w.sku_id, w.imperfect_type, w.last_at as counted_at,
        (coalesce(b.on_hand, 0) - coalesce(m.after, 0))::bigint as book_qty,
        (w.found + coalesce(m.within, 0))::bigint as final_qty,
        (w.found + coalesce(m.within, 0) - coalesce(b.on_hand, 0) + coalesce(m.after, 0))::bigint as diff_qty,
        coalesce(m.within, 0)::bigint as move_qty, coalesce(r.first_qty, 0)::bigint as first_qty, r.second_qty::bigint as second_qty,
        case when coalesce(m.unplaced, 0) > 0 then 1 else 0 end as ambiguity
      from window_of w cross join sheet
      left join stock_balance b on b.location_id = sheet.location_id and b.sku_id = w.sku_id and b.imperfect_type = w.imperfect_type
      left join moved m on m.sku_id = w.sku_id and m.imperfect_type = w.imperfect_type
      left join by_round r on r.sku_id = w.sku_id and r.imperfect_type = w.imperfect_type
    )`;
}

/**
 * Reads the figures of a sheet for its posting, as they follow from the counts and the book of this moment, and keeps when
 * each zone of each key was counted, for the judgement of rows that turn up afterwards.
 */
export async function readFigures(tx: Tx, sheetId: number): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    with ${figuresOf(sheetId)}, kept as (
      insert into stocktaking_point (stocktaking_id, sku_id, imperfect_type, zone, counted_at)
      select ${sheetId}, sku_id, imperfect_type, zone, at from point
    )
    select * from figure order by sku_id, imperfect_type`.execute(tx);
  return rows;
}

/**
 * Writes the figures to the sheet's lines, one statement, and gives a line to every key that was found but not on
 * book. A line whose figure changed loses its reason: it was given for another difference. Returns the sums of the sheet.
 */
export async function keepFigures(
  tx: Tx,
  sheetId: number,
): Promise<{
  book_qty: number;
  count_qty: number;
  gain_qty: number;
  loss_qty: number;
  ambiguous: number;
  lines: number;
}> {
  await sql`
    with ${figuresOf(sheetId)}
    insert into stocktaking_line (stocktaking_id, sku_id, imperfect_type, book_qty, move_qty, first_qty, second_qty, final_qty, diff_qty, counted_at, ambiguity, recount)
    select ${sheetId}, sku_id, imperfect_type, book_qty, move_qty, first_qty, second_qty, final_qty, diff_qty, counted_at, ambiguity, ambiguity > 0 from figure
    on conflict (stocktaking_id, sku_id, imperfect_type) do update set
      book_qty = excluded.book_qty, move_qty = excluded.move_qty, first_qty = excluded.first_qty, second_qty = excluded.second_qty,
      final_qty = excluded.final_qty, counted_at = excluded.counted_at, ambiguity = excluded.ambiguity, recount = excluded.recount,
      reason = case when stocktaking_line.diff_qty is distinct from excluded.diff_qty then null else stocktaking_line.reason end,
      diff_qty = excluded.diff_qty`.execute(tx);
  const { rows } = await sql<{
    book_qty: number;
    count_qty: number;
    gain_qty: number;
    loss_qty: number;
    ambiguous: number;
    lines: number;
  }>`
    select coalesce(sum(book_qty), 0)::bigint as book_qty, coalesce(sum(final_qty), 0)::bigint as count_qty,
      coalesce(sum(diff_qty) filter (where diff_qty > 0), 0)::bigint as gain_qty, coalesce(-sum(diff_qty) filter (where diff_qty < 0), 0)::bigint as loss_qty,
      count(*) filter (where ambiguity > 0) as ambiguous, count(*) as lines
    from stocktaking_line where stocktaking_id = ${sheetId}`.execute(tx);
  const [sums] = rows;
  if (!sums) throw new Error(`stocktaking ${sheetId} has no sums`);
  return sums;
}
