import { sql } from 'kysely';
import { boughtIn } from '#contract/areas/purchasing/inbound-enums.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { Chance } from './chance.ts';
import type { SeedStep } from './context.ts';

/**
 * When the goods on the shelves of the demo company expire that do (domain.md §13.6) and were not bought since: they came with the opening
 * stock; every fifth batch has one to three days left, the rest lasts as long as what came 120 days ago can.
 */
export async function seedBatches({ tx, now }: SeedStep): Promise<void> {
  const chance = new Chance(20_260_305);
  const { rows: batches } = await sql<Batch>`
    select b.id, b.in_ware_detail_id, p.shelf_life_days from stock_batch b join sku k on k.id = b.sku_id join spu p on p.id = k.spu_id
      join in_ware_batch_detail d on d.id = b.in_ware_detail_id join in_ware_batch w on w.id = d.in_ware_batch_id
    where p.is_expire_managed and b.qty_remain > 0 and w.in_type <> ${boughtIn} order by b.location_id, b.sku_id, b.imperfect_type, b.in_ware_detail_id`.execute(
    tx,
  );
  const rows = batches.map(({ shelf_life_days: keeps, ...batch }, place) => {
    const left = place % 5 === 0 ? chance.between(1, 3) : daysLeft(keeps, chance);
    return { ...batch, expire_at: dayIn(now, left), production_date: dayIn(now, left - keeps) };
  });
  const dates = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (id bigint, in_ware_detail_id bigint, production_date date, expire_at date)`;
  await sql`update stock_batch b set production_date = d.production_date, expire_at = d.expire_at from ${dates} where d.id = b.id`.execute(
    tx,
  );
  await sql`
    update in_ware_batch_detail l set production_date = d.production_date, expire_at = d.expire_at from ${dates} where d.in_ware_detail_id = l.id`.execute(
    tx,
  );
}

interface Batch {
  id: number;
  in_ware_detail_id: number;
  shelf_life_days: number;
}

const openedDaysAgo = 120;

const dayIn = (now: Date, days: number): string => businessDay(new Date(now.getTime() + days * 86_400_000));

function daysLeft(keeps: number, chance: Chance): number {
  const longest = keeps - openedDaysAgo;
  return chance.between(Math.min(20, longest), longest);
}
