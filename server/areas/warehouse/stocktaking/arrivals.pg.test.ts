import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { type Piece, pieces } from '#tests/factories/shelf.ts';
import { adjust } from '#tests/factories/stock.ts';
import { carryThrough, close, sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

// Goods that come on book after a sheet has started, and how they meet its figures.

const bench = stocktakeBench();
const minute = 60_000;

async function newGoods(): Promise<Piece> {
  const [one] = await pieces(bench.house.db);
  if (!one) throw new Error('no goods');
  return one;
}

const arrive = (goods: Piece, { at, zone }: { at: Date; zone?: string }) =>
  adjust(bench.house, {
    people: bench.stockers,
    warehouse: bench.place.id,
    type: adjustType.otherIn,
    happenedAt: at.toISOString(),
    lines: [{ sku_id: goods.id, qty: 10, ...(zone ? { zone } : {}) }],
  });

/** Counts the three goods of the bench in zone A, and hands in. */
async function countAll(tablet: Tablet): Promise<void> {
  for (const index of [0, 1, 2]) tablet.count(bench.code(index), { zone: 'A', qty: 10 });
  await tablet.send();
  await tablet.finish('A');
}

async function closeBoth(sheet: number): Promise<void> {
  bench.house.clock.advance(minute);
  for (const zone of ['A', 'B']) await close(bench.house, bench.people.lead, { sheet, zone });
}

const submit = (sheet: number) => bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });

async function started(fields: Record<string, unknown> = {}): Promise<{ sheet: number; tablet: Tablet }> {
  const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id, ...fields });
  bench.house.clock.advance(minute);
  return { sheet, tablet: new Tablet(bench.house, bench.people.counters[0], sheet) };
}

async function linesOf(sheet: number, goods: Piece | undefined): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select id, book_qty, final_qty, diff_qty, ambiguity, recount from stocktaking_line where stocktaking_id = ${sheet} and sku_id = ${goods?.id}`.execute(
    bench.house.db,
  );
  return rows;
}

async function onHand(goods: Piece): Promise<number | undefined> {
  const { rows } = await sql<{ on_hand: number }>`
    select on_hand from stock_balance where warehouse_id = ${bench.place.id} and sku_id = ${goods.id}`.execute(
    bench.house.db,
  );
  return rows[0]?.on_hand;
}

const lastHour = () => new Date(bench.house.clock.now().getTime() - 60 * minute);

it('finds that goods are not there which came on book after the start, as of before it', async () => {
  const phantom = await newGoods();
  const { sheet, tablet } = await started();
  await arrive(phantom, { at: lastHour() });
  await countAll(tablet);
  await closeBoth(sheet);
  await submit(sheet);
  const [line] = await linesOf(sheet, phantom);
  expect(line).toMatchObject({ book_qty: 10, final_qty: 0, diff_qty: -10, ambiguity: 0 });
  const lines = [{ id: line?.id as number, diff_qty: -10, reason: '未到货' }];
  await bench.house.ask(bench.people.reviewer, reviewLinesCall, { id: sheet, lines });
  await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
  await bench.house.ask(bench.people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
  await bench.house.ask(bench.people.lead, sheetCalls.post, { id: sheet });
  expect(await onHand(phantom)).toBe(0);
});

it.each([undefined, 'A'])(
  'asks for a recount of goods that arrived while it was counted and were not found (zone %s)',
  async (zone) => {
    const newcomer = await newGoods();
    const { sheet, tablet } = await started();
    const arrived = bench.house.clock.now();
    await countAll(tablet);
    await arrive(newcomer, { at: arrived, ...(zone ? { zone } : {}) });
    await closeBoth(sheet);
    await submit(sheet);
    expect(await linesOf(sheet, newcomer)).toMatchObject([{ ambiguity: 2, recount: true }]);
    await expect(
      bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 }),
    ).rejects.toMatchObject({ kind: 'illegalTransition', message: expect.stringContaining('须重盘') });
    await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 2, remark: '重盘' });
    bench.house.clock.advance(minute);
    tablet.count(newcomer.barcode, { zone: 'A', qty: 9, round: 2 });
    await tablet.send();
    await tablet.finish('A');
    await closeBoth(sheet);
    await submit(sheet);
    expect(await linesOf(sheet, newcomer)).toMatchObject([
      { final_qty: 9, diff_qty: -1, ambiguity: 0, recount: false },
    ]);
  },
);

it('asks again in a recount only for what arrived during that recount', async () => {
  const newcomer = await newGoods();
  const { sheet, tablet } = await started();
  await countAll(tablet);
  await arrive(newcomer, { at: bench.house.clock.now() });
  await closeBoth(sheet);
  await submit(sheet);
  await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 2, remark: '重盘' });
  await closeBoth(sheet);
  await submit(sheet);
  expect(await linesOf(sheet, newcomer)).toMatchObject([{ final_qty: 0, diff_qty: -10, ambiguity: 0 }]);
});

it('asks for a recount of goods on its lines that were not found while more of them arrived', async () => {
  const { sheet, tablet } = await started();
  const [first] = bench.goods;
  for (const index of [1, 2]) tablet.count(bench.code(index), { zone: 'A', qty: 10 });
  await tablet.send();
  await tablet.finish('A');
  if (first) await arrive(first, { at: bench.house.clock.now() });
  await closeBoth(sheet);
  await submit(sheet);
  expect(await linesOf(sheet, first)).toMatchObject([{ ambiguity: 2, recount: true }]);
});

it('lets goods alone that arrive after its zones are closed, and posts without another audit', async () => {
  const later = await newGoods();
  const { sheet, tablet } = await started();
  await countAll(tablet);
  await closeBoth(sheet);
  bench.house.clock.advance(minute);
  await arrive(later, { at: bench.house.clock.now() });
  await carryThrough(bench.house, bench.people, sheet);
  expect(await linesOf(sheet, later)).toEqual([]);
  const { status } = await bench.house.ask(bench.people.lead, sheetCalls.detail, { id: sheet });
  expect({ status, left: await onHand(later) }).toEqual({ status: 6, left: 10 });
});

it('lets goods alone that it does not count', async () => {
  const outside = await newGoods();
  const { sheet } = await started({ scope_sku_ids: [bench.goods[0]?.id] });
  const tablet = new Tablet(bench.house, bench.people.counters[0], sheet);
  await arrive(outside, { at: lastHour() });
  tablet.count(bench.code(0), { zone: 'A', qty: 10 });
  await tablet.send();
  await tablet.finish('A');
  await closeBoth(sheet);
  await submit(sheet);
  expect(await linesOf(sheet, outside)).toEqual([]);
});

it('goes back to audit when such an arrival becomes known before it is posted', async () => {
  const phantom = await newGoods();
  const { sheet, tablet } = await started();
  await countAll(tablet);
  await closeBoth(sheet);
  await submit(sheet);
  await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
  await bench.house.ask(bench.people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
  await arrive(phantom, { at: lastHour() });
  await bench.house.ask(bench.people.lead, sheetCalls.post, { id: sheet });
  const { status } = await bench.house.ask(bench.people.lead, sheetCalls.detail, { id: sheet });
  expect(status).toBe(4);
  expect(await linesOf(sheet, phantom)).toMatchObject([{ diff_qty: -10 }]);
});
