import type { Kysely } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { purchasePrice } from '#contract/areas/contracts/purchase-price.ts';
import { purchasePriceCalls } from '#contract/areas/contracts/purchase-price-calls.ts';
import { kindOf } from '#contract/areas/contracts/purchase-price-enums.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { FileAnswer } from '#server/kit/file-answer.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { addPurchasePrice, agreed, agreementKeys } from '#tests/factories/contracts.ts';

// Whoever’s data scope is one supplier, or one brand, learns nothing of what others' goods are bought at: not by asking, reading a file, or saving one.

type Agreed = Awaited<ReturnType<typeof agreed>>;

let db: Kysely<unknown>;
let house: House;
let own: Agreed;
let other: Agreed;
let ofSupplier: Actor;
let ofBrand: Actor;

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  [own, other] = [await agreed(db), await agreed(db)];
  for (const { supplier_id, contract_id, goods } of [own, other])
    await addPurchasePrice(db, { supplier_id, contract_id, sku_id: goods[0]?.id ?? 0 });
  ofSupplier = await house.person('供应商专员', agreementKeys, [{ supplier: [own.supplier_id] }]);
  ofBrand = await house.person('品牌专员', agreementKeys, [{ brand: [own.brand_id] }]);
});

const skuOf = ({ goods }: Agreed): number => goods[0]?.id ?? 0;
const write = async (by: Actor, { supplier_id, contract_id, goods }: Agreed) =>
  await house.ask(by, callsOf(purchasePriceSheet).add, {
    kind: kindOf.fresh,
    supplier_id,
    contract_id,
    effective_date: '2026-04-01',
    lines: goods.map(({ id }) => ({ sku_id: id, new_price: 3000, tax_rate_bp: 1300 })) as never,
  });

it('asks about their own supplier alone', async () => {
  const asked = { sku_ids: [skuOf(own), skuOf(other)] };
  const hidden = { code: 4001, field: 'supplier_id' };
  const theirs = { supplier_id: other.supplier_id };
  await expect(house.ask(ofSupplier, purchasePriceCalls.addView, { ...asked, ...theirs })).rejects.toMatchObject(
    hidden,
  );
  await expect(
    house.ask(ofSupplier, purchasePriceCalls.explain, { ...asked, ...theirs, date: '2026-03-02' }),
  ).rejects.toMatchObject(hidden);
  await expect(
    house.ask(ofSupplier, purchasePriceCalls.fileContent, { ...theirs, rows: [{ code: 'x', price: '1' }] }),
  ).rejects.toMatchObject(hidden);
  await expect(
    house.ask(ofSupplier, purchasePriceCalls.addView, {
      ...asked,
      supplier_id: own.supplier_id,
      contract_id: other.contract_id,
    }),
  ).rejects.toMatchObject({ code: 4001, field: 'contract_id' });
  await expect(write(ofSupplier, other)).rejects.toMatchObject(hidden);
  const { list } = await house.ask(ofSupplier, callsOf(purchasePrice).list, {});
  expect(list.map(({ supplier_id }) => supplier_id)).toEqual([own.supplier_id]);
});

it('is told of goods of their own brand alone', async () => {
  const sku_ids = [skuOf(own), skuOf(other)];
  for (const { supplier_id } of [own, other]) {
    const view = await house.ask(ofBrand, purchasePriceCalls.addView, { supplier_id, sku_ids });
    const told = await house.ask(ofBrand, purchasePriceCalls.explain, { supplier_id, sku_ids, date: '2026-03-02' });
    expect([view.lines, told.list].map((all) => all.map(({ sku_id }) => sku_id))).toEqual([[skuOf(own)], [skuOf(own)]]);
  }
  const rates = { sku_ids, date_from: '2026-01-01', date_to: '2026-03-01' };
  expect((await house.ask(ofBrand, purchasePriceCalls.saleRate, rates)).list.map(({ sku_id }) => sku_id)).toEqual([
    skuOf(own),
  ]);
  const read = await house.ask(ofBrand, purchasePriceCalls.fileContent, {
    supplier_id: own.supplier_id,
    rows: [own, other].map(({ goods }) => ({ code: goods[0]?.sku_no ?? '', price: '1' })),
  });
  expect([read.lines.map(({ sku_id }) => sku_id), read.errors.map(({ row }) => row)]).toEqual([[skuOf(own)], [2]]);
});

it('reads the history of their own sheets, and saves their lines without the goods of others', async () => {
  const writer = await house.person('总部', agreementKeys);
  const [mine, theirs] = [await write(writer, own), await write(writer, other)];
  expect((await house.ask(ofSupplier, purchasePriceCalls.logs, { id: mine.id })).list).toMatchObject([
    { action: 'add', sheet_no: mine.no },
  ]);
  await expect(house.ask(ofSupplier, purchasePriceCalls.logs, { id: theirs.id })).rejects.toMatchObject({ code: 4004 });
  expect((await house.ask(ofSupplier, purchasePriceCalls.logs, { sku_id: skuOf(other) })).list).toEqual([]);
  await expect(house.ask(ofSupplier, purchasePriceCalls.export, { id: theirs.id })).rejects.toMatchObject({
    code: 4004,
  });
  const file = (await house.ask(ofBrand, purchasePriceCalls.export, { id: theirs.id })) as unknown;
  expect(file).toBeInstanceOf(FileAnswer);
  expect((file as FileAnswer).body).not.toContain(other.goods[0]?.sku_no);
});
