import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { stocktakingState } from '#contract/areas/warehouse/stocktaking.ts';
import type { SheetCodes } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { partsOfCodes } from './code-sets.ts';
import { mayKnow } from './hide-book.ts';
import { readScope } from './scope.ts';
import { isByCodes, isOpen, sheetFor } from './sheet.ts';

/** The codes that a take by codes did not read, and the lost ones that it did; nothing of a blind one for who may not know its book. */
export async function readSheetCodes(context: ReadContext, { id }: { id: number }): Promise<SheetCodes> {
  const sheet = await sheetFor(context, id);
  const hidden = sheet.blind && (!mayKnow(context.actor) || isOpen(sheet));
  const judged = [stocktakingState.toReview, stocktakingState.toAudit, stocktakingState.toPost].some(
    (one) => one === sheet.status,
  );
  if (!isByCodes(sheet) || hidden || !(judged || isOpen(sheet))) return { list: [], count: 0 };
  const { rows } = await sql<SheetCodes['list'][number] & { count: number }>`
    with ${partsOfCodes(await readScope(context.db, id))}
    select c.id, c.unique_code, c.epc, s.sku_no, s.name, c.imperfect_type, c."position", p.part, count(*) over () as count
    from code_set p join piece_code c on c.id = p.code_id join sku s on s.id = c.sku_id
    where p.part <> 'found' and ${isVisible(sku, context.actor, 's')} order by p.part, s.sku_no, c.unique_code limit ${most}`.execute(
    context.db,
  );
  return { list: rows.map(({ count: _count, ...row }) => row), count: rows[0]?.count ?? 0 };
}

// What a person looks through; the rest is told by its number.
const most = 2000;
