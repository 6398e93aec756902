import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  closeZoneCall,
  decideExceptionCall,
  progressCall,
  settleShortfallCall,
} from '#contract/areas/warehouse/count-entry.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment } from '#tests/factories/stock.ts';
import { carryThrough, close, sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

const bench = stocktakeBench();

describe('movement-aware differences', () => {
  it('posts the difference at the instant of counting, whatever moves before, during and after', async () => {
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    const tablet = new Tablet(bench.house, bench.people.counters[0], sheet);
    await tablet.download('A');
    await bench.move(adjustType.otherIn, 0, { qty: 5 });
    bench.house.clock.advance(60_000);
    tablet.count(bench.code(0), { zone: 'A', qty: 13 });
    tablet.count(bench.code(1), { zone: 'A', qty: 10 });
    tablet.count(bench.code(2), { zone: 'A', qty: 10 });
    bench.house.clock.advance(60_000);
    await close(bench.house, bench.people.lead, { sheet, zone: 'B' }).catch(() => undefined);
    await bench.move(adjustType.otherOut, 0, { qty: 4, zone: 'A' });
    await tablet.send();
    await tablet.finish('A');
    await close(bench.house, bench.people.lead, { sheet, zone: 'A' });
    await bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
    expect(await bench.line(sheet, 0)).toMatchObject({ diff_qty: -2, ambiguity: 0 });
    await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
    await bench.house.ask(bench.people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
    bench.house.clock.advance(60_000);
    await bench.move(adjustType.otherOut, 0, { qty: 1 });
    await bench.house.ask(bench.people.lead, sheetCalls.post, { id: sheet });
    expect(await bench.onHand(0)).toBe(10 + 5 - 4 - 1 - 2);
  });

  it('demands a recount when an unplaced movement falls between two zones of one key', async () => {
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    const [a, b] = [
      new Tablet(bench.house, bench.people.counters[0], sheet),
      new Tablet(bench.house, bench.people.counters[1], sheet),
    ];
    a.count(bench.code(0), { zone: 'A', qty: 6 });
    bench.house.clock.advance(60_000);
    await bench.move(adjustType.otherOut, 0, { qty: 1 });
    bench.house.clock.advance(60_000);
    b.count(bench.code(0), { zone: 'B', qty: 3 });
    for (const one of [a, b]) await one.send();
    await a.finish('A');
    await b.finish('B');
    for (const zone of ['A', 'B']) await close(bench.house, bench.people.lead, { sheet, zone });
    await bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
    expect(await bench.line(sheet, 0)).toMatchObject({ ambiguity: 1, recount: true });
    await expect(
      bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('须重盘'),
    });
    await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 2, remark: '重盘' });
    bench.house.clock.advance(60_000);
    a.count(bench.code(0), { zone: 'A', qty: 5, round: 2 });
    b.count(bench.code(0), { zone: 'B', qty: 3, round: 2 });
    for (const one of [a, b]) await one.send();
    await a.finish('A');
    await b.finish('B');
    for (const zone of ['A', 'B']) await close(bench.house, bench.people.lead, { sheet, zone });
    await bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
    expect(await bench.line(sheet, 0)).toMatchObject({ ambiguity: 0, final_qty: 8, diff_qty: -1 });
  });

  it('goes back to audit when a movement that became known later changes a difference', async () => {
    const { sheet } = await bench.countedSheet({ 0: 9, 1: 10, 2: 10 });
    const countedAt = bench.house.clock.now();
    await bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
    await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
    await bench.house.ask(bench.people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
    bench.house.clock.advance(60_000);
    await bench.move(adjustType.otherOut, 0, {
      qty: 1,
      happenedAt: new Date(countedAt.getTime() - 30_000).toISOString(),
    });
    await bench.house.ask(bench.people.lead, sheetCalls.post, { id: sheet });
    const detail = await bench.house.ask(bench.people.lead, sheetCalls.detail, { id: sheet });
    expect(detail.status).toBe(4);
    expect(await bench.line(sheet, 0)).toMatchObject({ diff_qty: 0 });
    expect(await bench.onHand(0)).toBe(9);
    const second = await bench.house.person('财务乙', ['stocktaking:audit']);
    await bench.house.ask(second, sheetCalls.audit, { id: sheet, result: 1 });
    await bench.house.ask(bench.people.lead, sheetCalls.post, { id: sheet });
    expect(await bench.onHand(0)).toBe(9);
  });

  it('corrects a movement that turns up after posting but happened before the count', async () => {
    const { sheet } = await bench.countedSheet({ 0: 9, 1: 10, 2: 10 });
    const countedAt = bench.house.clock.now();
    await carryThrough(bench.house, bench.people, sheet);
    expect(await bench.onHand(0)).toBe(9);
    bench.house.clock.advance(60_000);
    await bench.move(adjustType.otherOut, 0, {
      qty: 1,
      happenedAt: new Date(countedAt.getTime() - 30_000).toISOString(),
    });
    expect(await bench.onHand(0)).toBe(9);
    await bench.move(adjustType.otherOut, 0, { qty: 1 });
    expect(await bench.onHand(0)).toBe(8);
  });

  it('takes the free part of a loss, lists the locks, and takes the rest when they are gone', async () => {
    const promised = await bench.house.ask(bench.stockers.maker, adjustment.calls.add, {
      warehouse_id: bench.place.id,
      adjust_type: adjustType.ownUse,
      reason: '占用',
      lines: [{ sku_id: bench.goods[0]?.id, qty: 8 }] as never,
    });
    await bench.house.ask(bench.stockers.maker, adjustment.submit, { id: promised.id });
    const { sheet } = await bench.countedSheet({ 0: 5, 1: 10, 2: 10 });
    await carryThrough(bench.house, bench.people, sheet);
    expect(await bench.onHand(0)).toBe(8);
    const progress = await bench.house.ask(bench.people.lead, progressCall, { id: sheet });
    expect(progress.shortfalls).toMatchObject([
      { sku_no: bench.goods[0]?.sku_no, qty: 3, settled_at: null, locks: [{ doc_type: 'stockAdjustment', qty: 8 }] },
    ]);
    expect(await bench.house.ask(bench.people.lead, settleShortfallCall, { id: sheet })).toEqual({
      settled: 0,
      left: 1,
    });
    await bench.house.ask(bench.stockers.maker, adjustment.cancel, { id: promised.id, reason: '货没了' });
    expect(await bench.house.ask(bench.people.lead, settleShortfallCall, { id: sheet })).toEqual({
      settled: 1,
      left: 0,
    });
    expect(await bench.onHand(0)).toBe(5);
    expect(await bench.house.ask(bench.people.lead, settleShortfallCall, { id: sheet })).toEqual({
      settled: 0,
      left: 0,
    });
  });

  it('gives found goods that were not on book a line, and unknown barcodes a decision', async () => {
    const [extra] = await pieces(bench.house.db);
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    const tablet = new Tablet(bench.house, bench.people.counters[0], sheet);
    for (const index of [0, 1, 2]) tablet.count(bench.code(index), { zone: 'A', qty: 10 });
    tablet.count(extra?.barcode ?? '', { zone: 'A', qty: 2 });
    tablet.count('UNKNOWN-1', { zone: 'A', qty: 1 });
    await tablet.send();
    await tablet.finish('A');
    for (const zone of ['A', 'B']) await close(bench.house, bench.people.lead, { sheet, zone });
    await bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
    await expect(
      bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 }),
    ).rejects.toMatchObject({
      message: expect.stringContaining('未知条码'),
    });
    const { exceptions } = await bench.house.ask(bench.people.reviewer, progressCall, { id: sheet });
    await bench.house.ask(bench.people.reviewer, decideExceptionCall, {
      id: sheet,
      count_ids: exceptions.map((one) => one.count_id),
      sku_id: extra?.id ?? 0,
    });
    await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
    await bench.house.ask(bench.people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
    await bench.house.ask(bench.people.lead, sheetCalls.post, { id: sheet });
    const { rows } = await sql<{
      on_hand: number;
    }>`select on_hand from stock_balance where warehouse_id = ${bench.place.id} and sku_id = ${extra?.id}`.execute(
      bench.house.db,
    );
    expect(rows).toEqual([{ on_hand: 3 }]);
  });

  it('refuses to close a zone of another sheet', async () => {
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    const elsewhere = await shelf(bench.house.db, { zones: ['A'] });
    const other = await startedSheet(bench.house, bench.people, { warehouse: elsewhere.id });
    const { zones } = await bench.house.ask(bench.people.lead, progressCall, { id: other });
    await expect(
      bench.house.ask(bench.people.lead, closeZoneCall, { id: sheet, zone_id: zones[0]?.id ?? 0 }),
    ).rejects.toMatchObject({ kind: 'notFound' });
  });
});
