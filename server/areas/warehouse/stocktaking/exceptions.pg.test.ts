import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { decideExceptionCall, progressCall, reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { type Piece, pieces } from '#tests/factories/shelf.ts';
import { close, sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

const bench = stocktakeBench();

/** A submitted sheet that found all there is, and one piece of a barcode that nobody knows. */
async function sheetWithQuestion(fields: Record<string, unknown> = {}): Promise<{ sheet: number; question: number }> {
  const { house, people, place } = bench;
  const sheet = await startedSheet(house, people, { warehouse: place.id, ...fields });
  const tablet = new Tablet(house, people.counters[0], sheet);
  const scope = fields.scope_sku_ids as number[] | undefined;
  for (const one of bench.goods.filter(({ id }) => !scope || scope.includes(id)))
    tablet.count(one.barcode, { zone: 'A', qty: 10 });
  tablet.count('NOBODY-KNOWS', { zone: 'A' });
  await tablet.send();
  await tablet.finish('A');
  for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
  await house.ask(people.lead, sheetCalls.submit, { id: sheet });
  const { exceptions } = await house.ask(people.reviewer, progressCall, { id: sheet });
  return { sheet, question: exceptions[0]?.count_id ?? 0 };
}

const decide = (sheet: number, question: number, choice: { sku_id: number } | { reason: string }) =>
  bench.house.ask(bench.people.reviewer, decideExceptionCall, { id: sheet, count_ids: [question], ...choice });

async function linesOf(sheet: number, goods: Piece | undefined): Promise<unknown[]> {
  const { rows } = await sql`
    select book_qty, final_qty, diff_qty from stocktaking_line where stocktaking_id = ${sheet} and sku_id = ${goods?.id}`.execute(
    bench.house.db,
  );
  return rows;
}

describe('what a barcode is said to be', () => {
  it('refuses goods that the sheet does not count, and takes no loss of theirs', async () => {
    const [inside, outside] = bench.goods;
    const { sheet, question } = await sheetWithQuestion({ scope_sku_ids: [inside?.id] });
    await expect(decide(sheet, question, { sku_id: outside?.id ?? 0 })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'sku_id',
      message: expect.stringContaining(outside?.sku_no ?? '-'),
    });
    expect(await linesOf(sheet, outside)).toEqual([]);
    await decide(sheet, question, { sku_id: inside?.id ?? 0 });
    expect(await linesOf(sheet, inside)).toEqual([{ book_qty: 10, final_qty: 11, diff_qty: 1 }]);
  });

  it('leaves no line behind when it turns out to be something else', async () => {
    const [wrong, right] = await pieces(bench.house.db, 2);
    const { sheet, question } = await sheetWithQuestion();
    await decide(sheet, question, { sku_id: wrong?.id ?? 0 });
    expect(await linesOf(sheet, wrong)).toEqual([{ book_qty: 0, final_qty: 1, diff_qty: 1 }]);
    await decide(sheet, question, { sku_id: right?.id ?? 0 });
    expect(await linesOf(sheet, wrong)).toEqual([]);
    expect(await linesOf(sheet, right)).toEqual([{ book_qty: 0, final_qty: 1, diff_qty: 1 }]);
    await decide(sheet, question, { reason: '展示道具' });
    expect(await linesOf(sheet, right)).toEqual([]);
    const detail = await bench.house.ask(bench.people.reviewer, sheetCalls.detail, { id: sheet });
    expect(detail).toMatchObject({ book_qty: 30, count_qty: 30, gain_qty: 0, loss_qty: 0 });
    expect(detail.lines).toHaveLength(3);
  });
});

const minute = 60_000;
const day = 24 * 60 * minute;
const ago = (milliseconds: number) => new Date(bench.house.clock.now().getTime() - milliseconds);

/** A started sheet with a tablet of its first counter. */
async function started(): Promise<{ sheet: number; tablet: Tablet }> {
  const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
  return { sheet, tablet: new Tablet(bench.house, bench.people.counters[0], sheet) };
}

/** Hands in, closes both zones and submits. */
async function handIn(sheet: number, tablet: Tablet): Promise<void> {
  await tablet.finish('A');
  for (const zone of ['A', 'B']) await close(bench.house, bench.people.lead, { sheet, zone });
  await bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
}

async function questionsOf(sheet: number) {
  return (await bench.house.ask(bench.people.reviewer, progressCall, { id: sheet })).exceptions;
}

describe('counts of a device whose clock is behind', () => {
  it('are not let in when they say they were made before the start, and can be set aside', async () => {
    await bench.move(adjustType.otherOut, 0, { qty: 3, happenedAt: ago(30_000).toISOString() });
    bench.house.clock.advance(minute);
    const { sheet, tablet } = await started();
    tablet.count(bench.code(0), { zone: 'A', qty: 7, at: ago(2 * day) });
    for (const index of [1, 2]) tablet.count(bench.code(index), { zone: 'A', qty: 10 });
    await tablet.send();
    await handIn(sheet, tablet);
    const [question] = await questionsOf(sheet);
    expect(question).toMatchObject({ outcome: 'late', timely: false });
    const id = question?.count_id ?? 0;
    await expect(decide(sheet, id, { sku_id: bench.goods[0]?.id ?? 0 })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'sku_id',
      message: expect.stringContaining('设备时间'),
    });
    await decide(sheet, id, { reason: '平板时间不对，复盘' });
    expect(await questionsOf(sheet)).toMatchObject([{ decided: { reason: '平板时间不对，复盘' } }]);
  });

  it('are not let in when they say they were made before their recount, and others are', async () => {
    const { sheet, tablet } = await started();
    for (const index of [0, 1, 2]) tablet.count(bench.code(index), { zone: 'A', qty: 9 });
    await tablet.send();
    bench.house.clock.advance(60 * minute);
    await handIn(sheet, tablet);
    const seen = await bench.seen(sheet, 0);
    await bench.house.ask(bench.people.reviewer, reviewLinesCall, { id: sheet, lines: [{ ...seen, recount: true }] });
    await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 2, remark: '重盘' });
    bench.house.clock.advance(minute);
    tablet.count(bench.code(0), { zone: 'A', qty: 8, round: 2, at: ago(30 * minute) });
    expect((await tablet.send()).answers).toMatchObject([{ outcome: 'late', msg: '设备时间早于本轮盘点开始' }]);
    await handIn(sheet, tablet);
    tablet.count(bench.code(0), { zone: 'A', qty: 10, round: 2, kind: 'total', at: ago(minute / 2) });
    await tablet.send();
    const [behind, right] = await questionsOf(sheet);
    expect([behind, right]).toMatchObject([{ timely: false }, { timely: true }]);
    const choice = { sku_id: bench.goods[0]?.id ?? 0 };
    await expect(decide(sheet, behind?.count_id ?? 0, choice)).rejects.toMatchObject({ kind: 'invalid' });
    await decide(sheet, right?.count_id ?? 0, choice);
    expect(await bench.line(sheet, 0)).toMatchObject({ first_qty: 9, second_qty: 10, diff_qty: 0 });
  });

  it('count as of the start when the clock is a little behind: nobody counted before', async () => {
    await bench.move(adjustType.otherOut, 0, { qty: 3 });
    bench.house.clock.advance(minute);
    const { sheet, tablet } = await started();
    tablet.count(bench.code(0), { zone: 'A', qty: 7, at: ago(5 * minute) });
    expect((await tablet.send()).answers).toMatchObject([{ outcome: 'accepted' }]);
    await close(bench.house, bench.people.lead, { sheet, zone: 'B' });
    await handIn(sheet, tablet);
    expect(await bench.line(sheet, 0)).toMatchObject({ book_qty: 7, final_qty: 7, diff_qty: 0, ambiguity: 0 });
  });
});

it('does not let a stray count of a recount take the place of a figure that nobody doubted', async () => {
  const { sheet, tablet } = await started();
  for (const index of [0, 1]) tablet.count(bench.code(index), { zone: 'A', qty: 10 });
  tablet.count(bench.code(2), { zone: 'A', qty: 9 });
  await tablet.send();
  await handIn(sheet, tablet);
  const seen = await bench.seen(sheet, 2);
  await bench.house.ask(bench.people.reviewer, reviewLinesCall, { id: sheet, lines: [{ ...seen, recount: true }] });
  await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 2, remark: '重盘' });
  tablet.count('NOBODY-KNOWS', { zone: 'A', round: 2 });
  await tablet.send();
  await handIn(sheet, tablet);
  const [question] = await questionsOf(sheet);
  await expect(decide(sheet, question?.count_id ?? 0, { sku_id: bench.goods[0]?.id ?? 0 })).rejects.toMatchObject({
    kind: 'invalid',
    field: 'sku_id',
    message: expect.stringContaining('复盘'),
  });
  await decide(sheet, question?.count_id ?? 0, { sku_id: bench.goods[2]?.id ?? 0 });
  expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 10, second_qty: null });
});
