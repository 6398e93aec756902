import { type Kysely, sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import { askedAt, priceAt } from '#server/terms/resolve-price.ts';
import { type Placed, placesOf } from './places.ts';

/** What goods cost, for comparison: the latest that they were bought in at, untaxed (domain.md §3.3 参考成本). */
export const referenceCost = sql`(
  select d.cost_price from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id
  where d.sku_id = k.id and b.status = 4 and d.is_origin and d.cost_price is not null order by d.id desc limit 1)`;

/**
 * Writes beside each line of a sheet what its goods are tagged, sold and bought at now, and what the new price is of those: one
 * statement, whatever their number. Refuses a price above the tag where the installation does not allow it.
 */
export async function fillLines(db: Kysely<unknown>, id: number, sheet: Placed): Promise<void> {
  const [place] = placesOf(sheet);
  await sql`
    with p as (select ${place?.scope_type ?? 1}::smallint as scope_type, ${place?.scope_value ?? '0'}::text as scope_value),
    f as (
      select l.id, k.tag_price, ${priceAt(askedAt('p', sql`k.id`, sql`now()`), sql`k.tag_price`)} as old_price, ${referenceCost} as cost
      from price_sheet_line l join sku k on k.id = l.sku_id cross join p where l.price_sheet_id = ${id})
    update price_sheet_line l set tag_price = f.tag_price, old_price = f.old_price, cost_price = f.cost,
      discount_x10 = case when f.tag_price > 0 then round(l.new_price * 10.0 / f.tag_price) end,
      margin_bp = case when f.cost is not null then round((l.new_price - f.cost) * 10000.0 / l.new_price) end
    from f where l.id = f.id`.execute(db);
  await sql`update price_sheet set sku_count = (select count(*) from price_sheet_line where price_sheet_id = ${id}) where id = ${id}`.execute(
    db,
  );
  await refuseOverTag(db, id);
}

async function refuseOverTag(db: Kysely<unknown>, id: number): Promise<void> {
  const { rows } = await sql<{ place: number; sku_no: string }>`
    select l.place, k.sku_no from (
      select row_number() over (order by id) as place, sku_id, new_price, tag_price from price_sheet_line where price_sheet_id = ${id}) l
    join sku k on k.id = l.sku_id where l.new_price > l.tag_price order by l.place limit 1`.execute(db);
  const [over] = rows;
  if (!over || (await readSetting(db, 'allow_over_tag')) === 1) return;
  throw new Refusal('invalid', `货品 ${over.sku_no} 的新售价高于吊牌价`, `lines.${over.place - 1}.new_price`);
}
