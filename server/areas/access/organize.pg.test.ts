import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DimensionOptions } from '#contract/areas/access/data-role.ts';
import type { GrantRequest } from '#contract/areas/access/grant.ts';
import { type DataLimit, type OrganizeNode, organizeLevels } from '#contract/areas/access/organize.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type AccessOffice, accessOffice, type Colleague } from '#tests/factories/access.ts';
import { atOnce } from '#tests/factories/at-once.ts';

const { db } = await testDatabase();
let office: AccessOffice;
let chief: Colleague;
let second: Colleague;
let made = 0;

beforeAll(async () => {
  office = await accessOffice(db, ['stock:view']);
  chief = await office.hire({ keys: office.keys });
  second = await office.hire({ keys: office.keys });
  await sql`insert into warehouse (id, warehouse_no, name, type) values (1, 'W1', '总仓', 1), (2, 'W2', '一店仓', 2), (3, 'W3', '二店仓', 2)`.execute(
    db,
  );
});

const add = async (parent_id: number | null = null): Promise<number> => {
  made += 1;
  return (
    await office.result<{ id: number }>(chief, 'organize/add', {
      name: `组织${made}`,
      code: `O${made}`,
      parent_id,
      type: 5,
    })
  ).id;
};
const pathOf = async (id: number) =>
  (await sql<{ path: string }>`select path from organize where id = ${id}`.execute(db)).rows[0]?.path;
const move = async (id: number, parent_id: number | null, { order = 0, by = chief, more = {} } = {}) => {
  const { rows } = await sql<{ version: number }>`select version from organize where id = ${id}`.execute(db);
  return await office.ask(by, 'organize/edit', { id, version: rows[0]?.version, parent_id, order, ...more });
};
const limit = async (organize_id: number, value_ids: number[], by = chief) =>
  await office.ask(by, 'organize/addData', { organize_id, items: [{ dimension: 2, value_ids }] });
const warehousesOf = async (by: Colleague): Promise<number[]> => {
  const { data } = await office.result<{ data: DimensionOptions[] }>(by, 'dataPermission/optionsByApp');
  return (
    data
      .find((one) => one.dimension === 2)
      ?.options.map((one) => one.id)
      .sort() ?? []
  );
};

describe('the tree', () => {
  it('is not moved into itself, under what is switched off, or too deep', async () => {
    const top = await add();
    const middle = await add(top);
    const leaf = await add(middle);
    for (const parent of [top, middle, leaf])
      expect(await move(top, parent)).toMatchObject({ code: 4001, field: 'parent_id' });
    const off = await add();
    await office.result(chief, 'organize/status', { id: off, status: 0 });
    expect(await move(leaf, off)).toMatchObject({ code: 4001, field: 'parent_id' });
    expect(await move(leaf, 999_999)).toMatchObject({ code: 4001, field: 'parent_id' });
    let deepest = await add();
    for (let level = 1; level < organizeLevels - 1; level += 1) deepest = await add(deepest);
    expect(await move(top, deepest)).toMatchObject({ code: 4001, field: 'parent_id', msg: '组织最多 10 级' });
    expect(await pathOf(leaf)).toBe(`${top}/${middle}/${leaf}`);
  });

  it('keeps every path of a branch that moves', async () => {
    const [one, other] = [await add(), await add()];
    const middle = await add(one);
    const leaf = await add(middle);
    expect((await move(middle, other, { order: 7 })).code).toBe(200);
    expect(await pathOf(leaf)).toBe(`${other}/${middle}/${leaf}`);
    expect(await office.result(chief, 'organize/parentIds', { id: leaf })).toEqual({ data: [other, middle] });
    expect((await move(middle, null)).code).toBe(200);
    expect(await pathOf(leaf)).toBe(`${middle}/${leaf}`);
  });

  it('closes no ring when two are moved into one another at once', async () => {
    const [one, other] = [await add(), await add()];
    const both = sql`select 1 from organize where id in (${one}, ${other}) for no key update`;
    const answers = await atOnce(db, both, [() => move(one, other), () => move(other, one)]);
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 4001]);
  });

  it('is told whole, with its people, and to whom it may be told', async () => {
    const top = await add();
    const leaf = await add(top);
    await office.hire({ organizeId: leaf });
    const find = async (by: Colleague) =>
      (await office.result<{ data: OrganizeNode[] }>(by, 'organize/tree')).data.find((node) => node.id === top);
    expect(await find(chief)).toMatchObject({
      path: String(top),
      admin_count: 0,
      limited: false,
      children: [{ id: leaf, parent_id: top, admin_count: 1, type: 5 }],
    });
    const elsewhere = await office.hire({ keys: office.keys, scope: [{ organize: [await add()] }] });
    expect(await find(elsewhere)).toBeUndefined();
    expect(await office.ask(elsewhere, 'organize/info', { id: leaf })).toMatchObject({ code: 4004 });
    expect(await office.ask(elsewhere, 'organize/dataList', { organize_id: leaf })).toMatchObject({ code: 4004 });
    expect(await office.result(chief, 'organize/info', { id: leaf })).toMatchObject({
      organize: { id: leaf, parent_id: top, allowed: { edit: true } },
      grants: [],
    });
  });
});

