import { type Kysely, sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { side } from '#contract/areas/allocation/allot-enums.ts';
import type { codeStatus } from '#contract/areas/codes/code-enums.ts';

/** A piece of an allot that has a code, by the line of its goods and grade. */
export interface AllotPiece {
  readonly id: number;
  readonly uniqueCode: string;
  readonly lineId: number;
}

type Status = (typeof codeStatus)['held'] | (typeof codeStatus)['moving'];

/** The pieces with codes that an allot has picked (held), or has on their way (moving). */
export async function piecesOfAllot(db: Kysely<unknown>, allotId: number, status: Status): Promise<AllotPiece[]> {
  const { rows } = await sql<AllotPiece>`
    select c.id, c.unique_code as "uniqueCode", l.id as "lineId" from piece_code c
    join allot_line l on l.allot_id = c.doc_id and l.sku_id = c.sku_id and l.imperfect_type = c.imperfect_type
    where c.doc_type = ${allot.name} and c.doc_id = ${allotId} and c.status = ${status} order by c.id`.execute(db);
  return rows;
}

/** The codes that tablets have read at the receiver of an allot and nobody has taken back. */
export async function codesRead(db: Kysely<unknown>, allotId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ code_id: number }>`
    select e.code_id from allot_entry e where e.allot_id = ${allotId} and e.side = ${side.receiver} and e.kind = 'add' and e.code_id is not null
      and e.outcome = 'accepted' and not exists (select 1 from allot_entry v where v.voids = e.op_id and v.outcome = 'accepted')`.execute(
    db,
  );
  return new Set(rows.map(({ code_id }) => code_id));
}
