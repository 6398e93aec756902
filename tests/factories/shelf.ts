import { type Kysely, sql } from 'kysely';

let serial = 0;

/** A warehouse with zones, straight into the tables. */
export async function shelf(
  db: Kysely<unknown>,
  { zones = [] as string[] } = {},
): Promise<{ id: number; code: string }> {
  // Beside the warehouses of the demo company, which are W01 and so on.
  const code = `WT${(serial += 1)}`;
  const { rows } = await sql<{ id: number }>`
    insert into warehouse (warehouse_no, name, type, status) values (${code}, ${`仓库 ${code}`}, 1, 1) returning id`.execute(
    db,
  );
  const id = rows[0]?.id ?? 0;
  for (const zone of zones)
    await sql`insert into warehouse_zone (warehouse_id, code, name) values (${id}, ${zone}, ${`库区 ${zone}`})`.execute(
      db,
    );
  return { id, code };
}

export interface Piece {
  id: number;
  sku_no: string;
  name: string;
  barcode: string;
  brand_id: number;
  category_id: number;
}

/** `count` SKUs of one style with one barcode each, straight into the tables. */
export async function pieces(db: Kysely<unknown>, count = 1): Promise<Piece[]> {
  const key = `G${(serial += 1)}`;
  const { rows } = await sql<Piece>`
    with b as (insert into brand (name, status) values (${`品牌 ${key}`}, 1) returning id),
    c as (insert into category (name, code, level, status) values (${`分类 ${key}`}, ${key}, 1, 1) returning id),
    u as (insert into unit (name, code, status) values (${`件${key}`}, ${key}, 1) returning id),
    k as (insert into attribute_key (name, code) values ('颜色', ${`color-${key}`}) returning id),
    v as (insert into attribute_value (key_id, value) select id, '黑' from k returning id),
    t as (insert into size_type (name, code) values (${`尺码 ${key}`}, ${key}) returning id),
    z as (insert into size (size_type_id, name, code) select t.id, n::text, n::text from t, generate_series(1, ${count}::int) n returning id, code),
    p as (insert into spu (spu_no, style_no, name, category_id, brand_id, unit_id, tag_price, status)
      select ${`P-${key}`}, ${key}, ${`商品 ${key}`}, c.id, b.id, u.id, 9900, 1 from b, c, u returning id, brand_id, category_id),
    s as (insert into sku (sku_no, spu_id, color_value_id, size_id, name, brand_id, category_id, main_barcode, tag_price, status)
      select ${`S-${key}-`} || z.code, p.id, v.id, z.id, ${`商品 ${key} 黑 `} || z.code, p.brand_id, p.category_id, ${`B-${key}-`} || z.code, 9900, 1 from p, v, z
      returning id, sku_no, name, main_barcode, brand_id, category_id),
    m as (insert into sku_barcode (sku_id, barcode, is_main) select id, main_barcode, true from s)
    select id, sku_no, name, main_barcode as barcode, brand_id, category_id from s order by id`.execute(db);
  await sql`update category set path = id::text where path is null`.execute(db);
  return rows;
}
