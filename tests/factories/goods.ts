import { type Kysely, sql } from 'kysely';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Office } from './office.ts';

let made = 0;
/** A number nobody else in this test file has. */
export const next = (): number => (made += 1);

type Given = Record<string, unknown>;

export async function addBrand(office: Office, given: Given = {}): Promise<number> {
  return (await office.call(callsOf(brand).add, { name: `品牌${next()}`, ...given })).id;
}

export async function addUnit(office: Office, given: Given = {}): Promise<number> {
  const n = next();
  return (await office.call(callsOf(unit).add, { name: `件${n}`, code: `U${n}`, ...given })).id;
}

export async function addCategory(office: Office, given: Given = {}): Promise<number> {
  const n = next();
  return (await office.call(callsOf(category).add, { name: `分类${n}`, code: `C${n}`, ...given })).id;
}

export async function addSpu(office: Office, given: Given = {}): Promise<number> {
  const n = next();
  const places = {
    category_id: given.category_id ?? (await addCategory(office)),
    brand_id: given.brand_id ?? (await addBrand(office)),
    unit_id: given.unit_id ?? (await addUnit(office)),
  };
  return (
    await office.call(callsOf(spu).add, {
      style_no: `K${n}`,
      name: `圆领T恤${n}`,
      tag_price: 19_900,
      ...places,
      ...given,
    } as Given)
  ).id;
}

export async function addSku(office: Office, db: Kysely<unknown>, given: Given = {}): Promise<number> {
  const parts = {
    spu_id: given.spu_id ?? (await addSpu(office)),
    color_value_id: given.color_value_id ?? (await addColor(db)),
    size_id: given.size_id ?? (await addSize(db)),
  };
  return (await office.call(callsOf(sku).add, { tag_price: 19_900, ...parts, ...given } as Given)).id;
}

/** A value of the colour attribute. */
export async function addColor(db: Kysely<unknown>, value = `色${next()}`): Promise<number> {
  await sql`insert into attribute_key (name, code, kind) values ('颜色', 'color', 2) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{
    id: number;
  }>`insert into attribute_value (key_id, value) select id, ${value} from attribute_key where code = 'color' returning id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}

/** A run of sizes; answers its id. */
export async function addSizeType(db: Kysely<unknown>): Promise<number> {
  const n = next();
  const { rows } = await sql<{
    id: number;
  }>`insert into size_type (name, code) values (${`尺码组${n}`}, ${`Z${n}`}) returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

export async function addSize(
  db: Kysely<unknown>,
  { typeId, name = 'M' }: { typeId?: number; name?: string } = {},
): Promise<number> {
  const type = typeId ?? (await addSizeType(db));
  const { rows } = await sql<{
    id: number;
  }>`insert into size (size_type_id, name, code) values (${type}, ${name}, ${`${name}${next()}`}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? 0;
}