describe('a move under an organisation that a data role names', () => {
  const sees = async (by: Colleague, id: number): Promise<boolean> => {
    office.server.identity.forget();
    return (await office.ask(by, 'organize/info', { id })).code === 200;
  };
  const decide = (by: Colleague, id: unknown) => office.ask(by, 'organize/grantAudit', { id, result: 1 });

  it('widens what its holders see, so it waits for a second person; the rest of the save holds at once', async () => {
    const [named, moved] = [await add(), await add()];
    const leaf = await add(moved);
    const holder = await office.hire({ keys: office.keys, scope: [{ organize: [named] }] });
    const { result } = await move(moved, named, { more: { name: '迁来部' } });
    const { grant_id: id } = result as { grant_id: number };
    expect(id).toBeGreaterThan(0);
    expect(await pathOf(leaf)).toBe(`${moved}/${leaf}`);
    expect(await sees(holder, leaf)).toBe(false);
    const { rows } = await sql`select name from organize where id = ${moved}`.execute(db);
    expect(rows).toEqual([{ name: '迁来部' }]);
    const listed = await office.result<{ list: GrantRequest[] }>(second, 'admin/grantIndex', { subject_id: moved });
    expect(listed.list[0]).toMatchObject({ id, gained: [{ kind: 'parent', id: named }], allowed: { decide: true } });
    // Neither who asked, nor who would see more by it, nor who sees less than it.
    expect((await decide(chief, id)).code).toBe(4010);
    const half = await office.hire({ keys: office.keys, scope: [{ organize: [named] }, { organize: [moved] }] });
    expect(await decide(half, id)).toMatchObject({ code: 4010 });
    expect((await decide(await office.hire({ keys: office.keys, scope: [{ organize: [moved] }] }), id)).code).not.toBe(
      200,
    );
    await office.result(second, 'organize/grantAudit', { id, result: 1 });
    expect(await pathOf(leaf)).toBe(`${named}/${moved}/${leaf}`);
    expect(await sees(holder, leaf)).toBe(true);
  });

  it('is nobody’s to ask who would see more by it, and a later one overtakes it', async () => {
    const [named, moved, other] = [await add(), await add(), await add()];
    const half = await office.hire({ keys: office.keys, scope: [{ organize: [named] }, { organize: [moved] }] });
    expect(await move(moved, named, { by: half })).toMatchObject({ code: 4010 });
    const first = (await move(moved, named)).result as { grant_id: number };
    await limit(moved, [1]);
    const again = (await move(moved, await add(named))).result as { grant_id: number };
    expect(again.grant_id).toBeGreaterThan(first.grant_id);
    expect(await decide(second, first.grant_id)).toMatchObject({ code: 4010 });
    // Refusals of a move are those of before, also when it is approved later.
    expect(await move(named, other)).toMatchObject({ code: 200 });
    await office.result(chief, 'organize/status', { ids: [moved], status: 0 });
    expect(await decide(second, again.grant_id)).toMatchObject({ code: 4010 });
  });

  it('holds at once where nobody sees more by it', async () => {
    const [named, moved] = [await add(), await add()];
    const inside = await add(named);
    await office.hire({ keys: office.keys, scope: [{ organize: [named, moved] }] });
    expect((await move(moved, inside)).result).toMatchObject({ grant_id: null });
    expect(await pathOf(moved)).toBe(`${named}/${inside}/${moved}`);
    expect((await move(inside, null)).result).toMatchObject({ grant_id: null });
  });
});

