import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { shop } from '#contract/areas/partners/shop.ts';
import { warehouse, warehouseZones } from '#contract/areas/partners/warehouse.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Database } from '#server/database/connect.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { atOnce } from '#tests/factories/at-once.ts';
import { addSku, next } from '#tests/factories/goods.ts';
import { anyone, type Office, officeOf } from '#tests/factories/office.ts';

const calls = callsOf(warehouse);
const shops = callsOf(shop);
let database: Database;
let office: Office;
beforeAll(async () => {
  database = await testDatabase();
  office = officeOf(database.db);
});

async function addWarehouse(given: Record<string, unknown> = {}): Promise<number> {
  const n = next();
  return (await office.call(calls.add, { warehouse_no: `W${n}`, name: `仓${n}`, type: 2, ...given })).id;
}

async function addOrganize(type: number): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into organize (name, code, type) values (${`组织${next()}`}, ${`O${next()}`}, ${type}) returning id`.execute(
    database.db,
  );
  return rows[0]?.id ?? 0;
}

async function shopOf(given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  return {
    shop_no: `S${next()}`,
    name: '店',
    type: 1,
    area_code: '310000',
    address: '路 1 号',
    district_id: await addOrganize(3),
    warehouse_id: await addWarehouse(),
    ...given,
  };
}

/** Puts a balance beside the ledger: only the guard is under test here. */
async function hold(warehouseId: number, kind: 'warehouse' | 'transit'): Promise<void> {
  await sql`
    insert into stock_balance (location_id, warehouse_id, sku_id, imperfect_type, on_hand, guarded)
    select id, case when kind = 'warehouse' then warehouse_id end, ${await addSku(office, database.db)}, 0, 3, true from location where warehouse_id = ${warehouseId} and kind = ${kind}`.execute(
    database.db,
  );
}

describe('a warehouse is refused', () => {
  test('its switching off while it holds stock or something is on its way to it', async () => {
    for (const kind of ['warehouse', 'transit'] as const) {
      const id = await addWarehouse();
      await hold(id, kind);
      expect(await office.refused(calls.status, { ids: [await addWarehouse(), id], status: 0 })).toMatchObject({
        kind: 'illegalTransition',
        words: expect.stringContaining('3 件'),
      });
    }
  });

  test('its switching off while an open shop sells from it', async () => {
    const id = await addWarehouse();
    const { id: shopId } = await office.call(shops.add, await shopOf({ warehouse_id: id }));
    await office.call(shops.status, { ids: [shopId], status: 1 });
    expect(await office.refused(calls.status, { ids: [id], status: 0 })).toMatchObject({ kind: 'illegalTransition' });
  });

  test('two zones of one code', async () => {
    const lines = [
      { code: 'A', name: '一区' },
      { code: 'A', name: '二区' },
    ];
    expect(await office.refused(calls.add, { warehouse_no: 'WZ', name: '重', type: 1, lines } as never)).toMatchObject({
      kind: 'invalid',
      field: 'lines.1.code',
    });
  });

  test('its zones to somebody who may not see it', async () => {
    const id = await addWarehouse();
    expect(
      await office.refused(
        warehouseZones,
        { warehouse_id: id },
        anyone({ keys: [], scope: [{ warehouse: [id + 1] }] }),
      ),
    ).toMatchObject({ kind: 'notFound' });
  });
});

describe('a shop is refused', () => {
  test('in an organisation that is no district', async () => {
    expect(await office.refused(shops.add, await shopOf({ district_id: await addOrganize(2) }))).toMatchObject({
      field: 'district_id',
    });
  });

  test('on a warehouse nobody sells from, on one that is off, on one that has a shop', async () => {
    expect(
      await office.refused(shops.add, await shopOf({ warehouse_id: await addWarehouse({ type: 4 }) })),
    ).toMatchObject({ field: 'warehouse_id' });
    const off = await addWarehouse();
    await office.call(calls.status, { ids: [off], status: 0 });
    expect(await office.refused(shops.add, await shopOf({ warehouse_id: off }))).toMatchObject({
      field: 'warehouse_id',
    });
    const taken = await shopOf();
    await office.call(shops.add, taken);
    expect(await office.refused(shops.add, await shopOf({ warehouse_id: taken.warehouse_id }))).toMatchObject({
      kind: 'duplicate',
      field: 'warehouse_id',
    });
  });

  test('its opening while its warehouse is off', async () => {
    const given = await shopOf();
    const { id } = await office.call(shops.add, given);
    await office.call(calls.status, { ids: [given.warehouse_id as number], status: 0 });
    expect(await office.refused(shops.status, { ids: [id], status: 1 })).toMatchObject({ kind: 'illegalTransition' });
  });

  test('its opening beside the switching off of its warehouse, or that is', async () => {
    const given = await shopOf();
    const { id } = await office.call(shops.add, given);
    const told = [() => 'done', (error: { kind: string }) => error.kind] as const;
    // Neither commits before the other waits too.
    const both = await atOnce(database.db, sql`lock table audit_log in share mode`, [
      () => office.call(shops.status, { ids: [id], status: 1 }).then(...told),
      () => office.call(calls.status, { ids: [given.warehouse_id as number], status: 0 }).then(...told),
    ]);
    expect(both.toSorted()).toEqual(['done', 'illegalTransition']);
  });
});

test('a warehouse shows its zones in order to anybody signed in, and is switched off when empty', async () => {
  const id = await addWarehouse({
    lines: [
      { code: 'B', name: '乙区', order: 2 },
      { code: 'A', name: '甲区', order: 1 },
    ],
  });
  const { list } = await office.call(warehouseZones, { warehouse_id: id }, anyone({ keys: [] }));
  expect(list.map((zone) => zone.code)).toEqual(['A', 'B']);
  expect(await office.call(calls.status, { ids: [id], status: 0 })).toEqual({ count: 1 });
});
