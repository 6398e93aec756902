import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { allots, asked, outs, passed, picked, transferRoute } from '#tests/factories/allots.ts';
import { codedGoods } from '#tests/factories/coded.ts';
import { bound, codePeople, paper } from '#tests/factories/codes.ts';
import { sell } from '#tests/factories/sale.ts';
import { shelf } from '#tests/factories/shelf.ts';
import { adjust, openingStock } from '#tests/factories/stock.ts';

// Sales may take more than is there. What was promised to a document, and what has a code, is there all the same.

let house: House;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

const stockOf = async (warehouse: number, sku: number) =>
  (
    await sql`
      select on_hand, locked, open_negative, coded from stock_balance where warehouse_id = ${warehouse} and sku_id = ${sku} and imperfect_type = 0`.execute(
      house.db,
    )
  ).rows[0];

describe('an allot of goods of which more was sold than was free', () => {
  afterEach(async () => {
    expect(await brokenInvariants(house.db)).toEqual([]);
  });

  it('is written anew, picked, picked again and sent as it was promised', async () => {
    const way = await transferRoute(house);
    const sku = way.goods[0]?.id ?? 0;
    await way.bring(6, 1001);
    await way.bring(9, 2000);
    const made = await passed(house, way, [[0, 10]]);
    await sell(house, { warehouse: way.sender, sku, qty: 8, oversell: 'sold' });
    expect(await stockOf(way.sender, sku)).toMatchObject({ on_hand: 7, locked: 10, open_negative: 3 });
    await picked(house, way, made.out, [6]);
    const { lines } = await house.ask(way.from, outs.detail, { id: made.out });
    await house.ask(way.from, outs.pick, {
      id: made.out,
      lines: lines.map((line) => ({ line_id: line.id, pick_qty: 10 })),
    });
    expect(await stockOf(way.sender, sku)).toMatchObject({ on_hand: 7, locked: 10, open_negative: 3 });
    await picked(house, way, made.out, [10]);
    await house.ask(way.from, allots.send, { id: made.id, logistics_id: way.logistics, waybill_no: 'SF100' });
    expect(await stockOf(way.sender, sku)).toMatchObject({ on_hand: -3, locked: 0, open_negative: 3 });
  });

  it('that asks for fewer offsets what is missing by the rest of what it held', async () => {
    const way = await transferRoute(house);
    const sku = way.goods[0]?.id ?? 0;
    await way.bring(6, 1001);
    const { id } = await house.ask(way.into, allots.add, asked(way, [[0, 6]]));
    await sell(house, { warehouse: way.sender, sku, qty: 3, oversell: 'sold' });
    expect(await stockOf(way.sender, sku)).toMatchObject({ on_hand: 3, locked: 6, open_negative: 3 });
    const { version } = await house.ask(way.into, allots.detail, { id });
    const edit = (qty: number) =>
      house.ask(way.into, allots.edit, { id, version, ...(asked(way, [[0, qty]]) as object) });
    await expect(edit(7)).rejects.toMatchObject({ kind: 'stockShort' });
    await edit(4);
    expect(await stockOf(way.sender, sku)).toMatchObject({ on_hand: 3, locked: 4, open_negative: 1 });
  });
});

describe('pieces with codes', () => {
  it('leave by their code alone, however much may be missing, and take nobody else’s place', async () => {
    const people = await codePeople(house);
    const { id: warehouse } = await shelf(house.db);
    const sku = (await codedGoods(house.db))[0]?.id ?? 0;
    await openingStock(house, { people, warehouse, lines: [{ sku_id: sku, qty: 1 }] });
    await sell(house, { warehouse, sku, qty: 2, oversell: 'sold' });
    expect(await stockOf(warehouse, sku)).toMatchObject({ on_hand: -1, open_negative: 1 });
    await receive(warehouse, sku, (await bound(house, { people, sku, qty: 1 })).codes[0]?.id ?? 0);
    expect(await stockOf(warehouse, sku)).toEqual({ on_hand: 0, locked: 0, open_negative: 1, coded: 1 });
    await expect(sell(house, { warehouse, sku, qty: 1, oversell: 'sold' })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('请扫码'),
    });
    await adjust(house, { people, warehouse, type: adjustType.gain, lines: [{ sku_id: sku, qty: 1 }] });
    expect(await stockOf(warehouse, sku)).toEqual({ on_hand: 1, locked: 0, open_negative: 0, coded: 1 });
    // The paper that codes came in by says nothing of its lines.
    const broken = (await brokenInvariants(house.db)).map(({ name }) => name.slice(0, 3));
    expect(broken.filter((name) => /^(i04|i07|i1[345]|k05|k1[123]|k6[3-8])$/.test(name))).toEqual([]);
  });
});

/** Brings one piece into a warehouse with its code on it. */
async function receive(warehouse: number, skuId: number, codeId: number): Promise<void> {
  const source = await paper(house.db, warehouse);
  const { warehouse: here, supplier } = locationsOf(warehouse);
  const shared = { skuId, imperfectType: 0, bizType: bizType.otherIn };
  await inTransaction(house.db, (db) =>
    postStock(
      { db, policies: house.kit.policies },
      {
        source,
        legs: [
          { ...shared, location: here, delta: 1 },
          { ...shared, location: supplier, delta: -1 },
        ],
        codes: [{ codeId, step: 'receive', warehouseId: warehouse, imperfectType: 0 }],
        happenedAt: new Date(Date.now() - 1000).toISOString(),
        opId: randomUUID(),
        adminId: 1,
      },
    ),
  );
}
