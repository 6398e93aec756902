import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { sku } from '#contract/areas/goods/sku.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { callsOf, type ListRequest } from '#contract/kit/calls.ts';
import { keepList, keptList } from '#contract/kit/kept-list.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, openingStock, stockPeople } from '#tests/factories/stock.ts';
import { forgetKeptLists } from './kept-lists.ts';

let house: House;
let goods: Piece[];
let clerk: Actor;
let numbers: string[];
const { list: adjustments } = adjustment.calls;
const { list: stockRows } = callsOf(stock);

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  goods = await pieces(house.db, 3);
  const people = await stockPeople(house);
  const place = await shelf(house.db);
  for (const { id } of goods)
    await openingStock(house, { people, warehouse: place.id, lines: [{ sku_id: id, qty: 2 }] });
  clerk = await house.person('仓管', ['Inventory:adjustView', 'stock:view']);
  numbers = (await house.ask(clerk, adjustments, { sort: 'adjust_no' })).list.map((row) => row.adjust_no as string);
});

const many = Array.from({ length: limits.pastedEntries + 1 }, (_, at) => `X${at}`);
const numbersOf = async (asked: ListRequest) =>
  (await house.ask(clerk, adjustments, asked)).list.map((row) => row.adjust_no);

describe('refused', () => {
  it('more entries than one may paste, in a filter and in a list to be kept, with the words of the specification', async () => {
    const refused = { kind: 'invalid', message: expect.stringContaining('一次最多输入5000个') };
    await expect(house.ask(clerk, adjustments, { adjust_no: many })).rejects.toMatchObject({
      ...refused,
      field: 'adjust_no',
    });
    await expect(house.ask(clerk, stockRows, { sku_id: many.map((_, at) => at + 1) })).rejects.toMatchObject({
      ...refused,
      field: 'sku_id',
    });
    await expect(house.ask(clerk, keepList, { texts: many })).rejects.toMatchObject({ ...refused, field: 'texts' });
  });

  it('a kept list that is not there, or holds something else: no rows would be a lie', async () => {
    const { list } = await house.ask(clerk, keepList, { texts: ['X'] });
    for (const asked of [{ sku_id: { list } }, { sku_id: { list: 'x'.repeat(22) } }])
      await expect(house.ask(clerk, stockRows, asked)).rejects.toMatchObject({ kind: 'invalid', field: 'sku_id' });
    await expect(house.ask(clerk, stockRows, { sku_id: { list: "' or 1=1" } })).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(
      house.ask(clerk, stockRows, { warehouse_id: [], imperfect_type: { list } } as never),
    ).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('several document numbers', () => {
  it('find each of them exactly; one number alone is looked for as a part', async () => {
    const [one = '', , three = ''] = numbers;
    expect(await numbersOf({ adjust_no: [three, one, 'TZ', one], sort: 'adjust_no' })).toEqual([one, three]);
    expect(await numbersOf({ adjust_no: 'TZ', sort: 'adjust_no' })).toEqual(numbers);
    expect(await numbersOf({ adjust_no: ['TZ'] })).toEqual([]);
  });

  it('of which as many as one may paste are taken', async () => {
    expect(await numbersOf({ adjust_no: [...many.slice(2), numbers[0] ?? ''] })).toEqual([numbers[0]]);
  });
});

describe('a kept list', () => {
  it('stands for its values, those of codes and those of records, and equal ones are one', async () => {
    const texts = numbers.slice(0, 2);
    const kept = await house.ask(clerk, keepList, { texts });
    expect(await house.ask(clerk, keepList, { texts })).toEqual(kept);
    expect(await house.ask(clerk, keptList, kept)).toEqual({ texts });
    expect(await numbersOf({ adjust_no: kept, sort: 'adjust_no' })).toEqual(texts);
    const ids = goods.slice(1).map(({ id }) => id);
    const rows = await house.ask(clerk, stockRows, {
      sku_id: await house.ask(clerk, keepList, { ids }),
      sort: 'sku_id',
    });
    expect(rows.list.map((row) => row.sku_id)).toEqual(ids);
  });

  it('is forgotten a year after it was last opened, and that is said', async () => {
    const kept = await house.ask(clerk, keepList, { texts: ['OLD'] });
    house.clock.advance(300 * 86_400_000);
    await house.ask(clerk, keptList, kept);
    house.clock.advance(300 * 86_400_000);
    await forgetKeptLists(house.db, house.clock.now());
    expect(await numbersOf({ adjust_no: kept })).toEqual([]);
    house.clock.advance(101 * 86_400_000);
    await forgetKeptLists(house.db, house.clock.now());
    await expect(house.ask(clerk, adjustments, { adjust_no: kept })).rejects.toThrow('调整单号：粘贴的列表已不在');
    await expect(house.ask(clerk, keptList, kept)).rejects.toMatchObject({ kind: 'notFound' });
  });
});

it('pasted names find the goods that alone bear them, as codes and barcodes do', async () => {
  const [one, two, three] = goods;
  await sql`update sku set name = '同名' where id = any(${[two?.id, three?.id]})`.execute(house.db);
  const { rows } = await sql<{ name: string }>`select name from sku where id = ${one?.id}`.execute(house.db);
  const name = rows[0]?.name ?? '';
  const { list } = await house.ask(clerk, callsOf(sku).options, {
    texts: [name, '同名', two?.sku_no ?? '', three?.barcode ?? ''],
  });
  expect(Object.fromEntries(list.map(({ text, id }) => [text, id]))).toEqual({
    [name]: one?.id,
    [two?.sku_no ?? '']: two?.id,
    [three?.barcode ?? '']: three?.id,
  });
});
