import { type RawBuilder, sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { stocktakingState } from '#contract/areas/warehouse/stocktaking.ts';
import type { PaperLine, StartPreview } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { inScope, readScope } from './scope.ts';
import { type Sheet, sheetFor } from './sheet.ts';

/** What a sheet would count if it started now, for whoever is about to start it. */
export async function readStartPreview(context: ReadContext, { id }: { id: number }): Promise<StartPreview> {
  const sheet = await sheetFor(context, id);
  const { rows } = await sql<{ goods: number; zones: number }>`
    select (select count(*) from (${await booked(context, sheet)}) as g) as goods,
      greatest(1, (select count(*) from warehouse_zone where warehouse_id = ${sheet.warehouse_id})) as zones`.execute(
    context.db,
  );
  return { goods: rows[0]?.goods ?? 0, zones: rows[0]?.zones ?? 1, counters: sheet.counter_ids.length };
}

/** What stands on the paper to count on. Never the book: a person who writes figures down must not know them. */
export async function readPaper(context: ReadContext, { id }: { id: number }): Promise<{ list: PaperLine[] }> {
  const sheet = await sheetFor(context, id);
  const asked =
    sheet.status === stocktakingState.planned
      ? await booked(context, sheet)
      : sql`select l.sku_id, l.imperfect_type from stocktaking_line l where l.stocktaking_id = ${id}`;
  const { rows } = await sql<PaperLine>`
    select row_number() over (order by s.sku_no, g.imperfect_type) as id,
      s.id as sku_id, s.sku_no as sku_id__title, s.name as sku_id__hint, g.imperfect_type
    from (${asked}) as g join sku s on s.id = g.sku_id where ${isVisible(sku, context.actor, 's')} order by 1`.execute(
    context.db,
  );
  return { list: rows };
}

// As `openSheet` takes the lines of a sheet from the books.
async function booked({ db }: ReadContext, sheet: Sheet): Promise<RawBuilder<unknown>> {
  return sql`
    select b.sku_id, b.imperfect_type from stock_balance b join sku s on s.id = b.sku_id
    where b.warehouse_id = ${sheet.warehouse_id} and b.on_hand <> 0 and ${inScope(await readScope(db, sheet.id))}`;
}
