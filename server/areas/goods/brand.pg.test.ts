import { beforeAll, describe, expect, test } from 'vitest';
import { brand, brandCalls } from '#contract/areas/goods/brand.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addBrand, next } from '#tests/factories/goods.ts';
import { anyone, type Office, officeOf } from '#tests/factories/office.ts';

const calls = callsOf(brand);
let office: Office;
beforeAll(async () => {
  office = officeOf((await testDatabase()).db);
});

describe('refused', () => {
  test('a second brand of the same name', async () => {
    await addBrand(office, { name: '禾木森' });
    expect(await office.refused(calls.add, { name: '禾木森' })).toMatchObject({ kind: 'duplicate', field: 'name' });
  });

  test('an initial that is no capital letter or digit, a name of nothing, an unknown field', async () => {
    expect(await office.refused(calls.add, { name: '凌羽', initial: 'l' })).toMatchObject({
      kind: 'invalid',
      field: 'initial',
    });
    expect(await office.refused(calls.add, { name: '  ' })).toMatchObject({ kind: 'invalid', field: 'name' });
    expect(await office.refused(calls.add, { name: '凌羽', logo: 'x' } as never)).toMatchObject({
      kind: 'invalid',
      field: 'logo',
    });
  });

  test('switching without the key of that direction', async () => {
    const id = await addBrand(office);
    const on = anyone({ keys: ['brand:enable'] });
    const off = anyone({ keys: ['brand:disable'] });
    expect(await office.refused(calls.status, { ids: [id], status: 0 }, on)).toMatchObject({ kind: 'forbidden' });
    expect(await office.refused(brandCalls.disable, { ids: [id] }, on)).toMatchObject({ kind: 'forbidden' });
    expect(await office.refused(brandCalls.enable, { ids: [id] }, off)).toMatchObject({ kind: 'forbidden' });
  });

  test('switching a brand that is not there: nothing is switched', async () => {
    const id = await addBrand(office);
    expect(await office.refused(brandCalls.disable, { ids: [id, 999_999] })).toMatchObject({ kind: 'notFound' });
    expect(await office.call(brandCalls.enable, { ids: [id] })).toEqual({ count: 0 });
  });

  test('more than 5,000 pasted names', async () => {
    const names = Array.from({ length: 5001 }, (_, index) => `n${index}`);
    expect(await office.refused(brandCalls.checkBatch, { names })).toMatchObject({
      kind: 'invalid',
      field: 'names',
      words: expect.stringContaining('一次最多输入5000个'),
    });
  });
});

test('enable and disable switch what is not yet so, and say how many', async () => {
  const ids = [await addBrand(office), await addBrand(office)];
  expect(await office.call(brandCalls.disable, { ids })).toEqual({ count: 2 });
  expect(await office.call(brandCalls.disable, { ids })).toEqual({ count: 0 });
  expect(await office.call(calls.options, { keyword: '' })).not.toMatchObject({
    list: expect.arrayContaining([expect.objectContaining({ id: ids[0] })]),
  });
  expect(await office.call(brandCalls.enable, { ids: [ids[0] ?? 0] })).toEqual({ count: 1 });
});

test('pasted names are matched without regard to case and blanks; the rest is given back', async () => {
  const name = `LINGYU${next()}`;
  const id = await addBrand(office, { name });
  const checked = await office.call(brandCalls.checkBatch, {
    names: [` ${name.toLowerCase()} `, '', '没有的牌子', '没有的牌子'],
  });
  expect(checked).toEqual({ matched: [{ id, name }], unmatched: ['没有的牌子'] });
});

test('names by id, for the brands that the caller may see', async () => {
  const seen = await addBrand(office, { name: '可见' });
  const hidden = await addBrand(office, { name: '不可见' });
  const limited = anyone({ scope: [{ brand: [seen] }] });
  expect(await office.call(brandCalls.getMap, { ids: [seen, hidden] }, limited)).toEqual({ [seen]: '可见' });
  expect((await office.call(brandCalls.checkBatch, { names: ['不可见'] }, limited)).unmatched).toEqual(['不可见']);
});

test('the list answers under the spelling of the specification too, with the same key', async () => {
  const spelled = { ...calls.list, path: '/v1/brand/lists' } as const;
  expect(await office.refused(spelled, {}, anyone({ keys: [] }))).toMatchObject({ kind: 'forbidden' });
  const asked = { page_size: 5 };
  expect(await office.call(spelled, asked)).toEqual(await office.call(calls.list, asked));
});
