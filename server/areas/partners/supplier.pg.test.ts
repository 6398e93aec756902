import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Database } from '#server/database/connect.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addBrand } from '#tests/factories/goods.ts';
import { anyone, type Office, officeOf } from '#tests/factories/office.ts';
import { addDepartment, addPurchaser, addSupplier, purchaserOf, supplierOf } from '#tests/factories/partners.ts';
import { person } from '#tests/factories/people.ts';

const purchasers = callsOf(purchaser);
const suppliers = callsOf(supplier);
let database: Database;
let office: Office;
beforeAll(async () => {
  database = await testDatabase();
  office = officeOf(database.db);
});

const bound = (id: number) => office.call(purchasers.detail, { id }).then((record) => record.supplier_count);

describe('a supplier is refused', () => {
  test('without a credit code that checks', async () => {
    const { credit_code: code } = supplierOf();
    const wrong = `${code.slice(0, 17)}${code.endsWith('0') ? '1' : '0'}`;
    expect(await office.refused(suppliers.add, supplierOf({ credit_code: wrong }))).toMatchObject({
      kind: 'invalid',
      field: 'credit_code',
    });
    const id = await addSupplier(office);
    expect(await office.refused(suppliers.edit, { id, version: 1, credit_code: wrong })).toMatchObject({
      field: 'credit_code',
    });
  });

  test('under a name or credit code that another has', async () => {
    const first = supplierOf();
    await office.call(suppliers.add, first);
    expect(await office.refused(suppliers.add, supplierOf({ name: first.name }))).toMatchObject({
      kind: 'duplicate',
      field: 'name',
    });
    expect(await office.refused(suppliers.add, supplierOf({ credit_code: first.credit_code }))).toMatchObject({
      kind: 'duplicate',
      field: 'credit_code',
    });
  });

  test('as a shop within the shop without its share, and with one when it is none', async () => {
    expect(await office.refused(suppliers.add, supplierOf({ co_model: 3 }))).toMatchObject({ field: 'take_rate_bp' });
    expect(await office.refused(suppliers.add, supplierOf({ take_rate_bp: 3000 }))).toMatchObject({
      field: 'take_rate_bp',
    });
    const id = await addSupplier(office, { co_model: 3, take_rate_bp: 3000 });
    expect(await office.refused(suppliers.edit, { id, version: 1, co_model: 1 })).toMatchObject({
      field: 'take_rate_bp',
    });
  });

  test('a purchaser who is off, on add, on edit and when it is switched on again', async () => {
    const buyer = await addPurchaser(office, database.db);
    const mine = await addSupplier(office, { purchaser_id: buyer });
    await office.call(suppliers.status, { ids: [mine], status: 0 });
    await office.call(purchasers.status, { ids: [buyer], status: 0 });
    expect(await office.refused(suppliers.add, supplierOf({ purchaser_id: buyer }))).toMatchObject({
      field: 'purchaser_id',
    });
    const other = await addSupplier(office);
    expect(await office.refused(suppliers.edit, { id: other, version: 1, purchaser_id: buyer })).toMatchObject({
      field: 'purchaser_id',
    });
    expect(await office.refused(suppliers.status, { ids: [mine], status: 1 })).toMatchObject({
      kind: 'illegalTransition',
    });
    expect(await office.call(suppliers.edit, { id: mine, version: 2, contact: '刘芳' })).toMatchObject({ version: 3 });
  });

  test('to whoever may not see it: detail, edit, switch, list and options', async () => {
    const [hidden, seen] = [await addSupplier(office), await addSupplier(office)];
    const limited = anyone({ scope: [{ supplier: [seen] }] });
    expect(await office.refused(suppliers.detail, { id: hidden }, limited)).toMatchObject({ kind: 'notFound' });
    expect(await office.refused(suppliers.edit, { id: hidden, version: 1 }, limited)).toMatchObject({
      kind: 'notFound',
    });
    expect(await office.refused(suppliers.status, { ids: [hidden], status: 0 }, limited)).toMatchObject({
      kind: 'notFound',
    });
    expect((await office.call(suppliers.list, {}, limited)).list.map((one) => one.id)).toEqual([seen]);
    expect((await office.call(suppliers.options, {}, limited)).list.map((one) => one.id)).toEqual([seen]);
  });
});

