import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { decideExceptionCall, downloadCall, progressCall } from '#contract/areas/warehouse/count-entry.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { sheetCodesCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { bound, type CodeRow, codePeople, codesOf, stockedCodes } from '#tests/factories/codes.ts';
import { carryThrough, close, sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

// Goods are counted as pieces, and the own codes of some of them are read all the same: each is one piece, and a lost one is asked about.

const bench = stocktakeBench();
let clerks: { maker: Actor; judge: Actor };
let codes: CodeRow[];
let order: number;

/** All ten pieces of the first goods have a code. */
beforeEach(async () => {
  clerks = await codePeople(bench.house);
  const sku = bench.goods[0]?.id ?? 0;
  await sql`update spu set is_code_managed = true where id = (select spu_id from sku where id = ${sku})`.execute(
    bench.house.db,
  );
  const making = { people: clerks, sku, qty: 10, warehouse: bench.place.id, ofStock: true };
  ({ order, codes } = await bound(bench.house, making));
  bench.house.clock.advance(60_000);
});

const number = (at: number): string => codes[at]?.unique_code ?? '';
const states = async () => (await codesOf(bench.house.db, order)).map(({ status }) => status);

async function lose(...at: number[]): Promise<void> {
  const { adjust_nos } = await bench.house.ask(clerks.maker, codeCalls.lost, {
    code_ids: at.map((one) => codes[one]?.id ?? 0),
    op: 1,
    reason: '巡检未找到',
  });
  const { rows } = await sql<{ id: number }>`
    select id from stock_adjustment where adjust_no = any(${adjust_nos})`.execute(bench.house.db);
  for (const { id } of rows)
    await bench.house.ask(clerks.judge, transitionCall(stockAdjustment, 'audit'), { id, result: 1 });
  bench.house.clock.advance(60_000);
}

/** Codes in whose life it says that a stocktake has read them, once for each time. */
async function seen(): Promise<string[]> {
  const { rows } = await sql<{ unique_code: string }>`
    select c.unique_code from code_event e join piece_code c on c.id = e.code_id
    where e.event_type = 12 and c.id = any(${codes.map(({ id }) => id)}::bigint[]) order by e.code_id`.execute(
    bench.house.db,
  );
  return rows.map(({ unique_code }) => unique_code);
}

const begun = () => startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
const tabletOf = (at: 0 | 1, sheet: number) => new Tablet(bench.house, bench.people.counters[at], sheet);
const whole = (tablet: Tablet) => {
  for (const at of [1, 2]) tablet.count(bench.code(at), { zone: 'A', qty: 10 });
};
async function submitted(sheet: number, ...tablets: Tablet[]): Promise<void> {
  bench.house.clock.advance(60_000);
  for (const tablet of tablets) {
    await tablet.send();
    await tablet.finish('A');
  }
  for (const zone of ['A', 'B']) await close(bench.house, bench.people.lead, { sheet, zone });
  await bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
}
const review = (id: number) => bench.house.ask(bench.people.reviewer, sheetCalls.review, { id, result: 1 });
const name = async (sheet: number, ...said: string[]) =>
  bench.house.ask(bench.people.reviewer, transitionCall(stocktaking, 'nameMissing'), {
    id: sheet,
    lines: [{ line_id: (await bench.line(sheet, 0)).id as number, codes: said }] as never,
  });
const told = async (sheet: number) =>
  (await bench.house.ask(bench.people.reviewer, sheetCodesCall, { id: sheet })).list.map((one) => [
    one.unique_code,
    one.part,
  ]);

describe('a code on a sheet that counts pieces', () => {
  it('is refused with another quantity than one, and kept for a person where the books have it elsewhere', async () => {
    const elsewhere = await stockedCodes(bench.house, { people: clerks, qty: 1, sku: bench.goods[0]?.id ?? 0 });
    const sheet = await begun();
    const tablet = tabletOf(0, sheet);
    tablet.count(number(0), { zone: 'A', qty: 2 });
    tablet.count(number(0), { zone: 'A', kind: 'total' });
    tablet.count(elsewhere.codes[0]?.unique_code ?? '', { zone: 'A' });
    tablet.count('9999999999999999', { zone: 'A' });
    expect((await tablet.send()).answers.map(({ outcome, msg }) => [outcome, msg])).toEqual([
      ['refused', '唯一码是一件货的码，每个计 1 件'],
      ['refused', '唯一码是一件货的码，每个计 1 件'],
      ['unknown', '唯一码当前为“在库”，不在本仓账上'],
      ['unknown', '未知条码'],
    ]);
  });

  it('counts its piece once, whoever reads it, by its number or its tag, and in whichever zone', async () => {
    const sheet = await begun();
    const [one, other] = [tabletOf(0, sheet), tabletOf(1, sheet)];
    whole(one);
    for (const at of [0, 1, 2, 3, 4]) one.count(number(at), { zone: 'A' });
    one.count(codes[0]?.epc ?? '', { zone: 'A' });
    // Another grade than that of the code is another document's affair.
    one.count(number(5), { zone: 'A', grade: 1 });
    for (const at of [4, 5, 6, 7]) other.count(codes[at]?.epc ?? '', { zone: 'B' });
    const taken = other.count(number(8), { zone: 'B' });
    other.uncount(taken);
    // By their barcode two more, which have codes all the same.
    other.count(bench.code(0), { zone: 'B', qty: 2 });
    await other.send();
    await other.finish('B');
    await submitted(sheet, one);
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 10, diff_qty: 0 });
    await carryThrough(bench.house, bench.people, sheet, { submitted: true });
    expect(await states()).toEqual(codes.map(() => 3));
  });

  it('is seen in its life once the sheet is posted, however often it was read; what was not read, taken back or gone since is not', async () => {
    const sheet = await begun();
    const [one, other] = [tabletOf(0, sheet), tabletOf(1, sheet)];
    whole(one);
    one.count(number(0), { zone: 'A' });
    other.count(codes[0]?.epc ?? '', { zone: 'B' });
    one.count(codes[1]?.epc ?? '', { zone: 'A' });
    one.uncount(one.count(number(2), { zone: 'A' }));
    one.count(number(3), { zone: 'A' });
    one.count(bench.code(0), { zone: 'A', qty: 7 });
    await other.send();
    await other.finish('B');
    await submitted(sheet, one);
    expect(await seen()).toEqual([]);
    // One that was read is lost before it is posted.
    await lose(3);
    await carryThrough(bench.house, bench.people, sheet, { submitted: true });
    expect(await seen()).toEqual([number(0), number(1)]);
  });

  it('stands again once the reading before it is taken back', async () => {
    const sheet = await begun();
    const [one, other] = [tabletOf(0, sheet), tabletOf(1, sheet)];
    whole(one);
    const first = one.count(number(0), { zone: 'A' });
    await one.send();
    bench.house.clock.advance(1_000);
    other.count(number(0), { zone: 'A' });
    one.uncount(first);
    await submitted(sheet, one, other);
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 1, diff_qty: -9 });
    await expect(name(sheet, number(0))).rejects.toMatchObject({
      message: expect.stringContaining('盘点时读到过') as unknown,
    });
  });

  it('that is decided to be goods of the sheet is one piece too', async () => {
    const { codes: others } = await stockedCodes(bench.house, {
      people: clerks,
      qty: 1,
      sku: bench.goods[0]?.id ?? 0,
    });
    const sheet = await begun();
    const [one, other] = [tabletOf(0, sheet), tabletOf(1, sheet)];
    whole(one);
    for (const at of codes.keys()) one.count(number(at), { zone: 'A' });
    one.count(others[0]?.unique_code ?? '', { zone: 'A' });
    other.count(others[0]?.epc ?? '', { zone: 'A' });
    await submitted(sheet, one, other);
    const { exceptions } = await bench.house.ask(bench.people.reviewer, progressCall, { id: sheet });
    expect(exceptions).toHaveLength(2);
    await bench.house.ask(bench.people.reviewer, decideExceptionCall, {
      id: sheet,
      count_ids: exceptions.map(({ count_id }) => count_id),
      sku_id: bench.goods[0]?.id ?? 0,
    });
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 11, diff_qty: 1 });
  });

  it('is what a tablet is given beside the goods, and on a blind sheet says nothing of where it stands', async () => {
    const sheet = await begun();
    const { actor, device } = tabletOf(0, sheet);
    const download = await bench.house.ask(actor, downloadCall, {
      id: sheet,
      device_id: device,
      device_name: '平板',
      zones: ['A'],
    });
    expect(download.pieces).toBeUndefined();
    expect(download.coded?.map(({ unique_code }) => unique_code)).toEqual(
      expect.arrayContaining(codes.map((one) => one.unique_code)),
    );
    expect(Object.keys(download.coded?.[0] ?? {})).not.toContain('place');
    // Not those of its pieces alone.
    expect(download.goods.map(({ sku_id }) => sku_id)).toEqual(expect.arrayContaining(bench.goods.map(({ id }) => id)));
  });
});

