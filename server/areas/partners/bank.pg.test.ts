import { beforeAll, describe, expect, test } from 'vitest';
import { areasCall } from '#contract/areas/partners/area-calls.ts';
import { bank } from '#contract/areas/partners/bank.ts';
import { subBranch } from '#contract/areas/partners/sub-branch.ts';
import { supplierAccountChange } from '#contract/areas/partners/supplier-account-change.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Database } from '#server/database/connect.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addAccount, addBank, addSubBranch, lineNo } from '#tests/factories/bank-accounts.ts';
import { anyone, type Office, officeOf } from '#tests/factories/office.ts';
import { person } from '#tests/factories/people.ts';

const banks = callsOf(bank);
const branches = callsOf(subBranch);
let database: Database;
let office: Office;
beforeAll(async () => {
  database = await testDatabase();
  office = officeOf(database.db);
});

describe('a bank is refused', () => {
  test('without a code, under a code that another has, and as an edit without its version', async () => {
    expect(await office.refused(banks.add, { name: '无码银行', status: 1 })).toMatchObject({ field: 'code' });
    await office.call(banks.add, { code: 'AAA', name: '甲银行', status: 1 });
    expect(await office.refused(banks.add, { code: 'AAA', name: '乙银行', status: 1 })).toMatchObject({
      kind: 'duplicate',
      field: 'code',
    });
    const id = await addBank(database.db);
    expect(await office.refused(banks.edit, { id, name: '丙银行' } as never)).toMatchObject({ field: 'version' });
    expect(await office.refused(banks.edit, { id, version: 9, name: '丙银行' })).toMatchObject({
      kind: 'versionConflict',
    });
  });

  test('its switching off over a branch in use, by the switch and by a save alike', async () => {
    const id = await addBank(database.db);
    const branch = await addSubBranch(database.db, { bank_id: id });
    expect(await office.refused(banks.status, { ids: [id], status: 0 })).toMatchObject({ kind: 'illegalTransition' });
    expect(await office.refused(banks.edit, { id, version: 1, status: 0 })).toMatchObject({
      kind: 'illegalTransition',
    });
    await office.call(branches.status, { ids: [branch], status: 0 });
    expect(await office.call(banks.status, { ids: [id], status: 0 })).toEqual({ count: 1 });
    expect(await office.refused(branches.status, { ids: [branch], status: 1 })).toMatchObject({ field: 'bank_id' });
  });
});

describe('a branch is refused', () => {
  test('with another line number than twelve digits, in no area, of a bank that is off', async () => {
    const sent = { bank_id: await addBank(database.db), name: '支行', line_no: lineNo(), status: 1 };
    expect(await office.refused(branches.add, { ...sent, line_no: '12345' })).toMatchObject({ field: 'line_no' });
    expect(await office.refused(branches.add, { ...sent, area_code: '999999' })).toMatchObject({ field: 'area_code' });
    const off = await addBank(database.db, { status: 0 });
    expect(await office.refused(branches.add, { ...sent, bank_id: off })).toMatchObject({ field: 'bank_id' });
  });

  test('its switching off and its move to another bank while an account in use is with it', async () => {
    const bank_id = await addBank(database.db);
    const id = await addSubBranch(database.db, { bank_id });
    const account = await addAccount(office, database.db, { bank_id, sub_branch_id: id });
    const { list } = await office.call(callsOf(supplierAccountChange).list, { account_id: account });
    const clerk = anyone({ id: (await person(database.db)).id });
    await office.call(transitionCall(supplierAccountChange, 'check'), { id: list[0]?.id ?? 0, result: 1 }, clerk);
    expect(await office.refused(branches.status, { ids: [id], status: 0 })).toMatchObject({
      kind: 'illegalTransition',
      words: expect.stringContaining('1 个') as unknown,
    });
    const other = await addBank(database.db);
    expect(await office.refused(branches.edit, { id, version: 1, bank_id: other })).toMatchObject({
      kind: 'illegalTransition',
    });
  });
});

test('one call adds and edits, and names what it did by its answer', async () => {
  const { id, version } = await office.call(banks.add, { code: 'ZZZ', name: '新银行', status: 1 });
  expect(version).toBe(1);
  expect(await office.call(banks.edit, { id, version, name: '改名银行' })).toMatchObject({ id, version: 2 });
  expect(await office.call(banks.detail, { id })).toMatchObject({ code: 'ZZZ', name: '改名银行', status: 1 });
});

test('branches are offered by bank, and found by an area and all within it', async () => {
  const [one, other] = [await addBank(database.db), await addBank(database.db)];
  const here = await addSubBranch(database.db, { bank_id: one, area_code: '330106' });
  const there = await addSubBranch(database.db, { bank_id: other, area_code: '330203' });
  const far = await addSubBranch(database.db, { bank_id: other, area_code: '440104' });
  const offered = async (bank_id: number) =>
    new Set((await office.call(branches.options, { bank_id })).list.map(({ id }) => id));
  expect(await offered(one)).toEqual(new Set([here]));
  expect(await offered(other)).toEqual(new Set([there, far]));
  expect(await office.refused(branches.options, { area_code: '330106' })).toMatchObject({ field: 'area_code' });
  const found = async (area_code: string | string[]) =>
    (await office.call(branches.list, { area_code, sort: 'id' })).list.map(({ id }) => id);
  expect(await found('330000')).toEqual([here, there]);
  expect(await found('330100')).toEqual([here]);
  expect(await found(['330106', '440100'])).toEqual([here, far]);
  const { list } = await office.call(branches.list, { bank_id: one });
  expect(list[0]).toMatchObject({ area_code: '330106', area_code__title: '浙江省 杭州市 西湖区' });
});

describe('the areas of the country', () => {
  test('hang together: provinces, cities, districts, each under one of the level above', async () => {
    const { list } = await office.call(areasCall, {}, anyone({ keys: [] }));
    const byCode = new Map(list.map((row) => [row.code, row]));
    expect(list.filter(({ level }) => level === 1).length).toBeGreaterThanOrEqual(34);
    expect(list.length).toBeGreaterThan(3000);
    const wrong = list.filter(({ parent_code, level }) =>
      parent_code === null ? level !== 1 : byCode.get(parent_code)?.level !== level - 1,
    );
    expect(wrong).toEqual([]);
    expect(byCode.get('330106')).toEqual({ code: '330106', parent_code: '330100', name: '西湖区', level: 3 });
  });

  test('within one are those directly below it', async () => {
    const { list } = await office.call(areasCall, { parent_code: '330100' });
    expect(list.map(({ code }) => code)).toContain('330106');
    expect(new Set(list.map(({ parent_code }) => parent_code))).toEqual(new Set(['330100']));
  });
});
