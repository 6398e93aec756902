import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { attributeCalls, attributeKey, attributeValue } from '#contract/areas/goods/attribute.ts';
import { category } from '#contract/areas/goods/category.ts';
import { categoryProperty, propertyCalls } from '#contract/areas/goods/category-property.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { next } from '#tests/factories/goods.ts';
import { pieces } from '#tests/factories/shelf.ts';

// Attributes: what is in use stays, several values of one meaning become one, and a category has what those above it bind.

const { db } = await testDatabase();
const house = openHouse(db);
const keys = callsOf(attributeKey);
const values = callsOf(attributeValue);
const categories = callsOf(category);
let me: Actor;

beforeAll(async () => {
  const verbs = ['view', 'keyAdd', 'keyEdit', 'keyDelete', 'valueAdd', 'valueEdit', 'valueDelete'];
  me = await house.person('商品专员', [
    ...verbs.map((verb) => `attribute:${verb}`),
    'property:view',
    'property:bind',
    'category:add',
  ]);
});

const newKey = async (more: object = {}): Promise<number> => {
  const made = next();
  return (await house.ask(me, keys.add, { name: `属性${made}`, code: `K${made}`, ...more } as never)).id;
};
const newValues = async (key_id: number, ...told: string[]): Promise<number[]> =>
  (await house.ask(me, attributeCalls.addValues, { key_id, values: told.map((value) => ({ value })) })).list.map(
    ({ id }) => id,
  );
const newCategory = async (parent_id: number | null = null): Promise<number> => {
  const made = next();
  return (await house.ask(me, categories.add, { name: `分类${made}`, code: `C${made}`, parent_id } as never)).id;
};

async function pieceWithColor(): Promise<{ id: number; color: number; key_id: number }> {
  const [piece] = await pieces(db);
  const { rows } = await sql<{ id: number; color: number; key_id: number }>`
    select k.id, v.id as color, v.key_id from sku k join attribute_value v on v.id = k.color_value_id where k.id = ${piece?.id ?? 0}`.execute(
    db,
  );
  if (!rows[0]) throw new Error('no piece');
  return rows[0];
}

describe('values', () => {
  it('are refused all together where one of them is wrong, and it is named', async () => {
    const key = await newKey();
    await newValues(key, '棉');
    await expect(newValues(key, '麻', '棉')).rejects.toMatchObject({ field: 'values.1.value' });
    await expect(newValues(key, '麻', '麻')).rejects.toMatchObject({ kind: 'duplicate', field: 'values.1.value' });
    const { rows } = await sql`select value from attribute_value where key_id = ${key}`.execute(db);
    expect(rows).toEqual([{ value: '棉' }]);
  });

  it('in use are not removed', async () => {
    const { color } = await pieceWithColor();
    await expect(house.ask(me, values.remove, { id: color, version: 1 })).rejects.toMatchObject({
      message: '已被其他数据引用，不能删除',
    });
    const key = await newKey();
    const [cotton = 0, linen = 0] = await newValues(key, '棉', '麻');
    const category_id = await newCategory();
    await house.ask(me, propertyCalls.bind, { category_id, items: [{ key_id: key, is_required: false, order: 1 }] });
    const { list } = await house.ask(me, callsOf(categoryProperty).list, { category_id: [category_id] } as never);
    await house.ask(me, propertyCalls.bindOptions, { category_property_id: list[0]?.id ?? 0, value_ids: [cotton] });
    await expect(house.ask(me, values.remove, { id: cotton, version: 1 })).rejects.toThrow('可选值中有“棉”');
    await expect(house.ask(me, keys.remove, { id: key, version: 1 })).rejects.toThrow('已被其他数据引用');
    expect(await house.ask(me, values.remove, { id: linen, version: 1 })).toEqual({ count: 1 });
    const { rows: trail } = await sql`
      select changes->'value' as value from audit_log where doc_type = 'attributeValue' and doc_id = ${linen} and action = 'remove'`.execute(
      db,
    );
    expect(trail).toEqual([{ value: { before: '麻', after: null } }]);
  });

  it('are merged within their attribute alone, and where no two pieces would become one', async () => {
    const [one, other] = [await newKey(), await newKey()];
    const [a = 0] = await newValues(one, '棉');
    const [b = 0] = await newValues(other, '纯棉');
    await expect(house.ask(me, attributeCalls.mergeValues, { keep_id: a, ids: [b] })).rejects.toThrow('另一属性');
    await expect(house.ask(me, attributeCalls.mergeValues, { keep_id: a, ids: [a] })).rejects.toMatchObject({
      field: 'ids',
    });
    const { id, color, key_id } = await pieceWithColor();
    const [twin = 0] = await newValues(key_id, `近色${next()}`);
    await sql`
      insert into sku select (jsonb_populate_record(k, jsonb_build_object('id', k.id + 1000000, 'sku_no', k.sku_no || 'T', 'main_barcode', null, 'color_value_id', ${twin}::bigint))).*
      from sku k where k.id = ${id}`.execute(db);
    await expect(house.ask(me, attributeCalls.mergeValues, { keep_id: color, ids: [twin] })).rejects.toThrow(
      '同时有这些值的货品',
    );
  });

  it('merged, what had any of them has the one that is kept', async () => {
    const { id, color: gone, key_id } = await pieceWithColor();
    const [kept = 0] = await newValues(key_id, `正色${next()}`);
    const category_id = await newCategory();
    await house.ask(me, propertyCalls.bind, { category_id, items: [{ key_id, is_required: true, order: 1 }] });
    const { list } = await house.ask(me, callsOf(categoryProperty).list, { category_id: [category_id] } as never);
    await house.ask(me, propertyCalls.bindOptions, {
      category_property_id: list[0]?.id ?? 0,
      value_ids: [gone, kept],
    });
    const { moved } = await house.ask(me, attributeCalls.mergeValues, { keep_id: kept, ids: [gone] });
    expect(moved).toBeGreaterThan(1);
    const after = await sql`
      select (select color_value_id from sku where id = ${id}) as of_piece,
        (select value_ids from category_property where id = ${list[0]?.id ?? 0}) as offered, exists (select 1 from attribute_value where id = ${gone}) as there`.execute(
      db,
    );
    expect(after.rows).toEqual([{ of_piece: kept, offered: [kept], there: false }]);
  });
});

