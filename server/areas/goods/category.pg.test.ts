import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CategoryNode, category } from '#contract/areas/goods/category.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { unit } from '#contract/areas/goods/unit.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Database } from '#server/database/connect.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addCategory, addColor, addSize, addSku, addSpu, addUnit } from '#tests/factories/goods.ts';
import { anyone, type Office, officeOf } from '#tests/factories/office.ts';

const calls = callsOf(category);
let database: Database;
let office: Office;
beforeAll(async () => {
  database = await testDatabase();
  office = officeOf(database.db);
});

const placeOf = async (id: number): Promise<{ level: number; path: string; version: number }> => {
  const { rows } = await sql<{
    level: number;
    path: string;
    version: number;
  }>`select level, path, version from category where id = ${id}`.execute(database.db);
  return rows[0] ?? { level: 0, path: '', version: 0 };
};
const branch = async (): Promise<[number, number, number]> => {
  const top = await addCategory(office);
  const middle = await addCategory(office, { parent_id: top });
  return [top, middle, await addCategory(office, { parent_id: middle })];
};
const move = async (id: number, parent: number | null) => ({
  id,
  version: (await placeOf(id)).version,
  parent_id: parent,
  name: `动${id}`,
  code: `M${id}`,
});

describe('refused', () => {
  test('a fourth level, new or by moving a branch', async () => {
    const [top, middle, leaf] = await branch();
    const other = await addCategory(office);
    expect(await office.refused(calls.add, { parent_id: leaf, name: '四级', code: 'L4' })).toMatchObject({
      kind: 'invalid',
      field: 'parent_id',
    });
    expect(await office.refused(calls.edit, await move(top, other))).toMatchObject({
      kind: 'invalid',
      field: 'parent_id',
    });
    expect(await placeOf(middle)).toMatchObject({ level: 2, path: `${top}/${middle}` });
  });

  test('a ring', async () => {
    const [top, middle] = await branch();
    expect(await office.refused(calls.edit, await move(top, top))).toMatchObject({ field: 'parent_id' });
    expect(await office.refused(calls.edit, await move(top, middle))).toMatchObject({
      kind: 'invalid',
      field: 'parent_id',
      words: expect.stringContaining('下级'),
    });
  });

  test('a place under a category that is switched off', async () => {
    const top = await addCategory(office);
    await office.call(calls.status, { ids: [top], status: 0 });
    expect(await office.refused(calls.add, { parent_id: top, name: '停', code: 'OFF1' })).toMatchObject({
      field: 'parent_id',
    });
    expect(await office.refused(calls.edit, await move(await addCategory(office), top))).toMatchObject({
      field: 'parent_id',
    });
  });

  test('switching off over an enabled child or an enabled style; switching on under a parent that is off', async () => {
    const [top, middle, leaf] = await branch();
    expect(await office.refused(calls.status, { ids: [top], status: 0 })).toMatchObject({ kind: 'illegalTransition' });
    const style = await addSpu(office, { category_id: leaf });
    await addSku(office, database.db, {
      spu_id: style,
      color_value_id: await addColor(database.db),
      size_id: await addSize(database.db),
    });
    await office.call(callsOf(spu).status, { ids: [style], status: 1 });
    expect(await office.refused(calls.status, { ids: [leaf], status: 0 })).toMatchObject({
      kind: 'illegalTransition',
      words: expect.stringContaining('圆领T恤'),
    });
    await office.call(callsOf(spu).status, { ids: [style], status: 2 });
    expect(await office.call(calls.status, { ids: [top, middle, leaf], status: 0 })).toEqual({ count: 3 });
    expect(await office.refused(calls.status, { ids: [leaf], status: 1 })).toMatchObject({ kind: 'illegalTransition' });
  });

  test('a unit: off or other decimals while goods are measured in it', async () => {
    const id = await addUnit(office);
    const style = await addSpu(office, { unit_id: id });
    expect(
      await office.refused(callsOf(unit).edit, { id, version: 1, name: '公斤', code: `KG${id}`, decimals: 3 }),
    ).toMatchObject({ field: 'decimals' });
    expect(await office.call(callsOf(unit).status, { ids: [id], status: 0 })).toEqual({ count: 1 });
    await office.call(callsOf(unit).status, { ids: [id], status: 1 });
    await addSku(office, database.db, { spu_id: style });
    await office.call(callsOf(spu).status, { ids: [style], status: 1 });
    expect(await office.refused(callsOf(unit).status, { ids: [id], status: 0 })).toMatchObject({
      kind: 'illegalTransition',
    });
  });
});

test('a moved branch keeps its shape: levels and paths follow', async () => {
  const [top, middle, leaf] = await branch();
  await office.call(calls.edit, await move(middle, null));
  expect(await placeOf(middle)).toMatchObject({ level: 1, path: `${middle}` });
  expect(await placeOf(leaf)).toMatchObject({ level: 2, path: `${middle}/${leaf}` });
  await office.call(calls.edit, await move(middle, top));
  expect(await placeOf(leaf)).toMatchObject({ level: 3, path: `${top}/${middle}/${leaf}` });
});

test('an edit that names no parent leaves the category where it is', async () => {
  const [, middle, leaf] = await branch();
  await office.call(calls.edit, { id: leaf, version: 1, name: `改名${leaf}`, code: `R${leaf}` });
  expect((await placeOf(leaf)).path).toContain(`${middle}/${leaf}`);
});

test('the list is the tree, in order, with styles counted upwards', async () => {
  const [top, middle, leaf] = await branch();
  const second = await addCategory(office, { parent_id: top, order: 1 });
  const first = await addCategory(office, { parent_id: top, order: 0, name: '最前' });
  await addSpu(office, { category_id: leaf });
  await addSpu(office, { category_id: top });
  const { list } = (await office.call(calls.list, {})) as unknown as { list: CategoryNode[] };
  const root = list.find((node) => node.id === top);
  expect(root?.spu_count).toBe(2);
  expect(root?.children.map((node) => node.id)).toEqual([middle, first, second]);
  expect(root?.children[0]?.children[0]).toMatchObject({ id: leaf, spu_count: 1, level: 3 });
});

test('the tree keeps the ancestors of what is asked for and shows nothing outside the scope', async () => {
  const [top, middle, leaf] = await branch();
  const asked = (await office.call(calls.list, {}, anyone({ scope: [{ category: [leaf] }] }))) as unknown as {
    list: CategoryNode[];
    total: number;
  };
  expect(asked).toMatchObject({ total: 1, list: [{ id: top, children: [{ id: middle, children: [{ id: leaf }] }] }] });
  const below = (await office.call(calls.list, { parent_id: middle })) as unknown as { total: number };
  expect(below.total).toBe(2);
});