describe('a switch off', () => {
  it('is refused over enabled children or people, unless they go with it', async () => {
    const top = await add();
    const leaf = await add(top);
    expect(await office.ask(chief, 'organize/status', { id: top, status: 0 })).toMatchObject({
      code: 4010,
      msg: expect.stringContaining('下级组织') as string,
    });
    const person = await office.hire({ organizeId: leaf });
    expect(await office.ask(chief, 'organize/status', { ids: [top, leaf], status: 0 })).toMatchObject({
      code: 4010,
      msg: expect.stringContaining('1 名启用的员工') as string,
    });
    await sql`update admin set status = 0 where id = ${person.id}`.execute(db);
    expect(await office.result(chief, 'organize/status', { ids: [top, leaf], status: 0 })).toEqual({ count: 2 });
    expect(await office.ask(chief, 'organize/status', { id: leaf, status: 1 })).toMatchObject({ code: 4010 });
  });
});

describe('the limits of an organisation', () => {
  it('are refused for what is not there, twice, or one’s own', async () => {
    const place = await add();
    expect(await limit(place, [999])).toMatchObject({ code: 4001 });
    const twice = { dimension: 2, value_ids: [1] };
    expect(await office.ask(chief, 'organize/addData', { organize_id: place, items: [twice, twice] })).toMatchObject({
      code: 4001,
      field: 'items.1.dimension',
    });
    expect(
      await office.ask(chief, 'organize/addData', { organize_id: place, items: [{ dimension: 9, value_ids: [1] }] }),
    ).toMatchObject({ code: 4001, field: 'items.0.dimension' });
    const member = await office.hire({ keys: office.keys, organizeId: place });
    expect(await limit(place, [1], member)).toMatchObject({ code: 4010 });
  });

  it('narrow at once what its people and those below it see, and widen after approval', async () => {
    const top = await add();
    const leaf = await add(top);
    const person = await office.hire({ organizeId: leaf, keys: ['stock:view'] });
    expect(await warehousesOf(person)).toEqual([1, 2, 3]);
    expect((await limit(top, [1, 2])).result).toEqual({ grant_id: null });
    expect(await warehousesOf(person)).toEqual([1, 2]);
    expect((await limit(leaf, [2, 3])).result).toEqual({ grant_id: null });
    expect(await warehousesOf(person)).toEqual([2]);
    const { grant_id: id } = (await limit(top, [2, 3])).result as { grant_id: number };
    expect(await warehousesOf(person)).toEqual([2]);
    expect((await office.result<{ list: DataLimit[] }>(chief, 'organize/dataList', { organize_id: top })).list).toEqual(
      [{ dimension: 2, name: '仓库', value_ids: [2], values: [{ id: 2, title: '一店仓' }] }],
    );
    expect(await office.ask(chief, 'organize/grantAudit', { id, result: 1 })).toMatchObject({ code: 4010 });
    expect(
      await office.ask(await office.hire({ keys: office.keys, scope: [{ warehouse: [2] }] }), 'organize/grantAudit', {
        id,
        result: 1,
      }),
    ).toMatchObject({ code: 4001 });
    await office.result(second, 'organize/grantAudit', { id, result: 1 });
    expect(await warehousesOf(person)).toEqual([2, 3]);
    const open = (await limit(top, [])).result as { grant_id: number };
    const again = (await limit(top, [2])).result as { grant_id: number | null };
    expect(again).toEqual({ grant_id: null });
    const { list } = await office.result<{ list: GrantRequest[] }>(chief, 'admin/grantIndex', {
      subject: 'organize',
      subject_id: top,
    });
    expect(list.find((one) => one.id === open.grant_id)).toMatchObject({ state: 3 });
  });

  it('are not set from a reading that another person’s change has overtaken', async () => {
    const place = await add();
    await limit(place, [1, 2]);
    const read = async () =>
      await office.result<{ list: DataLimit[]; version: number }>(chief, 'organize/dataList', { organize_id: place });
    const held = async () =>
      (await sql`select dimension, value_ids from organize_data where organize_id = ${place}`.execute(db)).rows;
    const save = async (version: number) => {
      const items = [
        { dimension: 2, value_ids: [1] },
        { dimension: 1, value_ids: [place] },
      ];
      return await office.ask(chief, 'organize/addData', { organize_id: place, version, items });
    };
    const { version: first, list } = await read();
    expect(list.map((one) => one.value_ids)).toEqual([[1, 2]]);
    const { grant_id: id } = (await limit(place, [1, 2, 3])).result as { grant_id: number };
    await office.result(second, 'organize/grantAudit', { id, result: 1 });
    expect(await save(first)).toMatchObject({ code: 4009 });
    expect(await held()).toEqual([{ dimension: 'warehouse', value_ids: [1, 2, 3] }]);
    // The other way round: what has been narrowed meanwhile is not asked to be widened again.
    const { version: next } = await read();
    await limit(place, [1, 2], second);
    expect(await save(next)).toMatchObject({ code: 4009 });
    const { version: last } = await read();
    expect((await save(last)).result).toEqual({ grant_id: null });
    expect(await held()).toHaveLength(2);
  });

  it('are not left behind by moving a branch out', async () => {
    const top = await add();
    const leaf = await add(top);
    await limit(top, [1]);
    expect(await move(leaf, null)).toMatchObject({ code: 4010, field: 'parent_id' });
    expect((await move(leaf, await add(top))).code).toBe(200);
  });

  it('unite over the organisations of one person', async () => {
    const [one, other] = [await add(), await add()];
    await limit(one, [1]);
    await limit(other, [2]);
    const person = await office.hire({ organizeId: one, keys: ['stock:view'] });
    expect(await warehousesOf(person)).toEqual([1]);
    const { grant_id: id } = await office.result<{ grant_id: number }>(chief, 'admin/edit', {
      id: person.id,
      version: 1,
      organize_ids: [other],
    });
    expect(await warehousesOf(person)).toEqual([1]);
    await office.result(second, 'admin/grantAudit', { id, result: 1 });
    expect(await warehousesOf(person)).toEqual([1, 2]);
  });

  it('cut what the data roles of a role give', async () => {
    const place = await add();
    await limit(place, [2, 3]);
    const roleId = await office.role(['stock:view']);
    await sql`insert into role_data_role values (${roleId}, ${await office.dataRole({ warehouse: [1, 2] })})`.execute(
      db,
    );
    const person = await office.hire({ organizeId: place });
    await sql`insert into admin_role values (${person.id}, ${roleId})`.execute(db);
    expect(await warehousesOf(person)).toEqual([2]);
    await sql`update role set status = 0 where id = ${roleId}`.execute(db);
    expect(await warehousesOf(person)).toEqual([]);
  });
});
