import { type Kysely, sql } from 'kysely';
import { priceStateOf } from '#contract/areas/contracts/purchase-price-enums.ts';
import { lowestMargin } from '#contract/areas/price/price-sheet.ts';
import { batchState } from '#contract/areas/purchasing/inbound-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import { askedAt, priceAt } from '#server/terms/resolve-price.ts';
import { type Placed, placesOf } from './places.ts';

/**
 * What a piece of goods `k` costs without tax, in fen, for comparison (amendments H3): only what came in at a price that is final counts, never
 * an estimate. The mean of what is left of it, else what the newest of it cost; null where nobody knows.
 */
export const referenceCost = sql`coalesce((
  select round(sum(s.cost_amount)::numeric / sum(s.qty_remain))::bigint from stock_batch s join in_ware_batch_detail d on d.id = s.in_ware_detail_id
    join in_ware_batch_detail o on o.id = coalesce(d.origin_id, d.id)
  where s.sku_id = k.id and s.qty_remain > 0 and o.price_state = ${priceStateOf.priced}), (
  select d.cost_price from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id
  where d.sku_id = k.id and b.status = ${batchState.posted} and d.is_origin and d.price_state = ${priceStateOf.priced} and d.cost_price is not null order by d.id desc limit 1))`;

/** The price of `l.new_price` without its tax: a price of sale has it, a cost does not. */
const untaxed = sql`round(l.new_price * 10000.0 / (10000 + f.tax_rate_bp))`;

/**
 * Writes beside each line of a sheet what its goods are tagged, sold and bought at now, and what the new price is of those: one
 * statement, whatever their number. Refuses a price above the tag where the installation does not allow it.
 */
export async function fillLines(db: Kysely<unknown>, id: number, sheet: Placed): Promise<void> {
  const [place] = placesOf(sheet);
  await sql`
    with p as (select ${place?.scope_type ?? 1}::smallint as scope_type, ${place?.scope_value ?? '0'}::text as scope_value),
    f as (
      select l.id, k.tag_price, ${priceAt(askedAt('p', sql`k.id`, sql`now()`), sql`k.tag_price`)} as old_price, ${referenceCost} as cost, s.tax_rate_bp
      from price_sheet_line l join sku k on k.id = l.sku_id join spu s on s.id = k.spu_id cross join p where l.price_sheet_id = ${id})
    update price_sheet_line l set tag_price = f.tag_price, old_price = f.old_price, cost_price = f.cost,
      discount_x10 = case when f.tag_price > 0 then round(l.new_price * 100.0 / f.tag_price) end,
      margin_bp = case when f.cost is not null and ${untaxed} > 0 then greatest(round((${untaxed} - f.cost) * 10000.0 / ${untaxed}), ${lowestMargin}) end
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
