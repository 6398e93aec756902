import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handOverCall } from '#contract/areas/partners/hand-over.ts';
import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Database } from '#server/database/connect.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addBrand } from '#tests/factories/goods.ts';
import { anyone, type Office, officeOf } from '#tests/factories/office.ts';
import { addPurchaser, addSupplier } from '#tests/factories/partners.ts';

const purchasers = callsOf(purchaser);
const suppliers = callsOf(supplier);
const everything = { suppliers: true, brands: true, categories: true };
let database: Database;
let office: Office;
let from: number;
let to: number;

beforeAll(async () => {
  database = await testDatabase();
  office = officeOf(database.db);
});

beforeEach(async () => {
  from = await addPurchaser(office, database.db);
  to = await addPurchaser(office, database.db);
});

const shown = (id: number) => office.call(purchasers.detail, { id });

describe('handing over is refused', () => {
  test('to a purchaser who is off, who is not there, or who hands over', async () => {
    const mine = await addSupplier(office, { purchaser_id: from });
    await office.call(purchasers.status, { ids: [to], status: 0 });
    for (const to_id of [to, 999_999, from])
      expect(await office.refused(handOverCall, { from_ids: [from], to_id, move: everything })).toMatchObject({
        kind: 'invalid',
        field: 'to_id',
      });
    expect((await office.call(suppliers.detail, { id: mine })).purchaser_id).toBe(from);
  });

  test('from somebody who is not there, and of nothing', async () => {
    expect(
      await office.refused(handOverCall, { from_ids: [from, 999_999], to_id: to, move: everything }),
    ).toMatchObject({ field: 'from_ids.1' });
    expect(await office.refused(handOverCall, { from_ids: [from], to_id: to, move: {} })).toMatchObject({
      field: 'move',
    });
    expect(await office.refused(handOverCall, { from_ids: [], to_id: to, move: everything })).toMatchObject({
      field: 'from_ids',
    });
  });

  test('over purchasers outside the data scope, and over suppliers outside of it: none is moved', async () => {
    const [seen, hidden] = [
      await addSupplier(office, { purchaser_id: from }),
      await addSupplier(office, { purchaser_id: from }),
    ];
    const { department_id } = await shown(to);
    const asked = { from_ids: [from], to_id: to, move: everything };
    const elsewhere = anyone({ scope: [{ organize: [department_id] }] });
    expect(await office.refused(handOverCall, asked, elsewhere)).toMatchObject({ field: 'from_ids.0' });
    const limited = anyone({ scope: [{ supplier: [seen] }] });
    expect(await office.refused(handOverCall, asked, limited)).toMatchObject({
      field: 'from_ids',
      words: expect.stringContaining('1 家') as unknown,
    });
    for (const id of [seen, hidden]) expect((await office.call(suppliers.detail, { id })).purchaser_id).toBe(from);
  });
});

test('everything goes to the receiver, beside what the receiver has, and both histories say so', async () => {
  const [kept, given, shared] = [await addBrand(office), await addBrand(office), await addBrand(office)];
  const other = await addPurchaser(office, database.db, { brand_ids: [shared] });
  await office.call(purchasers.edit, { id: from, version: 1, brand_ids: [given, shared] });
  await office.call(purchasers.edit, { id: to, version: 1, brand_ids: [kept] });
  const mine = [await addSupplier(office, { purchaser_id: from }), await addSupplier(office, { purchaser_id: from })];
  await office.call(suppliers.status, { ids: mine.slice(1), status: 0 });
  expect(await office.call(handOverCall, { from_ids: [from, other], to_id: to, move: everything })).toEqual({
    moved_count: 4,
    moved: { suppliers: 2, brands: 2, categories: 0 },
  });
  expect(await shown(from)).toMatchObject({ brand_ids: [], supplier_count: 0, version: 3 });
  expect(await shown(to)).toMatchObject({ brand_ids: [kept, given, shared], supplier_count: 2, version: 3 });
  for (const id of mine) {
    const { purchaser_id, version, audit } = await office.call(suppliers.detail, { id });
    expect(purchaser_id).toBe(to);
    expect(version).toBeGreaterThan(1);
    expect(audit.at(-1)).toMatchObject({
      action: 'handOver',
      changes: { purchaser_id: { before: from, after: to } },
    });
  }
  expect((await shown(to)).audit.at(-1)).toMatchObject({ action: 'handOver' });
  expect(await office.call(purchasers.status, { ids: [from], status: 0 })).toEqual({ count: 1 });
});

test('what is not handed over stays', async () => {
  const own = await addBrand(office);
  await office.call(purchasers.edit, { id: from, version: 1, brand_ids: [own] });
  const mine = await addSupplier(office, { purchaser_id: from });
  const moved = await office.call(handOverCall, { from_ids: [from], to_id: to, move: { brands: true } });
  expect(moved).toMatchObject({ moved: { suppliers: 0, brands: 1 } });
  expect((await office.call(suppliers.detail, { id: mine })).purchaser_id).toBe(from);
  expect(await shown(to)).toMatchObject({ brand_ids: [own], supplier_count: 0 });
});

test('beside suppliers that are saved meanwhile nobody waits for ever, and none stays behind', async () => {
  const mine = await Promise.all(Array.from({ length: 6 }, () => addSupplier(office, { purchaser_id: from })));
  const saves = mine.map((id) => office.call(suppliers.edit, { id, version: 1, contact: '刘芳' }).then(told, refused));
  const handed = office.call(handOverCall, { from_ids: [from], to_id: to, move: { suppliers: true } });
  // A save that comes late finds another version.
  expect(['done', 'versionConflict']).toEqual(expect.arrayContaining([...new Set(await Promise.all(saves))]));
  expect(await handed).toMatchObject({ moved: { suppliers: 6 } });
  expect(await shown(from)).toMatchObject({ supplier_count: 0 });
});

const told = () => 'done';
const refused = (error: { kind: string }) => error.kind;
