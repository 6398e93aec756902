import type { Kysely } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { priceCalls } from '#contract/areas/price/price-calls.ts';
import { priceRecord } from '#contract/areas/price/price-record.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { FileAnswer } from '#server/kit/file-answer.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { insert } from '#tests/factories/insert.ts';
import { addDistrictShop, addPrice } from '#tests/factories/prices.ts';
import { type Piece, pieces } from '#tests/factories/shelf.ts';

// Whoever sees one brand, or one shop, learns nothing of another's prices: not by asking, importing, trying out or saving a file.

let db: Kysely<unknown>;
let house: House;
let keeper: Actor;
let own: Piece;
let other: Piece;

const keys = ['price:view', 'price:add', 'price:submit', 'price:export'];

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db, new Date().toISOString());
  [own, other] = [(await pieces(db))[0] as Piece, (await pieces(db))[0] as Piece];
  keeper = await house.person('品牌专员', keys, [{ brand: [own.brand_id] }]);
  for (const { id } of [own, other]) {
    await addPrice(db, { sku_id: id, price: 4321 });
    await insert(db, 'price_record', {
      sku_id: id,
      scope_type: 1,
      scope_value: '0',
      scope_name: '全部',
      new_price: 4321,
      price_no: `TJ-${id}`,
      at: new Date().toISOString(),
    });
  }
});

it('is told the present, the future and the imported price of their own goods alone', async () => {
  const sku_ids = [own.id, other.id];
  const asked = await house.ask(keeper, priceCalls.addView, { sku_ids, price_type: 2, scope_type: 1 });
  expect(asked.lines.map(({ sku_id }) => sku_id)).toEqual([own.id]);
  const told = await house.ask(keeper, priceCalls.simulate, { sku_ids, at: new Date().toISOString() });
  expect(told.list).toMatchObject([{ sku_id: own.id, price: 4321 }]);
  const rows = [own, other].map(({ sku_no }) => ({ code: sku_no, price: '1' }));
  const read = await house.ask(keeper, priceCalls.import, { rows });
  expect([read.lines.map(({ sku_id }) => sku_id), read.errors]).toEqual([
    [own.id],
    [{ row: 2, words: `找不到货品 ${other.sku_no}` }],
  ]);
});

it('reads and saves the records of their own goods alone', async () => {
  const { list } = await house.ask(keeper, callsOf(priceRecord).list, {});
  expect(list.map(({ price_no }) => price_no)).toEqual([`TJ-${own.id}`]);
  const file = (await house.ask(keeper, priceCalls.exportRecords, { export: 1 })) as unknown;
  expect(file).toBeInstanceOf(FileAnswer);
  const text = (file as FileAnswer).body;
  expect([text.includes(`TJ-${own.id}`), text.includes(`TJ-${other.id}`)]).toEqual([true, false]);
});

it('sees, saves and applies for sheets of their own shops alone', async () => {
  const [mine, theirs] = [await addDistrictShop(db), await addDistrictShop(db)];
  const maker = await house.person('总部', keys);
  const sheet = (shop: number) => ({
    price_type: 2,
    scope_type: 3,
    shop_ids: [shop],
    effective_at: new Date(Date.now() + 3_600_000).toISOString(),
    reason: '门店调价',
    lines: [{ sku_id: own.id, new_price: 100 }],
  });
  const { id } = await house.ask(maker, callsOf(priceSheet).add, sheet(theirs.id) as never);
  const manager = await house.person('店长', keys, [{ shop: [mine.id] }]);
  await expect(house.ask(manager, callsOf(priceSheet).detail, { id })).rejects.toMatchObject({ code: 4004 });
  await expect(house.ask(manager, priceCalls.export, { id })).rejects.toMatchObject({ code: 4004 });
  await expect(house.ask(manager, callsOf(priceSheet).add, sheet(theirs.id) as never)).rejects.toMatchObject({
    code: 4001,
  });
  const { id: applied } = await house.ask(manager, callsOf(priceSheet).add, sheet(mine.id) as never);
  expect(await house.ask(manager, callsOf(priceSheet).detail, { id: applied })).toMatchObject({ source: 2 });
  // Neither what their shop sells at nor what is planned for it is told to whoever does not see it.
  const sku_ids = [own.id];
  const theirPrices = { sku_ids, shop_id: theirs.id, at: new Date().toISOString() };
  await expect(house.ask(manager, priceCalls.simulate, theirPrices)).rejects.toMatchObject({ code: 4001 });
  const plan = { sku_ids, price_type: 2, scope_type: 3, shop_ids: [theirs.id] };
  await expect(house.ask(manager, priceCalls.addView, plan)).rejects.toMatchObject({ code: 4001 });
});
