import { type Kysely, type RawBuilder, sql } from 'kysely';
import { codeStatus, standing } from '#contract/areas/codes/code-enums.ts';
import { inScope, type SheetScope } from './scope.ts';

// A take by codes compares sets (amendments A): the pieces with codes that stand in the warehouse against those that were read. Pieces
// without a code are not part of it.

/** What became of a code: read where it stands, not read, or lost until it was read. */
export type CodePart = 'found' | 'missing' | 'returned';

const lit = (states: readonly number[]) => sql.raw(`(${states.join(', ')})`);

/**
 * The sets as relations: `reading`, `code_set`. Not missing are those that a document holds, which stand where it has taken them, and those
 * that came while people read; what left meanwhile is expected no more. A lost one returns where it was read after it was lost.
 */
const setsOf = (sheetId: number, scope: SheetScope): RawBuilder<unknown> => sql`
  sheet as (
    select s.id, s.snapshot_at, s.warehouse_id, l.id as location_id from stocktaking s join location l on l.warehouse_id = s.warehouse_id and l.kind = 'warehouse'
    where s.id = ${sheetId}
  ), reading as (
    select code_id, max(counted_at) as at from stocktaking_standing
    where stocktaking_id = ${sheetId} and outcome = 'accepted' and code_id is not null group by 1
  ), code_set as materialized (
    select c.id as code_id, c.sku_id, c.imperfect_type, case when r.code_id is null then 'missing' else 'found' end as part
    from sheet join piece_code c on c.warehouse_id = sheet.warehouse_id and c.status in ${lit(standing)} join sku s on s.id = c.sku_id
    left join reading r on r.code_id = c.id
    where ${inScope(scope)} and (r.code_id is not null or (c.status <> ${sql.lit(codeStatus.held)} and not exists (
      select 1 from code_event e where e.code_id = c.id and e.happened_at > sheet.snapshot_at and e.to_location_id = sheet.location_id
        and e.from_location_id is distinct from e.to_location_id)))
    union all
    select c.id, c.sku_id, c.imperfect_type, 'returned' from reading r
    join piece_code c on c.id = r.code_id and c.status = ${sql.lit(codeStatus.lost)} join code_event e on e.code_id = c.id and e.seq = c.seq
    where e.happened_at <= r.at
  )`;

/** The figures of a take by codes, as the relations that those of any other sheet are (`figures.ts`): true at its last reading or closing. */
export const figuresOfCodes = (sheetId: number, scope: SheetScope): RawBuilder<unknown> => sql`
  ${setsOf(sheetId, scope)}, taken as (
    select greatest((select max(closed_at) from stocktaking_zone where stocktaking_id = ${sheetId}), (select max(at) from reading), (select snapshot_at from sheet)) as at
  ), point as (
    select null::bigint as sku_id, null::smallint as imperfect_type, null::text as zone, null::timestamptz as at where false
  ), figure as (
    select sku_id, imperfect_type, taken.at as counted_at, count(*) filter (where part <> 'returned') as book_qty,
      count(*) filter (where part <> 'missing') as final_qty,
      count(*) filter (where part = 'returned') - count(*) filter (where part = 'missing') as diff_qty, 0::bigint as move_qty,
      count(*) filter (where part <> 'missing') as first_qty, null::bigint as second_qty, 0 as ambiguity
    from code_set cross join taken group by 1, 2, 3
  )`;

/** The codes of one part of a take, each with the line of its goods. */
export async function codesOfPart(
  db: Kysely<unknown>,
  scope: SheetScope,
  part: CodePart,
): Promise<{ codeId: number; lineId: number; imperfectType: number }[]> {
  const { rows } = await sql<{ codeId: number; lineId: number; imperfectType: number }>`
    with ${setsOf(scope.id, scope)}
    select c.code_id as "codeId", l.id as "lineId", c.imperfect_type as "imperfectType" from code_set c
    join stocktaking_line l on l.stocktaking_id = ${scope.id} and l.sku_id = c.sku_id and l.imperfect_type = c.imperfect_type
    where c.part = ${part} order by c.code_id`.execute(db);
  return rows;
}

/** The sets of a sheet by part, for whoever shows them. */
export const partsOfCodes = (scope: SheetScope): RawBuilder<unknown> => setsOf(scope.id, scope);
