import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  closeZoneCall,
  countCall,
  decideExceptionCall,
  downloadCall,
  progressCall,
  reviewLinesCall,
  settleShortfallCall,
} from '#contract/areas/warehouse/count-entry.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';
import { adjust, adjustment, openingStock, stockPeople } from '#tests/factories/stock.ts';
import {
  carryThrough,
  close,
  type SheetPeople,
  sheetCalls,
  sheetPeople,
  startedSheet,
  Tablet,
} from '#tests/factories/stocktake.ts';

let house: House;
let stockers: { maker: Actor; judge: Actor };
let people: SheetPeople;
let place: { id: number };
let goods: Piece[];

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  stockers = await stockPeople(house);
  people = await sheetPeople(house);
});

beforeEach(async () => {
  house.clock.advance(3_600_000);
  place = await shelf(house.db, { zones: ['A', 'B'] });
  goods = await pieces(house.db, 3);
  await openingStock(house, {
    people: stockers,
    warehouse: place.id,
    lines: goods.map((one) => ({ sku_id: one.id, qty: 10 })),
  });
  house.clock.advance(60_000);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const code = (index: number): string => goods[index]?.barcode ?? '';

function move(
  type: number,
  index: number,
  qty: number,
  extra: { zone?: string; happenedAt?: string } = {},
): Promise<number> {
  const { zone, happenedAt } = extra;
  return adjust(house, {
    people: stockers,
    warehouse: place.id,
    type,
    lines: [{ sku_id: goods[index]?.id ?? 0, qty, ...(zone ? { zone } : {}) }],
    ...(happenedAt ? { happenedAt } : {}),
  });
}

async function line(sheet: number, index: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from stocktaking_line where stocktaking_id = ${sheet} and sku_id = ${goods[index]?.id}`.execute(house.db);
  return rows[0] ?? {};
}

async function onHand(index: number): Promise<number> {
  const { rows } = await sql<{
    on_hand: number;
  }>`select on_hand from stock_balance where warehouse_id = ${place.id} and sku_id = ${goods[index]?.id}`.execute(
    house.db,
  );
  return rows[0]?.on_hand ?? 0;
}

/** Counts everything in zone A as it is on book, closes both zones. */
async function countedSheet(
  counts: Record<number, number> = { 0: 10, 1: 10, 2: 10 },
): Promise<{ sheet: number; tablet: Tablet }> {
  const sheet = await startedSheet(house, people, { warehouse: place.id });
  const tablet = new Tablet(house, people.counters[0], sheet);
  await tablet.download('A');
  for (const [index, qty] of Object.entries(counts)) if (qty > 0) tablet.count(code(Number(index)), { zone: 'A', qty });
  await tablet.send();
  await tablet.finish('A');
  await close(house, people.counters[0], { sheet, zone: 'A' });
  await close(house, people.lead, { sheet, zone: 'B' });
  return { sheet, tablet };
}

describe('refusals', () => {
  it('refuses two sheets over the same goods, and lets them count different goods', async () => {
    await startedSheet(house, people, { warehouse: place.id, scope_sku_ids: [goods[0]?.id] });
    await expect(startedSheet(house, people, { warehouse: place.id })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await startedSheet(house, people, { warehouse: place.id, scope_sku_ids: [goods[1]?.id] });
  });

  it('refuses a count from a person who is not named on the sheet', async () => {
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const stranger = await house.person('外人', ['stocktaking:count']);
    await expect(new Tablet(house, stranger, sheet).download('A')).rejects.toMatchObject({ kind: 'forbidden' });
    const tablet = new Tablet(house, stranger, sheet);
    tablet.count(code(0), { zone: 'A' });
    await expect(tablet.send()).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('refuses bad entries before any is kept', async () => {
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const good = {
      op_id: randomUUID(),
      seq: 1,
      kind: 'add',
      zone: 'A',
      round: 1,
      barcode: code(0),
      imperfect_type: 0,
      qty: 1,
      counted_at: house.clock.now().toISOString(),
    };
    for (const [field, value] of [
      ['qty', -1],
      ['qty', 1e15],
      ['qty', '1e3'],
      ['qty', null],
      ['op_id', 'x'],
      ['seq', 0],
      ['kind', 'set'],
      ['counted_at', 'yesterday'],
      ['imperfect_type', 9],
      ['extra', 1],
    ] as const) {
      const entries = [good, { ...good, op_id: randomUUID(), seq: 2, [field]: value }];
      await expect(
        house.ask(people.counters[0], countCall, { id: sheet, device_id: 'device-1', entries: entries as never }),
      ).rejects.toMatchObject({ kind: 'invalid', field: `entries.1.${field}` });
    }
    const { rows } = await sql`select 1 from stocktaking_count where stocktaking_id = ${sheet}`.execute(house.db);
    expect(rows).toEqual([]);
  });

  it('will not close a zone over a device that has not handed in, nor submit over an open zone', async () => {
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const tablet = new Tablet(house, people.counters[0], sheet);
    await tablet.download('A');
    tablet.count(code(0), { zone: 'A' });
    await expect(close(house, people.lead, { sheet, zone: 'A' })).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('盘点甲'),
    });
    await tablet.finish('A');
    await expect(close(house, people.lead, { sheet, zone: 'A' })).rejects.toMatchObject({ kind: 'illegalTransition' });
    await expect(house.ask(people.lead, sheetCalls.submit, { id: sheet })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await tablet.send();
    await expect(close(house, people.lead, { sheet, zone: 'A' })).rejects.toMatchObject({ kind: 'illegalTransition' });
    await tablet.finish('A');
    await close(house, people.lead, { sheet, zone: 'A' });
  });

  it('lets a supervisor close over a silent device with a reason, and nobody else', async () => {
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const tablet = new Tablet(house, people.counters[0], sheet);
    await tablet.download('A');
    await expect(close(house, people.counters[1], { sheet, zone: 'A', reason: '平板坏了' })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await close(house, people.lead, { sheet, zone: 'A', reason: '平板坏了' });
    tablet.count(code(0), { zone: 'A' });
    const { answers } = await tablet.send();
    expect(answers).toMatchObject([{ outcome: 'late' }]);
    const { exceptions } = await house.ask(people.lead, progressCall, { id: sheet });
    expect(exceptions).toMatchObject([{ outcome: 'late', barcode: code(0), decided: null }]);
    const detail = await house.ask(people.lead, sheetCalls.detail, { id: sheet });
    expect(detail.audit.at(-1)).toMatchObject({ label: '关闭库区', remark: expect.stringContaining('平板坏了') });
  });

  it('keeps counters from reviewing, reviewers and counters from auditing', async () => {
    const { sheet } = await countedSheet();
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    const both = await house.person('一人', ['stocktaking:review', 'stocktaking:audit', 'stocktaking:count']);
    const counterReviewing = { ...people.counters[0], permissions: both.permissions };
    await expect(house.ask(counterReviewing, sheetCalls.review, { id: sheet, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(both, sheetCalls.review, { id: sheet, result: 1 });
    await expect(house.ask(both, sheetCalls.audit, { id: sheet, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await expect(house.ask(counterReviewing, sheetCalls.audit, { id: sheet, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await expect(
      house.ask({ ...people.lead, permissions: both.permissions }, sheetCalls.audit, { id: sheet, result: 1 }),
    ).rejects.toMatchObject({ kind: 'illegalTransition' });
    await house.ask(people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
  });

  it('will not pass a review with an unknown barcode undecided or a large difference unexplained', async () => {
    const { sheet, tablet } = await countedSheet({ 0: 3, 1: 10, 2: 10 });
    expect(tablet.waiting).toEqual([]);
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    await expect(house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 1 })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'lines',
    });
    const { id } = (await line(sheet, 0)) as { id: number };
    await expect(
      house.ask(people.reviewer, reviewLinesCall, { id: sheet, lines: [{ id: 999_999, reason: '不在' }] }),
    ).rejects.toMatchObject({ kind: 'notFound' });
    await house.ask(people.reviewer, reviewLinesCall, { id: sheet, lines: [{ id, reason: '货架塌了' }] });
    await house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
  });

  it('refuses stock movements of frozen goods, except its own posting', async () => {
    const sheet = await startedSheet(house, people, {
      warehouse: place.id,
      freeze: true,
      scope_sku_ids: [goods[0]?.id],
    });
    const saved = await house.ask(stockers.maker, adjustment.calls.add, {
      warehouse_id: place.id,
      adjust_type: 1,
      reason: '冻结',
      lines: [{ sku_id: goods[0]?.id, qty: 1 }] as never,
    });
    await house.ask(stockers.maker, adjustment.submit, { id: saved.id });
    await expect(house.ask(stockers.judge, adjustment.audit, { id: saved.id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining(goods[0]?.sku_no ?? '-'),
    });
    await move(adjustType.gain, 1, 1);
    await house.ask(people.lead, sheetCalls.cancel, { id: sheet, reason: '改期' });
    await house.ask(stockers.judge, adjustment.audit, { id: saved.id, result: 1 });
  });
});

describe('counts arrive once, in order', () => {
  it('answers a repeated batch with the same words and keeps each entry once', async () => {
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const tablet = new Tablet(house, people.counters[0], sheet);
    for (let index = 0; index < 30; index += 1)
      tablet.count(index % 10 === 9 ? '不明条码'.slice(0, 2) : code(index % 3), { zone: 'A' });
    const batch = { id: sheet, device_id: tablet.device, entries: [...tablet.waiting] };
    const answers = await Promise.all(Array.from({ length: 6 }, () => house.ask(people.counters[0], countCall, batch)));
    for (const answer of answers)
      expect(new Map(answer.answers.map((one) => [one.op_id, one.outcome]))).toEqual(
        new Map(answers[0]?.answers.map((one) => [one.op_id, one.outcome])),
      );
    const { rows } = await sql<{
      seq: number;
      outcome: string;
    }>`select seq, outcome from stocktaking_count where stocktaking_id = ${sheet} order by id`.execute(house.db);
    expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(rows.filter((row) => row.outcome === 'unknown')).toHaveLength(3);
  });

  it('tells a device that runs ahead where to go on, and takes nothing out of order', async () => {
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const tablet = new Tablet(house, people.counters[0], sheet);
    const [first, second, third] = [
      tablet.count(code(0), { zone: 'A' }),
      tablet.count(code(1), { zone: 'A' }),
      tablet.count(code(2), { zone: 'A' }),
    ];
    const send = (entries: unknown[]) =>
      house.ask(people.counters[0], countCall, { id: sheet, device_id: tablet.device, entries: entries as never });
    expect(await send([second, third])).toMatchObject({ answers: [], expected_seq: 1 });
    expect(await send([first, third])).toMatchObject({
      answers: [{ op_id: first.op_id, outcome: 'accepted' }],
      expected_seq: 2,
    });
    expect((await send([second, third])).answers).toHaveLength(2);
    expect(await send([{ ...first, op_id: randomUUID() }])).toMatchObject({ answers: [{ outcome: 'refused' }] });
    expect(
      await house.ask(people.counters[1], countCall, { id: sheet, device_id: tablet.device, entries: [first] }),
    ).toMatchObject({ answers: [{ outcome: 'refused', code: 4014 }] });
  });

  it('lets a total replace what its counter counted before, and an un-count bring back what was', async () => {
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const tablet = new Tablet(house, people.counters[0], sheet);
    const other = new Tablet(house, people.counters[1], sheet);
    tablet.count(code(0), { zone: 'A', qty: 4 });
    const total = tablet.count(code(0), { zone: 'A', qty: 7, kind: 'total' });
    tablet.count(code(0), { zone: 'A', qty: 1 });
    other.count(code(0), { zone: 'A', qty: 2 });
    const wrong = tablet.count(code(1), { zone: 'A', qty: 10 });
    tablet.uncount(wrong);
    const typed = tablet.count(code(2), { zone: 'A', qty: 3, kind: 'total' });
    tablet.count(code(2), { zone: 'A', qty: 9, kind: 'total' });
    await tablet.send();
    await other.send();
    expect(total.kind).toBe('total');
    expect(typed.kind).toBe('total');
    for (const one of [tablet, other]) await one.finish('A');
    await close(house, people.lead, { sheet, zone: 'A' });
    await close(house, people.lead, { sheet, zone: 'B' });
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    expect(await line(sheet, 0)).toMatchObject({ first_qty: 10, diff_qty: 0 });
    expect(await line(sheet, 1)).toMatchObject({ final_qty: 0, diff_qty: -10 });
    expect(await line(sheet, 2)).toMatchObject({ final_qty: 9, diff_qty: -1 });
  });

  it('hides the book of a blind count from those who count', async () => {
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const download = await house.ask(people.counters[0], downloadCall, {
      id: sheet,
      device_id: 'device-blind',
      device_name: '平板',
      zones: ['A'],
    });
    expect(download.goods.length).toBeGreaterThanOrEqual(3);
    expect(download.goods.every((one) => one.book_qty === undefined)).toBe(true);
    const detail = await house.ask(people.counters[0], sheetCalls.detail, { id: sheet });
    expect(detail.lines.every((one) => one.book_qty === null)).toBe(true);
  });
});

describe('movement-aware differences', () => {
  it('posts the difference at the instant of counting, whatever moves before, during and after', async () => {
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const tablet = new Tablet(house, people.counters[0], sheet);
    await tablet.download('A');
    await move(adjustType.otherIn, 0, 5);
    house.clock.advance(60_000);
    tablet.count(code(0), { zone: 'A', qty: 13 });
    tablet.count(code(1), { zone: 'A', qty: 10 });
    tablet.count(code(2), { zone: 'A', qty: 10 });
    house.clock.advance(60_000);
    await close(house, people.lead, { sheet, zone: 'B' }).catch(() => undefined);
    await move(adjustType.otherOut, 0, 4, { zone: 'A' });
    await tablet.send();
    await tablet.finish('A');
    await close(house, people.lead, { sheet, zone: 'A' });
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    expect(await line(sheet, 0)).toMatchObject({ diff_qty: -2, ambiguity: 0 });
    await house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
    await house.ask(people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
    house.clock.advance(60_000);
    await move(adjustType.otherOut, 0, 1);
    await house.ask(people.lead, sheetCalls.post, { id: sheet });
    expect(await onHand(0)).toBe(10 + 5 - 4 - 1 - 2);
  });

  it('demands a recount when an unplaced movement falls between two zones of one key', async () => {
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const [a, b] = [new Tablet(house, people.counters[0], sheet), new Tablet(house, people.counters[1], sheet)];
    a.count(code(0), { zone: 'A', qty: 6 });
    house.clock.advance(60_000);
    await move(adjustType.otherOut, 0, 1);
    house.clock.advance(60_000);
    b.count(code(0), { zone: 'B', qty: 3 });
    for (const one of [a, b]) await one.send();
    await a.finish('A');
    await b.finish('B');
    for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    expect(await line(sheet, 0)).toMatchObject({ ambiguity: 1, recount: true });
    await expect(house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('须重盘'),
    });
    await house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 2, remark: '重盘' });
    house.clock.advance(60_000);
    a.count(code(0), { zone: 'A', qty: 5, round: 2 });
    b.count(code(0), { zone: 'B', qty: 3, round: 2 });
    for (const one of [a, b]) await one.send();
    await a.finish('A');
    await b.finish('B');
    for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    expect(await line(sheet, 0)).toMatchObject({ ambiguity: 0, final_qty: 8, diff_qty: -1 });
  });

  it('goes back to audit when a movement that became known later changes a difference', async () => {
    const { sheet } = await countedSheet({ 0: 9, 1: 10, 2: 10 });
    const countedAt = house.clock.now();
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    await house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
    await house.ask(people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
    house.clock.advance(60_000);
    await move(adjustType.otherOut, 0, 1, { happenedAt: new Date(countedAt.getTime() - 30_000).toISOString() });
    await house.ask(people.lead, sheetCalls.post, { id: sheet });
    const detail = await house.ask(people.lead, sheetCalls.detail, { id: sheet });
    expect(detail.status).toBe(4);
    expect(await line(sheet, 0)).toMatchObject({ diff_qty: 0 });
    expect(await onHand(0)).toBe(9);
    const second = await house.person('财务乙', ['stocktaking:audit']);
    await house.ask(second, sheetCalls.audit, { id: sheet, result: 1 });
    await house.ask(people.lead, sheetCalls.post, { id: sheet });
    expect(await onHand(0)).toBe(9);
  });

  it('corrects a movement that turns up after posting but happened before the count', async () => {
    const { sheet } = await countedSheet({ 0: 9, 1: 10, 2: 10 });
    const countedAt = house.clock.now();
    await carryThrough(house, people, sheet);
    expect(await onHand(0)).toBe(9);
    house.clock.advance(60_000);
    await move(adjustType.otherOut, 0, 1, { happenedAt: new Date(countedAt.getTime() - 30_000).toISOString() });
    expect(await onHand(0)).toBe(9);
    await move(adjustType.otherOut, 0, 1);
    expect(await onHand(0)).toBe(8);
  });

  it('takes the free part of a loss, lists the locks, and takes the rest when they are gone', async () => {
    const promised = await house.ask(stockers.maker, adjustment.calls.add, {
      warehouse_id: place.id,
      adjust_type: adjustType.ownUse,
      reason: '占用',
      lines: [{ sku_id: goods[0]?.id, qty: 8 }] as never,
    });
    await house.ask(stockers.maker, adjustment.submit, { id: promised.id });
    const { sheet } = await countedSheet({ 0: 5, 1: 10, 2: 10 });
    await carryThrough(house, people, sheet);
    expect(await onHand(0)).toBe(8);
    const progress = await house.ask(people.lead, progressCall, { id: sheet });
    expect(progress.shortfalls).toMatchObject([
      { sku_no: goods[0]?.sku_no, qty: 3, settled_at: null, locks: [{ doc_type: 'stockAdjustment', qty: 8 }] },
    ]);
    expect(await house.ask(people.lead, settleShortfallCall, { id: sheet })).toEqual({ settled: 0, left: 1 });
    await house.ask(stockers.maker, adjustment.cancel, { id: promised.id, reason: '货没了' });
    expect(await house.ask(people.lead, settleShortfallCall, { id: sheet })).toEqual({ settled: 1, left: 0 });
    expect(await onHand(0)).toBe(5);
    expect(await house.ask(people.lead, settleShortfallCall, { id: sheet })).toEqual({ settled: 0, left: 0 });
  });

  it('gives found goods that were not on book a line, and unknown barcodes a decision', async () => {
    const [extra] = await pieces(house.db);
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const tablet = new Tablet(house, people.counters[0], sheet);
    for (const index of [0, 1, 2]) tablet.count(code(index), { zone: 'A', qty: 10 });
    tablet.count(extra?.barcode ?? '', { zone: 'A', qty: 2 });
    tablet.count('UNKNOWN-1', { zone: 'A', qty: 1 });
    await tablet.send();
    await tablet.finish('A');
    for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    await expect(house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('未知条码'),
    });
    const { exceptions } = await house.ask(people.reviewer, progressCall, { id: sheet });
    await house.ask(people.reviewer, decideExceptionCall, {
      id: sheet,
      count_ids: exceptions.map((one) => one.count_id),
      sku_id: extra?.id ?? 0,
    });
    await house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
    await house.ask(people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
    await house.ask(people.lead, sheetCalls.post, { id: sheet });
    const { rows } = await sql<{
      on_hand: number;
    }>`select on_hand from stock_balance where warehouse_id = ${place.id} and sku_id = ${extra?.id}`.execute(house.db);
    expect(rows).toEqual([{ on_hand: 3 }]);
  });

  it('refuses to close a zone of another sheet', async () => {
    const sheet = await startedSheet(house, people, { warehouse: place.id });
    const elsewhere = await shelf(house.db, { zones: ['A'] });
    const other = await startedSheet(house, people, { warehouse: elsewhere.id });
    const { zones } = await house.ask(people.lead, progressCall, { id: other });
    await expect(
      house.ask(people.lead, closeZoneCall, { id: sheet, zone_id: zones[0]?.id ?? 0 }),
    ).rejects.toMatchObject({ kind: 'notFound' });
  });
});