describe('what a category binds', () => {
  it('is refused twice, of an attribute that is not there, and of values that are not its own', async () => {
    const category_id = await newCategory();
    const [key, other] = [await newKey(), await newKey()];
    const item = { key_id: key, is_required: false, order: 1 };
    const bind = (...items: (typeof item)[]) => house.ask(me, propertyCalls.bind, { category_id, items });
    await expect(bind(item, item)).rejects.toMatchObject({ kind: 'duplicate', field: 'items.1.key_id' });
    await expect(bind(item, { ...item, key_id: 999_999 })).rejects.toMatchObject({ field: 'items.1.key_id' });
    expect((await house.ask(me, propertyCalls.keys, { category_id, bound: 1 })).list).toEqual([]);
    await bind(item);
    const { list } = await house.ask(me, callsOf(categoryProperty).list, { category_id: [category_id] } as never);
    const value_ids = [...(await newValues(key, '甲')), ...(await newValues(other, '乙'))];
    await expect(
      house.ask(me, propertyCalls.bindOptions, { category_property_id: list[0]?.id ?? 0, value_ids }),
    ).rejects.toMatchObject({ field: 'value_ids.1' });
  });

  it('holds below it, until a category there binds it otherwise', async () => {
    const root = await newCategory();
    const leaf = await newCategory(await newCategory(root));
    const key = await newKey();
    const [cotton = 0, linen = 0] = await newValues(key, '棉', '麻');
    const bound = async (category_id: number) =>
      (await house.ask(me, propertyCalls.keys, { category_id, bound: 1 })).list.map(({ id, binding }) => ({
        id,
        own: binding?.own,
        required: binding?.is_required,
      }));
    const offered = async (category_id: number) =>
      (await house.ask(me, propertyCalls.values, { category_id, key_id: key })).list.map(({ id }) => id);
    const bind = (category_id: number, is_required: boolean) =>
      house.ask(me, propertyCalls.bind, { category_id, items: [{ key_id: key, is_required, order: 1 }] });
    await bind(root, true);
    expect(await bound(leaf)).toEqual([{ id: key, own: false, required: true }]);
    const { list } = await house.ask(me, callsOf(categoryProperty).list, { category_id: [root] } as never);
    await house.ask(me, propertyCalls.bindOptions, { category_property_id: list[0]?.id ?? 0, value_ids: [cotton] });
    expect(await offered(leaf)).toEqual([cotton]);
    await bind(leaf, false);
    expect(await bound(leaf)).toEqual([{ id: key, own: true, required: false }]);
    expect(await offered(leaf)).toEqual([cotton, linen]);
    await house.ask(me, propertyCalls.bind, { category_id: leaf, items: [] });
    expect(await bound(leaf)).toEqual([{ id: key, own: false, required: true }]);
  });
});
