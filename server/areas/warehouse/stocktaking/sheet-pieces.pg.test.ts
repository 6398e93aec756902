import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { countableCall, downloadCall, type SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { takeType } from '#contract/areas/warehouse/stocktaking.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { bound, type CodeRow, codePeople, codesOf, stockedCodes } from '#tests/factories/codes.ts';
import { carryThrough, close, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

// A take by codes on tablets: what they are given, and that the sets of several are one.

const bench = stocktakeBench();
let clerks: { maker: Actor; judge: Actor };
let codes: CodeRow[];
let order: number;
let elsewhere: string;

/** Four pieces with codes: two in a place of zone A, one in one of zone B, the last was lost. Another one is in another warehouse. */
beforeEach(async () => {
  clerks = await codePeople(bench.house);
  const sku = bench.goods[0]?.id ?? 0;
  await sql`update spu set is_code_managed = true where id = (select spu_id from sku where id = ${sku})`.execute(
    bench.house.db,
  );
  ({ order, codes } = await bound(bench.house, {
    people: clerks,
    sku,
    qty: 4,
    warehouse: bench.place.id,
    ofStock: true,
  }));
  for (const [position, at] of [
    ['A-01-02', [0, 1]],
    ['B', [2]],
  ] as const)
    await bench.house.ask(clerks.maker, codeCalls.move, { code_ids: at.map((one) => codes[one]?.id ?? 0), position });
  const { adjust_nos } = await bench.house.ask(clerks.maker, codeCalls.lost, {
    code_ids: [codes[3]?.id ?? 0],
    op: 1,
    reason: '巡检未找到',
  });
  const { rows } = await sql<{
    id: number;
  }>`select id from stock_adjustment where adjust_no = ${adjust_nos[0]}`.execute(bench.house.db);
  await bench.house.ask(clerks.judge, transitionCall(stockAdjustment, 'audit'), { id: rows[0]?.id ?? 0, result: 1 });
  elsewhere = (await stockedCodes(bench.house, { people: clerks, qty: 1, sku })).codes[0]?.unique_code ?? '';
  bench.house.clock.advance(60_000);
});

const begun = (more: object = {}) =>
  startedSheet(bench.house, bench.people, { warehouse: bench.place.id, take_type: takeType.codes, ...more });
const number = (at: number): string => codes[at]?.unique_code ?? '';
const downloaded = ({ actor, device }: Tablet, sheet: number): Promise<SheetDownload> =>
  bench.house.ask(actor, downloadCall, { id: sheet, device_id: device, device_name: '平板', zones: ['A'] });
const tabletOf = (at: 0 | 1, sheet: number) => new Tablet(bench.house, bench.people.counters[at], sheet);
const told = ({ pieces = [] }: SheetDownload) =>
  Object.fromEntries(pieces.map(({ unique_code, place, zone, read_in }) => [unique_code, [place, zone, read_in]]));

describe('a blind take', () => {
  it('says of no piece where it is, and gives those that are elsewhere beside those that stand there', async () => {
    const sheet = await begun();
    const download = await downloaded(tabletOf(0, sheet), sheet);
    const numbers = download.pieces?.map(({ unique_code }) => unique_code);
    expect(numbers).toEqual(expect.arrayContaining([...[0, 1, 2, 3].map(number), elsewhere]));
    expect(numbers).toEqual(numbers?.toSorted());
    for (const piece of download.pieces ?? [])
      expect(Object.keys(piece).toSorted()).toEqual(['epc', 'imperfect_type', 'read_in', 'sku_id', 'unique_code']);
    expect(download.goods.every(({ book_qty }) => book_qty === undefined)).toBe(true);
  });
});

describe('an open take', () => {
  it('is among those that a tablet may count, and says of each piece where the books have it', async () => {
    const sheet = await begun({ blind: false });
    expect((await bench.house.ask(bench.people.counters[0], countableCall, {})).list.map(({ id }) => id)).toContain(
      sheet,
    );
    const download = await downloaded(tabletOf(0, sheet), sheet);
    expect(told(download)).toMatchObject({
      [number(0)]: ['here', 'A', null],
      [number(1)]: ['here', 'A', null],
      [number(2)]: ['here', 'B', null],
      [number(3)]: ['lost', null, null],
      [elsewhere]: ['elsewhere', null, null],
    });
    // The goods of its pieces, and no others.
    const goods = download.goods.map(({ sku_id }) => sku_id);
    expect(new Set(goods)).toEqual(new Set(download.pieces?.map(({ sku_id }) => sku_id)));
    expect(goods).not.toContain(bench.goods[1]?.id);
  });

  it('of goods that are counted as pieces is a list of goods, without pieces', async () => {
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    expect((await downloaded(tabletOf(0, sheet), sheet)).pieces).toBeUndefined();
  });
});

it('unites what two tablets read in one zone, and tells the later one what the other has read', async () => {
  const sheet = await begun({ blind: false });
  const [one, other] = [tabletOf(0, sheet), tabletOf(1, sheet)];
  await downloaded(one, sheet);
  one.count(number(0), { zone: 'A' });
  const taken = one.count(number(2), { zone: 'A' });
  one.uncount(taken);
  await one.send();
  expect(told(await downloaded(other, sheet))).toMatchObject({
    [number(0)]: ['here', 'A', 'A'],
    [number(2)]: ['here', 'B', null],
  });
  // Its own it knows by its journal, which may have taken them back by now.
  expect(told(await downloaded(one, sheet))).toMatchObject({ [number(0)]: ['here', 'A', null] });
  // By its tag, a second time; and what only this one reads.
  for (const code of [codes[0]?.epc ?? '', number(1), number(3)]) other.count(code, { zone: 'A' });
  await other.send();
  bench.house.clock.advance(60_000);
  for (const tablet of [one, other]) await tablet.finish('A');
  for (const zone of ['A', 'B']) await close(bench.house, bench.people.lead, { sheet, zone });
  await carryThrough(bench.house, bench.people, sheet);
  expect((await codesOf(bench.house.db, order)).map(({ status }) => status)).toEqual([3, 3, 9, 3]);
  expect(await bench.line(sheet, 0)).toMatchObject({ book_qty: 3, final_qty: 3, diff_qty: 0 });
});
