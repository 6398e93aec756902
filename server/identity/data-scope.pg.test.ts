import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { shop } from '#contract/areas/partners/shop.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { headers } from '#contract/kit/call.ts';
import { serveEntity } from '#server/kit/serve-entity.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person, signedIn, writing } from '#tests/factories/people.ts';
import { testServer } from '#tests/factories/server.ts';
import type { ScopeRule } from './actor.ts';

const { db } = await testDatabase();
const server = await testServer(db, {
  serve: (kit) => {
    serveEntity(kit, shop);
    serveEntity(kit, warehouse);
  },
});
await sql`insert into organize (id, name, code) values (1, '华东区', 'HD')`.execute(db);
await sql`insert into warehouse (id, warehouse_no, name, type) select n, 'W' || n, '仓' || n, 2 from generate_series(1, 4) n`.execute(
  db,
);
await sql`insert into shop (id, shop_no, name, type, district_id, warehouse_id, area_code, address) select n, 'M' || n, '店' || n, 1, 1, n, '310000', '某路' from generate_series(1, 3) n`.execute(
  db,
);

const keys = ['shop:view', 'shop:add', 'shop:edit', 'shop:status', 'warehouse:view', 'warehouse:edit'];
const withScope = async (scope: ScopeRule[]): Promise<Record<string, string>> =>
  signedIn(db, await person(db, { keys, scope }));
const ask = async (path: string, body: object, signed: Record<string, string>) =>
  (await server.call(`/api/erp/v1/${path}`, body, { headers: signed })).body;
const ids = async (path: string, signed: Record<string, string>, body: object = {}): Promise<number[]> => {
  const { result } = (await ask(path, body, signed)) as unknown as {
    result: { list: { id: number }[]; total?: number };
  };
  expect(result.total ?? result.list.length).toBe(result.list.length);
  return result.list.map((row) => row.id).sort((one, other) => one - other);
};

describe('a list shows the union of the data roles, each the intersection of its dimensions', () => {
  it.each<[string, ScopeRule[], number[], number[]]>([
    ['one dimension', [{ warehouse: [1, 2] }], [1, 2], [1, 2]],
    ['two that meet', [{ warehouse: [1, 2], shop: [2, 3] }], [2], [1, 2]],
    ['two that do not meet', [{ warehouse: [1], shop: [3] }], [], [1]],
    ['a union', [{ warehouse: [1], shop: [1, 2, 3] }, { shop: [3] }], [1, 3], [1, 2, 3, 4]],
    ['a dimension that the thing does not have', [{ brand: [9] }], [1, 2, 3], [1, 2, 3, 4]],
    ['ids of nothing', [{ warehouse: [999] }], [], []],
  ])('%s', async (_what, scope, shops, warehouses) => {
    const signed = await withScope(scope);
    expect(await ids('shop/list', signed)).toEqual(shops);
    expect(await ids('warehouse/list', signed)).toEqual(warehouses);
    expect(await ids('warehouse/options', signed)).toEqual(warehouses);
  });
});

describe('what is outside', () => {
  it('is absent: detail, options by id, list by id', async () => {
    const signed = await withScope([{ warehouse: [1] }]);
    expect((await ask('shop/detail', { id: 2 }, signed)).code).toBe(4004);
    expect((await ask('shop/detail', { id: 999 }, signed)).code).toBe(4004);
    expect((await ask('shop/detail', { id: 1 }, signed)).code).toBe(200);
    expect(await ids('warehouse/options', signed, { ids: [1, 2, 3] })).toEqual([1]);
    expect(await ids('shop/list', signed, { ids: [1, 2, 3] })).toEqual([1]);
  });

  it('cannot be edited, switched or pointed to, and stays as it was', async () => {
    const signed = await withScope([{ warehouse: [1] }]);
    const edit = {
      id: 2,
      version: 1,
      shop_no: 'X',
      name: 'X',
      type: 1,
      district_id: 1,
      warehouse_id: 1,
      area_code: '310000',
      address: '1',
    };
    expect((await ask('shop/edit', edit, writing(signed))).code).toBe(4004);
    expect((await ask('shop/status', { ids: [1, 2], status: 1 }, writing(signed))).code).toBe(4004);
    const add = {
      shop_no: 'M9',
      name: '店9',
      type: 1,
      district_id: 1,
      warehouse_id: 4,
      area_code: '310000',
      address: '1',
    };
    expect(await ask('shop/add', add, writing(signed))).toMatchObject({ code: 4001, field: 'warehouse_id' });
    const { rows } = await sql`select name, status from shop order by id`.execute(db);
    expect(rows).toEqual([1, 2, 3].map((n) => ({ name: `店${n}`, status: 2 })));
  });

  it('is where no one data role reaches, though each reference is inside of some', async () => {
    await sql`insert into organize (id, name, code, type) values (2, '华南区', 'HN', 3)`.execute(db);
    await sql`alter table shop alter column id restart with 100`.execute(db);
    const signed = await withScope([
      { warehouse: [4], organize: [2] },
      { warehouse: [3], organize: [1] },
    ]);
    const add = { shop_no: 'M8', name: '店8', type: 1, warehouse_id: 4, area_code: '310000', address: '1' };
    const between = await ask('shop/add', { ...add, district_id: 1 }, writing(signed));
    expect(between).toMatchObject({ code: 4001, field: 'warehouse_id', msg: '门店仓、所属区域不在您的数据范围内' });
    const inside = await ask('shop/add', { ...add, district_id: 2 }, writing(signed));
    expect(inside.code).toBe(200);
    const { id } = inside.result as { id: number };
    expect(await ask('shop/edit', { id, version: 1, district_id: 1 }, writing(signed))).toMatchObject({ code: 4001 });
    const { rows } = await sql`select name, district_id from shop where shop_no = 'M8'`.execute(db);
    expect(rows).toEqual([{ name: '店8', district_id: 2 }]);
    await sql`delete from shop where shop_no = 'M8'`.execute(db);
  });

  it('is no secret for whom nothing limits', async () => {
    const signed = await signedIn(db, await person(db, { keys }));
    expect(await ids('shop/list', signed)).toEqual([1, 2, 3]);
    expect(signed[headers.authorization]).toHaveLength(43);
  });
});
