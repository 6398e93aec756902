import { sql } from 'kysely';
import { standing } from '#contract/areas/codes/code-enums.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { brokenRule } from '#contract/kit/schema.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Step } from '#server/kit/step.ts';
import { refuseDisabled } from '../refuse-disabled.ts';
import { checkCounters } from './counters.ts';
import { inScope, readScope, type SheetScope, settleScope } from './scope.ts';

/** Refuses a plan that could not be saved any more: one of a part without a scope, or whose counters have lost their rights. */
export async function guardStart({ context, document }: Step<typeof stocktaking>): Promise<void> {
  const broken = brokenRule(stocktaking, document);
  if (broken) throw new Refusal('invalid', broken.words, broken.field);
  await checkCounters(context, document);
}

/**
 * Opens the sheet: settles what it counts, and makes the zones of the first round, a line for everything on book and the freeze
 * where it was asked for. Refuses with `illegalTransition` a warehouse that is switched off, and while another sheet of the
 * warehouse counts any of the same goods.
 */
export async function openSheet({ context, document }: Step<typeof stocktaking>): Promise<Values> {
  const { db } = context;
  // Two sheets that start at once meet here: the second waits, then sees the first.
  await refuseDisabled(context, { warehouse_id: document.warehouse_id, hold: 'alone' });
  await settleScope(db, document.id);
  await refuseOverlap(context, { id: document.id, warehouse_id: document.warehouse_id });
  const scope = await readScope(db, document.id);
  if (scope.byCodes) await bookCodes(context, { id: document.id, warehouse_id: document.warehouse_id }, scope);
  else
    await sql`
    insert into stocktaking_line (stocktaking_id, sku_id, imperfect_type, book_qty)
    select ${document.id}, b.sku_id, b.imperfect_type, b.on_hand
    from stock_balance b join sku s on s.id = b.sku_id
    where b.warehouse_id = ${document.warehouse_id} and b.on_hand <> 0 and ${inScope(scope)} order by s.sku_no, b.imperfect_type`.execute(
      db,
    );
  await openZones(context, { id: document.id, warehouse_id: document.warehouse_id });
  if (document.freeze) {
    await sql`
      insert into stock_freeze (stocktaking_id, warehouse_id) values (${document.id}, ${document.warehouse_id})`.execute(
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

// Of a take by codes the book is the pieces with codes that stand there.
async function bookCodes(
  context: Step<typeof stocktaking>['context'],
  { id, warehouse_id }: { id: number; warehouse_id: number },
  scope: SheetScope,
): Promise<void> {
  await sql`
    insert into stocktaking_line (stocktaking_id, sku_id, imperfect_type, book_qty)
    select ${id}, c.sku_id, c.imperfect_type, count(*) from piece_code c join sku s on s.id = c.sku_id
    where c.warehouse_id = ${warehouse_id} and c.status = any(${[...standing]}::smallint[]) and ${inScope(scope)}
    group by s.sku_no, c.sku_id, c.imperfect_type order by s.sku_no, c.imperfect_type`.execute(context.db);
}

// What each of them counts, not what their scopes say today (domain.md §4.13).
async function refuseOverlap(
  context: Step<typeof stocktaking>['context'],
  { id, warehouse_id }: { id: number; warehouse_id: number },
): Promise<void> {
  const { rows } = await sql<{ stocktaking_no: string }>`
    select o.stocktaking_no from stocktaking o
    where o.warehouse_id = ${warehouse_id} and o.status between 1 and 5 and o.id <> ${id} and exists (
      select 1 from stocktaking_counted a join stocktaking_counted b on b.sku_id = a.sku_id where a.stocktaking_id = ${id} and b.stocktaking_id = o.id
    )
    order by o.id limit 1`.execute(context.db);
  if (rows[0]) throw new Refusal('illegalTransition', `${rows[0].stocktaking_no} 正在盘点相同的货品`);
}

// Every zone of the warehouse; a warehouse without zones is one zone.
async function openZones(
  context: Step<typeof stocktaking>['context'],
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
  context: Step<typeof stocktaking>['context'],
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
export async function thaw({ context, document }: Step<typeof stocktaking>): Promise<undefined> {
  await sql`delete from stock_freeze where stocktaking_id = ${document.id}`.execute(context.db);
  return undefined;
}
