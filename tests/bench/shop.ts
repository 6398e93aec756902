import { type Kysely, sql } from 'kysely';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';
import { shelf } from '#tests/factories/shelf.ts';
import { openingStock, stockPeople } from '#tests/factories/stock.ts';

/** Goods of the bench: 200 brands, 2,000 styles, 20,000 SKUs with a barcode each. */
export const brands = 200;
const styles = 2000;
const sizes = 10;

/** Fills an empty database, straight into the tables, sets only. Leaves no statistics behind: the first rounds run without. */
export async function stockTheShop(db: Kysely<unknown>): Promise<void> {
  await sql`insert into brand (name, initial, status) select '品牌 ' || lpad(n::text, 3, '0'), 'P', 1 from generate_series(1, ${brands}::int) n`.execute(
    db,
  );
  await sql`insert into category (name, code, level, status) select '分类 ' || n, 'C' || n, 1, 1 from generate_series(1, 40) n`.execute(
    db,
  );
  await sql`insert into unit (name, code, status) values ('件', 'PCS', 1)`.execute(db);
  await sql`with k as (insert into attribute_key (name, code, kind) values ('颜色', 'color', 2) returning id) insert into attribute_value (key_id, value) select id, '黑' from k`.execute(
    db,
  );
  await sql`with t as (insert into size_type (name, code) values ('均码组', 'ONE') returning id) insert into size (size_type_id, name, code) select t.id, n::text, n::text from t, generate_series(1, ${sizes}::int) n`.execute(
    db,
  );
  await sql`
    insert into spu (spu_no, style_no, name, category_id, brand_id, unit_id, tag_price, status)
    select 'P' || lpad(n::text, 8, '0'), 'K' || n, '圆领短袖 ' || md5(n::text), 1 + n % 40, 1 + n % ${brands}, 1, 9900 + n, 1 from generate_series(1, ${styles}::int) n`.execute(
    db,
  );
  await sql`
    with made as (
      insert into sku (sku_no, spu_id, color_value_id, size_id, name, brand_id, category_id, main_barcode, tag_price, status)
      select 'S' || lpad((p.id * 100 + z.id)::text, 10, '0'), p.id, 1, z.id, p.name || ' 黑 ' || z.name, p.brand_id, p.category_id, '690' || lpad((p.id * 100 + z.id)::text, 10, '0'), p.tag_price, 1
      from spu p cross join size z returning id, main_barcode
    ) insert into sku_barcode (sku_id, barcode, is_main) select id, main_barcode, true from made`.execute(db);
}

/** Some goods in the order of their ids. */
export async function someGoods(
  db: Kysely<unknown>,
  count: number,
  offset = 0,
): Promise<{ id: number; barcode: string }[]> {
  const { rows } = await sql<{
    id: number;
    barcode: string;
  }>`select id, main_barcode as barcode from sku order by id limit ${count} offset ${offset}`.execute(db);
  return rows;
}

/** A warehouse with opening stock of these goods, brought in by the calls. */
export async function filledWarehouse(
  house: House,
  goods: readonly { id: number }[],
  { qty = 100, zones = [] as string[] } = {},
): Promise<{ id: number; people: { maker: Actor; judge: Actor } }> {
  const people = await stockPeople(house);
  const { id } = await shelf(house.db, { zones });
  await openingStock(house, { people, warehouse: id, lines: goods.map((one) => ({ sku_id: one.id, qty })) });
  return { id, people };
}
