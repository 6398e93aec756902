import { sql } from 'kysely';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { Chance } from './chance.ts';
import type { SeedStep } from './context.ts';

/**
 * The batches of what stands on the shelves of the demo company and expires (domain.md §13.6): all of them came with the
 * opening stock, some of them have one to three days left. Each shelf's batches add up to what is on hand there.
 */
export async function seedBatches({ tx, now }: SeedStep): Promise<void> {
  const chance = new Chance(20_260_305);
  const { rows: shelves } = await sql<Shelf>`
    select r.warehouse_id, r.sku_id, r.imperfect_type, r.qty_on_hand, p.shelf_life_days from stock r join sku k on k.id = r.sku_id join spu p on p.id = k.spu_id
    where p.is_expire_managed and r.qty_on_hand > 0 order by r.warehouse_id, r.sku_id, r.imperfect_type`.execute(tx);
  const came = new Date(now.getTime() - openedDaysAgo * day);
  const batches = shelves.flatMap((shelf) => batchesOf(shelf, chance));
  const rows = batches.map((batch, index) => ({
    ...batch,
    serial_no: `PC${businessDay(came).slice(2).replaceAll('-', '')}${String(index + 1).padStart(5, '0')}`,
    expire_at: businessDay(new Date(now.getTime() + batch.left * day)),
    production_date: businessDay(new Date(now.getTime() + (batch.left - batch.keeps) * day)),
    into_time: came.toISOString(),
  }));
  await sql`
    insert into stock_batch (serial_no, warehouse_id, sku_id, imperfect_type, production_date, expire_at, into_time, qty_remain)
    select serial_no, warehouse_id, sku_id, imperfect_type, production_date, expire_at, into_time, qty_remain
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b (serial_no text, warehouse_id bigint, sku_id bigint, imperfect_type smallint,
      production_date date, expire_at date, into_time timestamptz, qty_remain bigint)`.execute(tx);
}

interface Shelf {
  warehouse_id: number;
  sku_id: number;
  imperfect_type: number;
  qty_on_hand: number;
  shelf_life_days: number;
}

interface Batch extends Pick<Shelf, 'warehouse_id' | 'sku_id' | 'imperfect_type'> {
  /** Days until the last good one, and from production to it. */
  left: number;
  keeps: number;
  qty_remain: number;
}

const day = 86_400_000;
const openedDaysAgo = 120;

/** Two shelves of five have a few pieces that are nearly over; the rest lasts as long as what came 120 days ago can. */
function batchesOf({ qty_on_hand: whole, shelf_life_days: keeps, ...where }: Shelf, chance: Chance): Batch[] {
  const near = chance.often(0.4) ? Math.min(whole, chance.between(2, 12)) : 0;
  const nearLeft = chance.between(1, 3);
  const longest = keeps - openedDaysAgo;
  const later = chance.between(Math.min(20, longest), longest);
  return [
    { ...where, left: nearLeft, keeps, qty_remain: near },
    { ...where, left: later, keeps, qty_remain: whole - near },
  ].filter((batch) => batch.qty_remain > 0);
}
