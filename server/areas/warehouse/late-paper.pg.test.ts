import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { adjustment } from '#tests/factories/stock.ts';
import { carryThrough, close, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

// A paper that turns up after a count was posted, of goods that had left before it.

const bench = stocktakeBench();
const minute = 60_000;

/** Submits 其他出库 of pieces of the first goods that left at this time; not judged yet. */
async function paper(qty: number, { at, zone }: { at: Date; zone?: string }): Promise<number> {
  const { house, stockers, place, goods } = bench;
  const saved = await house.ask(stockers.maker, adjustment.calls.add, {
    warehouse_id: place.id,
    adjust_type: adjustType.otherOut,
    reason: '补单',
    happened_at: at.toISOString(),
    lines: [{ sku_id: goods[0]?.id, qty, ...(zone ? { zone } : {}) }] as never,
  });
  await house.ask(stockers.maker, adjustment.submit, { id: saved.id });
  return saved.id;
}

const pass = (id: number) => bench.house.ask(bench.stockers.judge, adjustment.audit, { id, result: 1 });

async function locked(): Promise<number | undefined> {
  const { rows } = await sql<{ locked: number }>`
    select locked from stock_balance where warehouse_id = ${bench.place.id} and sku_id = ${bench.goods[0]?.id}`.execute(
    bench.house.db,
  );
  return rows[0]?.locked;
}

/** A posted sheet that found this many pieces of the first goods in zone A. */
async function posted(found: number): Promise<void> {
  const { sheet } = await bench.countedSheet({ 0: found, 1: 10, 2: 10 });
  await carryThrough(bench.house, bench.people, sheet);
  bench.house.clock.advance(minute);
}

it('still refuses what left after the count and is not there', async () => {
  await posted(5);
  await expect(paper(6, { at: bench.house.clock.now() })).rejects.toMatchObject({
    kind: 'stockShort',
    message: expect.stringContaining('可用 5 件'),
  });
  await paper(5, { at: bench.house.clock.now() });
  expect(await locked()).toBe(5);
});

it('still refuses it before any count', async () => {
  await expect(paper(11, { at: bench.house.clock.now() })).rejects.toMatchObject({ kind: 'stockShort' });
});

it('takes in what left before a count that found the goods gone', async () => {
  const left = bench.house.clock.now();
  bench.house.clock.advance(minute);
  await posted(5);
  const id = await paper(10, { at: left });
  expect(await locked()).toBe(0);
  await pass(id);
  expect(await bench.onHand(0)).toBe(5);
  const { rows } = await sql<{ balance_after: number }>`
    select balance_after from stock_ledger where doc_type = 'stockAdjustment' and doc_id = ${id} and warehouse_id is not null order by id`.execute(
    bench.house.db,
  );
  // What the count had found missing comes back as a batch of its own: two batches leave.
  expect(rows.map((row) => row.balance_after)).toEqual([15, 10, 5]);
});

it('refuses at the audit what a count had not seen and others have taken since', async () => {
  const { house, people, place } = bench;
  const sheet = await startedSheet(house, people, { warehouse: place.id });
  const tablet = new Tablet(house, people.counters[0], sheet);
  tablet.count(bench.code(0), { zone: 'A', qty: 8 });
  house.clock.advance(minute);
  const left = house.clock.now();
  house.clock.advance(minute);
  tablet.count(bench.code(0), { zone: 'B', qty: 2 });
  for (const index of [1, 2]) tablet.count(bench.code(index), { zone: 'B', qty: 10 });
  await tablet.send();
  await tablet.finish('A', 'B');
  for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
  await carryThrough(house, people, sheet);
  house.clock.advance(minute);
  const id = await paper(3, { at: left, zone: 'A' });
  await bench.move(adjustType.otherOut, 0, { qty: 8 });
  await expect(pass(id)).rejects.toMatchObject({ kind: 'stockShort' });
  await bench.move(adjustType.otherIn, 0, { qty: 1 });
  await pass(id);
  expect(await bench.onHand(0)).toBe(0);
});
