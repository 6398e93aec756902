import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { settleShortfallCall } from '#contract/areas/warehouse/count-entry.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { adjustment } from '#tests/factories/stock.ts';
import { carryThrough } from '#tests/factories/stocktake.ts';

const bench = stocktakeBench();

/** Promises all ten pieces of the first goods to a document; returns it. */
async function promiseAll(): Promise<number> {
  const { house, stockers, place, goods } = bench;
  const saved = await house.ask(stockers.maker, adjustment.calls.add, {
    warehouse_id: place.id,
    adjust_type: adjustType.ownUse,
    reason: '占用',
    lines: [{ sku_id: goods[0]?.id, qty: 10 }] as never,
  });
  await house.ask(stockers.maker, adjustment.submit, { id: saved.id });
  return saved.id;
}

const lettingGo = (id: number) => bench.house.ask(bench.stockers.maker, adjustment.cancel, { id, reason: '货没了' });
const settling = (sheet: number) => bench.house.ask(bench.people.lead, settleShortfallCall, { id: sheet });

/** A posted sheet that found seven of the ten pieces. */
async function postedSeven(): Promise<number> {
  const { sheet } = await bench.countedSheet({ 0: 7, 1: 10, 2: 10 });
  await carryThrough(bench.house, bench.people, sheet);
  bench.house.clock.advance(3_600_000);
  return sheet;
}

it('does not take a loss again that a later count has taken', async () => {
  const document = await promiseAll();
  const first = await postedSeven();
  expect(await bench.onHand(0)).toBe(10);
  await lettingGo(document);
  await postedSeven();
  expect(await bench.onHand(0)).toBe(7);
  expect(await settling(first)).toEqual({ settled: 1, left: 0 });
  expect(await bench.onHand(0)).toBe(7);
  const { rows } = await sql<{ delta: number; corrects: boolean }>`
    select delta, corrects_count_of is not null as corrects from stock_ledger
    where doc_type = 'stocktaking' and doc_id = ${first} and warehouse_id is not null order by id`.execute(
    bench.house.db,
  );
  expect(rows).toEqual([
    { delta: 3, corrects: true },
    { delta: -3, corrects: false },
  ]);
});

it('settles what a later count has taken over even while the goods are promised, and the later loss waits for its locks', async () => {
  const document = await promiseAll();
  const first = await postedSeven();
  const second = await postedSeven();
  expect(await settling(first)).toEqual({ settled: 1, left: 0 });
  expect(await settling(second)).toEqual({ settled: 0, left: 1 });
  expect(await bench.onHand(0)).toBe(10);
  await lettingGo(document);
  expect(await settling(second)).toEqual({ settled: 1, left: 0 });
  expect(await bench.onHand(0)).toBe(7);
});

it('takes the count that was posted last for the later one where two are of the same instant', async () => {
  const document = await promiseAll();
  const sheets: number[] = [];
  for (const found of [7, 6]) {
    const { sheet } = await bench.countedSheet({ 0: found, 1: found, 2: 10 });
    await carryThrough(bench.house, bench.people, sheet);
    sheets.push(sheet);
  }
  await lettingGo(document);
  for (const sheet of sheets) expect(await settling(sheet)).toEqual({ settled: 1, left: 0 });
  expect([await bench.onHand(0), await bench.onHand(1)]).toEqual([6, 6]);
});
