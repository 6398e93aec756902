import { sql } from 'kysely';
import { codeStatus, standing } from '#contract/areas/codes/code-enums.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import type { CountEntry } from '#contract/areas/warehouse/count-entry.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { findCodes, statusWords } from '#server/ledger/codes.ts';
import { inScope, readScope } from './scope.ts';
import type { Sheet } from './sheet.ts';

/** A piece whose own code was read: its goods, and the code. */
export interface Piece {
  id: number;
  in_scope: boolean;
  codeId: number;
  grade: number;
  /** Why it is none of the warehouse's, where the books have it elsewhere: neither there now, nor when it was read, nor lost. */
  elsewhere: string | null;
}

/** The pieces that entries name, by what was scanned: their numbers or their tags. */
export async function piecesRead(
  context: WriteContext,
  sheet: Sheet,
  entries: readonly CountEntry[],
): Promise<Map<string, Piece>> {
  const found = await findCodes(
    context.db,
    entries.map(({ barcode }) => barcode),
  );
  const asked = entries.flatMap(({ barcode, counted_at: at }) => {
    const code = found.get(barcode);
    return code ? [{ barcode, code_id: code.id, at }] : [];
  });
  const { rows } = await sql<Omit<Piece, 'elsewhere'> & { barcode: string; status: number; here: boolean }>`
    select a.barcode, s.id, ${inScope(await readScope(context.db, sheet.id))} as in_scope, c.id as "codeId", c.imperfect_type as grade, c.status,
      (c.warehouse_id = ${sheet.warehouse_id} and c.status = any(${[...standing]}::smallint[])) or c.status = ${codeStatus.lost}
        or coalesce((select e.to_location_id = l.id from code_event e where e.code_id = c.id and e.happened_at <= a.at order by e.seq desc limit 1), false) as here
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (barcode text, code_id bigint, at timestamptz)
      join piece_code c on c.id = a.code_id join sku s on s.id = c.sku_id
      join location l on l.warehouse_id = ${sheet.warehouse_id} and l.kind = 'warehouse'
    where ${isVisible(sku, context.actor, 's')}`.execute(context.db);
  return new Map(
    rows.map(({ barcode, status, here, ...piece }) => [
      barcode,
      { ...piece, elsewhere: here ? null : `唯一码当前为“${statusWords(status)}”，不在本仓账上` },
    ]),
  );
}
