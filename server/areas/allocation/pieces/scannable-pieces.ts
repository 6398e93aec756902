import { type Kysely, sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import type { ScannablePiece } from '#contract/areas/allocation/allot-calls.ts';
import { allotState } from '#contract/areas/allocation/allot-enums.ts';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Actor } from '#server/identity/actor.ts';
import { isAt } from '../sides.ts';
import { codesRead } from './pieces-of-allot.ts';

/**
 * The pieces with codes that may be scanned for an allot as it stands: before it is sent, for whoever stands at its sender, those that are free there or
 * picked; on its way those that come. The first so many; the server knows the others when they are scanned.
 */
export async function scannablePieces(
  db: Kysely<unknown>,
  { id, actor }: { id: number; actor: Actor },
): Promise<(ScannablePiece & { sku_id: number })[]> {
  const { rows: found } = await sql<{ status: number; sender: number }>`
    select status, out_warehouse_id as sender from allot where id = ${id}`.execute(db);
  const [of] = found;
  if (!of) return [];
  const read = await codesRead(db, id);
  const here = of.status === allotState.toSend && isAt(actor, of.sender);
  const free = sql`c.warehouse_id = ${of.sender} and c.status in (${sql.lit(codeStatus.inStock)}, ${sql.lit(codeStatus.imperfect)})`;
  const { rows } = await sql<ScannablePiece & { sku_id: number }>`
    select c.sku_id, c.unique_code, c.epc, c.imperfect_type, c.status = ${sql.lit(codeStatus.held)} or c.id = any(${[...read]}::bigint[]) as read from allot_line l
    join piece_code c on c.sku_id = l.sku_id and c.imperfect_type = l.imperfect_type
    where l.allot_id = ${id} and (c.doc_type = ${allot.name} and c.doc_id = ${id} or (${here} and ${free}))
    order by c.id limit ${limits.pastedEntries}`.execute(db);
  return rows;
}
