import { type RawBuilder, sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { stocktakingState } from '#contract/areas/warehouse/stocktaking.ts';
import type { SheetCodes } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { partsOfCodes } from './code-sets.ts';
import { mayKnow } from './hide-book.ts';
import { missingCodes } from './missing-codes.ts';
import { comingBack, foundPieces } from './read-pieces.ts';
import { readScope } from './scope.ts';
import { isByCodes, isOpen, sheetFor } from './sheet.ts';

/**
 * The codes that make the differences of a sheet: of a take by codes those that it did not read, and of any the lost ones that it did, which come
 * back or, where its figures leave no room for them, stay lost. Nothing of a blind one for who may not know its book.
 */
export async function readSheetCodes(context: ReadContext, { id }: { id: number }): Promise<SheetCodes> {
  const sheet = await sheetFor(context, id);
  const hidden = sheet.blind && (!mayKnow(context.actor) || isOpen(sheet));
  const judged = [stocktakingState.toReview, stocktakingState.toAudit, stocktakingState.toPost].some(
    (one) => one === sheet.status,
  );
  if (hidden || !(judged || isOpen(sheet))) return { list: [], count: 0 };
  const parts = isByCodes(sheet) ? partsOfCodes(await readScope(context.db, id)) : await partsRead(context, id);
  const { rows } = await sql<SheetCodes['list'][number] & { count: number }>`
    with ${parts}
    select c.id, c.unique_code, c.epc, s.sku_no, s.name, c.imperfect_type, c."position", p.part, count(*) over () as count
    from code_set p join piece_code c on c.id = p.code_id join sku s on s.id = c.sku_id
    where p.part <> 'found' and ${isVisible(sku, context.actor, 's')} order by p.part, s.sku_no, c.unique_code limit ${most}`.execute(
    context.db,
  );
  return { list: rows.map(({ count: _count, ...row }) => row), count: rows[0]?.count ?? 0 };
}

/** What comes of the lost pieces that were read where goods are counted as pieces: the relation `code_set` that a take by codes has. */
async function partsRead({ db }: ReadContext, id: number): Promise<RawBuilder<unknown>> {
  const found = (await foundPieces(db, id)).filter(({ refound }) => !refound);
  const named = await missingCodes(db, id);
  const { rows: lines } = await sql<{ id: number; diff: number }>`
    select id, coalesce(diff_qty, 0)::bigint as diff from stocktaking_line where id = any(${found.map(({ lineId }) => lineId)}::bigint[])`.execute(
    db,
  );
  const parts = lines.flatMap(({ id: line, diff }) => {
    const own = found.filter(({ lineId }) => lineId === line);
    const stands = named.filter(({ lineId, stands }) => lineId === line && stands).length;
    const back = comingBack({ found: own.length, named: stands, diff });
    return own.map(({ codeId }, place) => ({ codeId, part: place < back ? 'returned' : 'stays' }));
  });
  return sql`code_set as (select code_id, part from ${rowsOf('p', {
    code_id: ['bigint', parts.map(({ codeId }) => codeId)],
    part: ['text', parts.map(({ part }) => part)],
  })})`;
}

// What a person looks through; the rest is told by its number.
const most = 2000;