describe('a lost piece that was read', () => {
  it('comes back with the gain of its line', async () => {
    await lose(9);
    const sheet = await begun();
    const tablet = tabletOf(0, sheet);
    whole(tablet);
    for (const at of codes.keys()) tablet.count(number(at), { zone: 'A' });
    await submitted(sheet, tablet);
    expect(await bench.line(sheet, 0)).toMatchObject({ book_qty: 9, final_qty: 10, diff_qty: 1 });
    expect(await told(sheet)).toEqual([[number(9), 'returned']]);
    await carryThrough(bench.house, bench.people, sheet, { submitted: true });
    expect([await bench.onHand(0), await states()]).toEqual([10, codes.map(() => 3)]);
  });

  it('in place of another is asked about at the review: which one is missing goes, and it comes back', async () => {
    await lose(8, 9);
    const sheet = await begun();
    const tablet = tabletOf(0, sheet);
    whole(tablet);
    // Eight stand on book; two of them are not there, and one of the lost ones is.
    for (const at of [0, 1, 2, 3, 4, 5, 9]) tablet.count(number(at), { zone: 'A' });
    await submitted(sheet, tablet);
    expect(await bench.line(sheet, 0)).toMatchObject({ book_qty: 8, final_qty: 7, diff_qty: -1 });
    expect(await told(sheet)).toEqual([[number(9), 'stays']]);
    await expect(review(sheet)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('读到丢失的 1 件，账上另有 2 件未盘到') as unknown,
    });
    await expect(name(sheet, number(6), number(7), number(0))).rejects.toMatchObject({
      message: expect.stringContaining('盘亏 2 件（读到丢失的 1 件）') as unknown,
    });
    await name(sheet, number(6), number(7));
    expect(await told(sheet)).toEqual([[number(9), 'returned']]);
    await carryThrough(bench.house, bench.people, sheet, { submitted: true });
    expect([await bench.onHand(0), await states()]).toEqual([7, [3, 3, 3, 3, 3, 3, 9, 9, 9, 3]]);
  });

  it('that was found again before the posting comes back once', async () => {
    await lose(9);
    const sheet = await begun();
    const tablet = tabletOf(0, sheet);
    whole(tablet);
    for (const at of codes.keys()) tablet.count(number(at), { zone: 'A' });
    await submitted(sheet, tablet);
    await review(sheet);
    await bench.house.ask(bench.people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
    const { adjust_nos } = await bench.house.ask(clerks.maker, codeCalls.lost, {
      code_ids: [codes[9]?.id ?? 0],
      op: 2,
      reason: '货架后找到',
    });
    const { rows } = await sql<{ id: number }>`
      select id from stock_adjustment where adjust_no = any(${adjust_nos})`.execute(bench.house.db);
    for (const { id } of rows)
      await bench.house.ask(clerks.judge, transitionCall(stockAdjustment, 'audit'), { id, result: 1 });
    await bench.house.ask(bench.people.lead, sheetCalls.post, { id: sheet });
    expect([await bench.onHand(0), await states()]).toEqual([10, codes.map(() => 3)]);
  });
});