describe('a purchaser is refused', () => {
  test('on an account that is off or that buys already, and in what is no department', async () => {
    const off = await person(database.db);
    await sql`update admin set status = 0 where id = ${off.id}`.execute(database.db);
    expect(await office.refused(purchasers.add, await purchaserOf(database.db, { admin_id: off.id }))).toMatchObject({
      kind: 'invalid',
      field: 'admin_id',
    });
    const taken = await purchaserOf(database.db);
    await office.call(purchasers.add, taken);
    expect(
      await office.refused(purchasers.add, await purchaserOf(database.db, { admin_id: taken.admin_id })),
    ).toMatchObject({ kind: 'duplicate', field: 'admin_id' });
    const district = await addDepartment(database.db, 3);
    expect(
      await office.refused(purchasers.add, await purchaserOf(database.db, { department_id: district })),
    ).toMatchObject({ kind: 'invalid', field: 'department_id' });
  });

  test('switching off while suppliers in use are in his hands, and on while his account is off', async () => {
    const { id: staff } = await person(database.db);
    const buyer = await addPurchaser(office, database.db, { admin_id: staff });
    const mine = await addSupplier(office, { purchaser_id: buyer });
    expect(await office.refused(purchasers.status, { ids: [buyer], status: 0 })).toMatchObject({
      kind: 'illegalTransition',
      words: expect.stringContaining('1 家') as unknown,
    });
    await office.call(suppliers.status, { ids: [mine], status: 0 });
    expect(await office.call(purchasers.status, { ids: [buyer], status: 0 })).toEqual({ count: 1 });
    await sql`update admin set status = 0 where id = ${staff}`.execute(database.db);
    expect(await office.refused(purchasers.status, { ids: [buyer], status: 1 })).toMatchObject({
      kind: 'illegalTransition',
    });
  });
});

test('a supplier is numbered GY and the day, found by brand and purchaser, and counted by its purchaser', async () => {
  const [first, second] = [await addPurchaser(office, database.db), await addPurchaser(office, database.db)];
  const sells = await addBrand(office);
  const { id, no } = await office.call(suppliers.add, supplierOf({ purchaser_id: first, brand_ids: [sells] }));
  expect(no).toMatch(/^GY\d{11}$/);
  expect((await office.call(suppliers.list, { brand_ids: sells })).list.map((one) => one.id)).toEqual([id]);
  expect((await office.call(suppliers.list, { purchaser_id: first })).total).toBe(1);
  expect([await bound(first), await bound(second)]).toEqual([1, 0]);
  await office.call(suppliers.edit, { id, version: 1, purchaser_id: second });
  expect([await bound(first), await bound(second)]).toEqual([0, 1]);
  await office.call(suppliers.edit, { id, version: 2, purchaser_id: null });
  expect([await bound(first), await bound(second)]).toEqual([0, 0]);
});

test('suppliers handed over crosswise at once do not wait for one another', async () => {
  const [first, second] = [await addPurchaser(office, database.db), await addPurchaser(office, database.db)];
  const one = await addSupplier(office, { purchaser_id: first });
  const other = await addSupplier(office, { purchaser_id: second });
  for (let version = 1; version < 11; version += 1) {
    const [there, back] = version % 2 === 1 ? [second, first] : [first, second];
    await Promise.all([
      office.call(suppliers.edit, { id: one, version, purchaser_id: there }),
      office.call(suppliers.edit, { id: other, version, purchaser_id: back }),
    ]);
  }
  expect([await bound(first), await bound(second)]).toEqual([1, 1]);
});
