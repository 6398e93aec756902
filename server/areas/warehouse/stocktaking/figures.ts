import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';
import { figuresOfCodes } from './code-sets.ts';
import { roundStarts } from './round-starts.ts';
import { inScope, readScope, type SheetScope } from './scope.ts';

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
  /**
   * Why A is open, so that the line must be counted again: 1, a movement of unknown zone inside the counting window; 2, goods
   * that arrived while it was counted and were not found (decision 0028); 3, a count of it whose time is in doubt (decision 0036).
   */
  ambiguity: number;
}

/**
 * The figures of a sheet as one relation, for the statements that read or keep them.
 *
 * Per counter, zone and round: the last typed total, plus what was added after it; voided entries never were, and a piece whose own code
 * was read is one piece in a round, whoever reads it and wherever: where it was read first. Per zone
 * and round: the counters' sum, at the latest instant of what counts. Per zone: the latest round; a closed zone in which
 * the key was asked for but not counted says 0 at its closing. Then, per key over its zones, amendments A's formulas.
 *
 * Asked for is what the books speak of, not only what stood on them at the start: goods may come on book while people count.
 * A key that has no line and that nobody counted has a figure where it leaves something to say: a difference, or a recount.
 */
function figuresOf(sheetId: number, scope: SheetScope): RawBuilder<unknown> {
  if (scope.byCodes) return figuresOfCodes(sheetId, scope);
  return sql`
    sheet as (
      select s.id, s.snapshot_at, l.id as location_id from stocktaking s join location l on l.warehouse_id = s.warehouse_id and l.kind = 'warehouse' where s.id = ${sheetId}
    ), began as (${roundStarts(sheetId)}
    ), entry as (
      select c.round, c.zone, c.counter_id, c.imperfect_type, c.seq, c.kind, c.qty, c.time_doubtful, c.id, c.code_id, coalesce(c.sku_id, e.sku_id) as goods_id,
        -- A clock that is a little behind puts a count before its round, when nobody counted yet.
        greatest(c.counted_at, b.at) as counted_at,
        -- Within a stream the order is the device's, even if its clock was set back; across streams it is the clock's.
        max(c.counted_at) over (partition by c.device_id, c.counter_id order by c.seq) as at
      from stocktaking_standing c join began b on b.round = c.round left join stocktaking_exception e on e.count_id = c.id
      where c.stocktaking_id = ${sheetId} and (c.outcome = 'accepted' or (c.outcome in ('unknown', 'late') and e.sku_id is not null))
    ), single as (
      select * from entry where code_id is null
      union all (select distinct on (round, code_id) * from entry where code_id is not null order by round, code_id, at, id)
    ), placed as (
      select *, row_number() over (partition by round, zone, counter_id, goods_id, imperfect_type order by at, seq) as place
      from single where goods_id is not null
    ), standing as (
      select *, max(place) filter (where kind = 'total') over (partition by round, zone, counter_id, goods_id, imperfect_type) as last_total from placed
    ), counted as (
      select round, zone, goods_id as sku_id, imperfect_type, sum(qty)::bigint as qty, max(counted_at) as at, bool_or(time_doubtful) as doubtful
      from standing where last_total is null or place >= last_total group by 1, 2, 3, 4
    ), booked as (
      -- A line that no book speaks of was made for a count: without the count it is nothing.
      select k.sku_id, k.imperfect_type from (
        select l.sku_id, l.imperfect_type from stocktaking_line l cross join sheet
        join stock_balance b on b.location_id = sheet.location_id and b.sku_id = l.sku_id and b.imperfect_type = l.imperfect_type
        where l.stocktaking_id = ${sheetId}
        union select b.sku_id, b.imperfect_type from sheet join stock_balance b on b.location_id = sheet.location_id where b.on_hand <> 0
        union select r.sku_id, r.imperfect_type from sheet join stock_ledger r on r.location_id = sheet.location_id and r.happened_at > sheet.snapshot_at
      ) k join sku s on s.id = k.sku_id where ${inScope(scope)}
    ), asked as (
      select 1 as round, sku_id, imperfect_type from booked
      union select 1, sku_id, imperfect_type from counted
      union select round, sku_id, imperfect_type from stocktaking_recount where stocktaking_id = ${sheetId}
    ), point as (
      -- No anti-join: a count of the round stands before the zero that its zone's closing would mean.
      select distinct on (p.sku_id, p.imperfect_type, p.zone collate "C") p.zone, p.sku_id, p.imperfect_type, p.qty, p.at, p.doubtful, p.place = 1 as silent,
        -- Not joined: the planner would take the sheet for one key, and work its movements out again for each of them.
        (select b.at from began b where b.round = p.round) as began_at
      from (
        select round, zone, sku_id, imperfect_type, qty, at, doubtful, 0 as place from counted
        union all
        select z.round, z.code, a.sku_id, a.imperfect_type, 0, z.closed_at, false, 1 from stocktaking_zone z join asked a on a.round = z.round
        where z.stocktaking_id = ${sheetId} and z.closed_at is not null
      ) p order by p.sku_id, p.imperfect_type, p.zone collate "C", p.round desc, p.place
    ), window_of as (
      select sku_id, imperfect_type, max(at) as last_at, min(at) as first_at, sum(qty)::bigint as found, bool_and(silent) as silent, bool_or(doubtful) as doubtful,
        min(began_at) as began_at, least(min(at), min(began_at) filter (where silent)) as since
      from point group by 1, 2
    ), moved as materialized (
      select w.sku_id, w.imperfect_type,
        coalesce(sum(r.delta) filter (where r.happened_at > w.last_at), 0) as after,
        coalesce(sum(r.delta) filter (where r.happened_at <= w.last_at and r.happened_at > p.at), 0) as within,
        count(*) filter (where r.happened_at > w.first_at and r.happened_at <= w.last_at and p.zone is null) as unplaced,
        -- Whoever passed the place before the goods came could not find them, and nobody knows when that was.
        count(*) filter (where r.delta > 0 and case when p.zone is null then w.silent and r.happened_at > w.began_at and r.happened_at <= w.last_at
          else p.silent and r.happened_at > p.began_at and r.happened_at <= p.at end) as unfound
      from window_of w cross join sheet
      join stock_ledger r on r.location_id = sheet.location_id and r.sku_id = w.sku_id and r.imperfect_type = w.imperfect_type and r.happened_at > w.since
        and not (r.doc_type = 'stocktaking' and r.doc_id = sheet.id)
      left join point p on p.sku_id = w.sku_id and p.imperfect_type = w.imperfect_type and p.zone = r.zone
      group by 1, 2
    ), by_round as materialized (
      select sku_id, imperfect_type, sum(qty) filter (where round = 1) as first_qty, (array_agg(qty order by round desc) filter (where round > 1))[1] as second_qty
      from (select round, sku_id, imperfect_type, sum(qty) as qty from counted group by 1, 2, 3) r group by 1, 2
    ), worked_out as (
      select w.sku_id, w.imperfect_type, w.silent, w.last_at as counted_at,
        (coalesce(b.on_hand, 0) - coalesce(m.after, 0))::bigint as book_qty,
        (w.found + coalesce(m.within, 0))::bigint as final_qty,
        (w.found + coalesce(m.within, 0) - coalesce(b.on_hand, 0) + coalesce(m.after, 0))::bigint as diff_qty,
        coalesce(m.within, 0)::bigint as move_qty, coalesce(r.first_qty, 0)::bigint as first_qty, r.second_qty::bigint as second_qty,
        case when coalesce(m.unplaced, 0) > 0 then 1 when coalesce(m.unfound, 0) > 0 then 2 when w.doubtful then 3 else 0 end as ambiguity
      from window_of w cross join sheet
      left join stock_balance b on b.location_id = sheet.location_id and b.sku_id = w.sku_id and b.imperfect_type = w.imperfect_type
      left join moved m on m.sku_id = w.sku_id and m.imperfect_type = w.imperfect_type
      left join by_round r on r.sku_id = w.sku_id and r.imperfect_type = w.imperfect_type
    ), figure as (
      select sku_id, imperfect_type, counted_at, book_qty, final_qty, diff_qty, move_qty, first_qty, second_qty, ambiguity from worked_out
      where not silent or diff_qty <> 0 or ambiguity > 0
        or (sku_id, imperfect_type) in (select sku_id, imperfect_type from stocktaking_line where stocktaking_id = ${sheetId})
    )`;
}

