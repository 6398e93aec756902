import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Step } from '#server/kit/serve-document.ts';
import { inScope, scopeOf, subtree } from './scope.ts';

/** Refuses a start while another sheet of the warehouse is counting any of the same goods (domain.md §4.13). */
export async function refuseOverlap({ context, document }: Step): Promise<void> {
  // Two sheets that start at once meet here: the second waits, then sees the first.
  await sql`select 1 from warehouse where id = ${document.warehouse_id} for no key update`.execute(context.db);
  const { rows: others } = await sql<Values>`
    select stocktaking_no, scope_category_ids, scope_brand_ids, scope_sku_ids from stocktaking
    where warehouse_id = ${document.warehouse_id} and status between 1 and 5 and id <> ${document.id}`.execute(
    context.db,
  );
  for (const other of others) {
    const { rows } =
      await sql`select 1 from sku s where ${inScope(scopeOf(document))} and ${inScope(scopeOf(other))} limit 1`.execute(
        context.db,
      );
    if (rows.length > 0) throw new Refusal('illegalTransition', `${String(other.stocktaking_no)} 正在盘点相同的货品`);
  }
}

/** Opens the sheet: zones of the first round, a line for everything on book, the freeze where it was asked for. */
export async function openSheet({ context, document }: Step): Promise<Values> {
  const { db } = context;
  const scope = scopeOf(document);
  await sql`
    insert into stocktaking_line (stocktaking_id, sku_id, imperfect_type, book_qty)
    select ${document.id}, b.sku_id, b.imperfect_type, b.on_hand
    from stock_balance b join sku s on s.id = b.sku_id
    where b.warehouse_id = ${document.warehouse_id} and b.on_hand <> 0 and ${inScope(scope)} order by s.sku_no, b.imperfect_type`.execute(
    db,
  );
  await openZones(context, { id: document.id, warehouse_id: document.warehouse_id as number });
  if (document.freeze) {
    await sql`
      insert into stock_freeze (stocktaking_id, warehouse_id, category_ids, brand_ids, sku_ids)
      values (${document.id}, ${document.warehouse_id}, array(${subtree(scope.category_ids)}), ${scope.brand_ids}, ${scope.sku_ids})`.execute(
      db,
    );
  }
  const { rows } = await sql<{
    book_qty: number;
  }>`select coalesce(sum(book_qty), 0)::bigint as book_qty from stocktaking_line where stocktaking_id = ${document.id}`.execute(
    db,
  );
  return { snapshot_at: context.now.toISOString(), round: 1, book_qty: rows[0]?.book_qty ?? 0 };
}

// Every zone of the warehouse; a warehouse without zones is one zone.
async function openZones(
  context: Step['context'],
  { id, warehouse_id }: { id: number; warehouse_id: number },
): Promise<void> {
  await sql`
    insert into stocktaking_zone (stocktaking_id, round, code, name)
    select ${id}, 1, code, name from warehouse_zone where warehouse_id = ${warehouse_id} order by "order", id`.execute(
    context.db,
  );
  await sql`
    insert into stocktaking_zone (stocktaking_id, round, code, name)
    select ${id}, 1, ${wholeZone.code}, ${wholeZone.name} where not exists (select 1 from stocktaking_zone where stocktaking_id = ${id})`.execute(
    context.db,
  );
}

/** Opens the zones of a sheet for another round: those of its first, whatever became of the warehouse's since. */
export async function reopenZones(
  context: Step['context'],
  { id, round }: { id: number; round: number },
): Promise<void> {
  await sql`
    insert into stocktaking_zone (stocktaking_id, round, code, name)
    select stocktaking_id, ${round}, code, name from stocktaking_zone where stocktaking_id = ${id} and round = 1 order by id`.execute(
    context.db,
  );
}

/** The zone of a warehouse that has none. */
export const wholeZone = { code: 'ALL', name: '全仓' } as const;

/** Lets go of the freeze; nothing to do where there was none. */
export async function thaw({ context, document }: Step): Promise<undefined> {
  await sql`delete from stock_freeze where stocktaking_id = ${document.id}`.execute(context.db);
  return undefined;
}
