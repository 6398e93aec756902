import { type Kysely, type RawBuilder, sql } from 'kysely';
import { codeStatus, standing } from '#contract/areas/codes/code-enums.ts';

// Where goods are counted as pieces, the own codes of some of them are read all the same: which those were, and what comes of the lost ones.

/**
 * The pieces whose codes were read by the counts of a sheet, as the relation `read_piece`: each in the latest round that asked for its
 * goods, since what an earlier one has read may be gone. `lost`: they were by then and still are; `refound`: they were, and another document has
 * brought them back since.
 */
export const readPieces = (sheetId: number): RawBuilder<unknown> => sql`
  read_piece as (
    select r.code_id, p.sku_id, p.imperfect_type, w.then_status = ${lost} and p.status = ${lost} as lost, w.then_status = ${lost} and p.status <> ${lost} and exists (
      select 1 from code_event e join location o on o.id = e.to_location_id and o.kind = 'warehouse' join stocktaking t on t.id = ${sheetId} and t.warehouse_id = o.warehouse_id
      where e.code_id = p.id and e.happened_at > r.at and e.from_status = ${lost}) as refound
    from (
      select c.code_id, max(c.counted_at) as at from stocktaking_standing c
      where c.stocktaking_id = ${sheetId} and c.outcome = 'accepted' and c.code_id is not null and c.round = coalesce((
        select max(a.round) from stocktaking_recount a where a.stocktaking_id = c.stocktaking_id and a.sku_id = c.sku_id and a.imperfect_type = c.imperfect_type), 1)
      group by 1
    ) r join piece_code p on p.id = r.code_id cross join lateral (
      select (select e.to_status from code_event e where e.code_id = p.id and e.happened_at <= r.at order by e.seq desc limit 1) as then_status) w
  )`;

const lost = sql.lit(codeStatus.lost);

/** A lost piece that a count has read, with the line of its goods. */
export interface FoundPiece {
  readonly codeId: number;
  readonly lineId: number;
  readonly imperfectType: number;
  /** Another document has brought it back since. */
  readonly refound: boolean;
}

/** The lost pieces that the counts of a sheet have read, in the order in which they come back, and those that are back already. */
export async function foundPieces(db: Kysely<unknown>, sheetId: number): Promise<FoundPiece[]> {
  const { rows } = await sql<FoundPiece>`
    with ${readPieces(sheetId)}
    select r.code_id as "codeId", l.id as "lineId", r.imperfect_type as "imperfectType", r.refound from read_piece r
    join stocktaking_line l on l.stocktaking_id = ${sheetId} and l.sku_id = r.sku_id and l.imperfect_type = r.imperfect_type
    where r.lost or r.refound order by r.code_id`.execute(db);
  return rows;
}

/** The pieces whose codes were read by the counts of a sheet and that stand in its warehouse now, each with the line of its goods. */
export async function standingPieces(
  db: Kysely<unknown>,
  sheetId: number,
): Promise<Pick<FoundPiece, 'codeId' | 'lineId'>[]> {
  const { rows } = await sql<Pick<FoundPiece, 'codeId' | 'lineId'>>`
    with ${readPieces(sheetId)}
    select r.code_id as "codeId", l.id as "lineId" from read_piece r
    join stocktaking t on t.id = ${sheetId} join piece_code c on c.id = r.code_id and c.warehouse_id = t.warehouse_id and c.status = any(${[...standing]}::smallint[])
    join stocktaking_line l on l.stocktaking_id = t.id and l.sku_id = r.sku_id and l.imperfect_type = r.imperfect_type
    where not r.lost and not r.refound order by r.code_id`.execute(db);
  return rows;
}

/**
 * How many of the lost pieces that were read come back with a line: no more than its gain and the codes that are named as missing in their
 * place, for codes go where pieces go. The others stay lost.
 */
export const comingBack = (of: { found: number; named: number; diff: number }): number =>
  Math.min(of.found, Math.max(of.named + of.diff, 0));