/**
 * Reads the figures of a sheet for its posting, as they follow from the counts and the book of this moment, and keeps when
 * each zone of each key was counted, for the judgement of rows that turn up afterwards.
 */
export async function readFigures(tx: Tx, sheetId: number): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    with ${figuresOf(sheetId, await readScope(tx, sheetId))}, kept as (
      insert into stocktaking_point (stocktaking_id, sku_id, imperfect_type, zone, counted_at)
      select ${sheetId}, sku_id, imperfect_type, zone, at from point where (sku_id, imperfect_type) in (select sku_id, imperfect_type from figure)
    )
    select * from figure order by sku_id, imperfect_type`.execute(tx);
  return rows;
}

/**
 * Writes the figures to the sheet's lines, one statement: a key that has a figure and no line yet gets one, a line that has no
 * figure any more goes. A line whose figure changed loses its reason: it was given for another difference. `keepsMarks`:
 * recount marks stay until a person takes them off; a sheet that is submitted starts without. Returns the sums of the sheet.
 */
export async function keepFigures(
  tx: Tx,
  sheetId: number,
  { keepsMarks = false }: { keepsMarks?: boolean } = {},
): Promise<{
  book_qty: number;
  count_qty: number;
  gain_qty: number;
  loss_qty: number;
  ambiguous: number;
  lines: number;
}> {
  await sql`
    with ${figuresOf(sheetId, await readScope(tx, sheetId))}, gone as (
      delete from stocktaking_line where stocktaking_id = ${sheetId} and (sku_id, imperfect_type) not in (select sku_id, imperfect_type from figure)
    )
    insert into stocktaking_line (stocktaking_id, sku_id, imperfect_type, book_qty, move_qty, first_qty, second_qty, final_qty, diff_qty, counted_at, ambiguity, recount)
    select ${sheetId}, sku_id, imperfect_type, book_qty, move_qty, first_qty, second_qty, final_qty, diff_qty, counted_at, ambiguity, ambiguity > 0 from figure
    on conflict (stocktaking_id, sku_id, imperfect_type) do update set
      book_qty = excluded.book_qty, move_qty = excluded.move_qty, first_qty = excluded.first_qty, second_qty = excluded.second_qty,
      final_qty = excluded.final_qty, counted_at = excluded.counted_at, ambiguity = excluded.ambiguity,
      recount = excluded.recount or (${keepsMarks} and stocktaking_line.recount),
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
