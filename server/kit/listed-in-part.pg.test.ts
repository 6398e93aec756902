import { beforeAll, describe, expect, test } from 'vitest';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Database } from '#server/database/connect.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { listSheetOf, reader } from '#tests/factories/export-rows.ts';
import { insert } from '#tests/factories/insert.ts';
import { anyone, type Office, officeOf } from '#tests/factories/office.ts';
import { addSupplier, supplierOf } from '#tests/factories/partners.ts';
import { FileAnswer } from './file-answer.ts';

// A mobile number is whole on its record and in part wherever records stand in rows: pages, files, tasks (domain.md §12.1).

const calls = callsOf(supplier);
const whole = '13812345678';
const part = '138****5678';
let database: Database;
let office: Office;
let id: number;
beforeAll(async () => {
  database = await testDatabase();
  office = officeOf(database.db);
  id = await addSupplier(office, { mobile: whole, area_code: '330106' });
});

describe('a number that is no mobile number is refused', () => {
  test.each(['1381234567', '138123456789', '23812345678', '138****5678', '+8613812345678'])('%s', async (mobile) => {
    expect(await office.refused(calls.add, supplierOf({ mobile }))).toMatchObject({ kind: 'invalid', field: 'mobile' });
  });
});

test('it stands in part in a list, its file and the file of a task, and whole on the record', async () => {
  const { list } = await office.call(calls.list, { ids: [id] });
  expect(list[0]).toMatchObject({ mobile: part });
  const file = (await office.call(calls.list, { ids: [id], export: 1 })) as unknown;
  expect(file).toBeInstanceOf(FileAnswer);
  const text = (file as FileAnswer).body;
  expect(text).toContain(part);
  expect(text).not.toContain(whole);
  const order = { definition: supplier.name, columns: ['name', 'mobile', 'area_code'], asked: { ids: [id] } };
  const actor = reader({ permissions: new Set(['supplier:view']) });
  const [row] = await listSheetOf(database.db, { order, actor });
  expect(row).toMatchObject({ 联系电话: part, 所在地区: '浙江省 杭州市 西湖区' });
  expect(await office.call(calls.detail, { id }, anyone({ keys: ['supplier:view'] }))).toMatchObject({ mobile: whole });
});

test('of a number that an import brought in another shape nothing but its end is shown', async () => {
  const given = { ...supplierOf(), supplier_no: 'GY1', mobile: '0571-88886666' };
  const odd = await insert(database.db, 'supplier', given);
  expect((await office.call(calls.list, { ids: [odd] })).list[0]).toMatchObject({ mobile: '****66' });
});
