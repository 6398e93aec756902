import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { countCall, progressCall, reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { adjustment } from '#tests/factories/stock.ts';
import { close, sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

const bench = stocktakeBench();

describe('refusals', () => {
  it('refuses two sheets over the same bench.goods, and lets them count different goods', async () => {
    await startedSheet(bench.house, bench.people, { warehouse: bench.place.id, scope_sku_ids: [bench.goods[0]?.id] });
    await expect(startedSheet(bench.house, bench.people, { warehouse: bench.place.id })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await startedSheet(bench.house, bench.people, { warehouse: bench.place.id, scope_sku_ids: [bench.goods[1]?.id] });
  });

  it('refuses a count from a person who is not named on the sheet', async () => {
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    const stranger = await bench.house.person('外人', ['stocktaking:count']);
    await expect(new Tablet(bench.house, stranger, sheet).download('A')).rejects.toMatchObject({ kind: 'forbidden' });
    const tablet = new Tablet(bench.house, stranger, sheet);
    tablet.count(bench.code(0), { zone: 'A' });
    await expect(tablet.send()).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('refuses bad entries before any is kept', async () => {
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    const good = {
      op_id: randomUUID(),
      seq: 1,
      kind: 'add',
      zone: 'A',
      round: 1,
      barcode: bench.code(0),
      imperfect_type: 0,
      qty: 1,
      counted_at: bench.house.clock.now().toISOString(),
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
        bench.house.ask(bench.people.counters[0], countCall, {
          id: sheet,
          device_id: 'device-1',
          entries: entries as never,
        }),
      ).rejects.toMatchObject({ kind: 'invalid', field: `entries.1.${field}` });
    }
    const { rows } = await sql`select 1 from stocktaking_count where stocktaking_id = ${sheet}`.execute(bench.house.db);
    expect(rows).toEqual([]);
  });

  it('will not close a zone over a device that has not handed in, nor submit over an open zone', async () => {
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    const tablet = new Tablet(bench.house, bench.people.counters[0], sheet);
    await tablet.download('A');
    tablet.count(bench.code(0), { zone: 'A' });
    await expect(close(bench.house, bench.people.lead, { sheet, zone: 'A' })).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('盘点甲'),
    });
    await tablet.finish('A');
    await expect(close(bench.house, bench.people.lead, { sheet, zone: 'A' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await expect(bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await tablet.send();
    await expect(close(bench.house, bench.people.lead, { sheet, zone: 'A' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await tablet.finish('A');
    await close(bench.house, bench.people.lead, { sheet, zone: 'A' });
  });

  it('lets a supervisor close over a silent device with a reason, and nobody else', async () => {
    const sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id });
    const tablet = new Tablet(bench.house, bench.people.counters[0], sheet);
    await tablet.download('A');
    await expect(
      close(bench.house, bench.people.counters[1], { sheet, zone: 'A', reason: '平板坏了' }),
    ).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await close(bench.house, bench.people.lead, { sheet, zone: 'A', reason: '平板坏了' });
    tablet.count(bench.code(0), { zone: 'A' });
    const { answers } = await tablet.send();
    expect(answers).toMatchObject([{ outcome: 'late' }]);
    const { exceptions } = await bench.house.ask(bench.people.lead, progressCall, { id: sheet });
    expect(exceptions).toMatchObject([{ outcome: 'late', barcode: bench.code(0), decided: null }]);
    const detail = await bench.house.ask(bench.people.lead, sheetCalls.detail, { id: sheet });
    expect(detail.audit.at(-1)).toMatchObject({ label: '关闭库区', remark: expect.stringContaining('平板坏了') });
  });

  it('keeps counters from reviewing, reviewers and counters from auditing', async () => {
    const { sheet } = await bench.countedSheet();
    await bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
    const both = await bench.house.person('一人', ['stocktaking:review', 'stocktaking:audit', 'stocktaking:count']);
    const counterReviewing = { ...bench.people.counters[0], permissions: both.permissions };
    await expect(bench.house.ask(counterReviewing, sheetCalls.review, { id: sheet, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await bench.house.ask(both, sheetCalls.review, { id: sheet, result: 1 });
    await expect(bench.house.ask(both, sheetCalls.audit, { id: sheet, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await expect(bench.house.ask(counterReviewing, sheetCalls.audit, { id: sheet, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await expect(
      bench.house.ask({ ...bench.people.lead, permissions: both.permissions }, sheetCalls.audit, {
        id: sheet,
        result: 1,
      }),
    ).rejects.toMatchObject({ kind: 'illegalTransition' });
    await bench.house.ask(bench.people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
  });

  it('will not pass a review with an unknown barcode undecided or a large difference unexplained', async () => {
    const { sheet, tablet } = await bench.countedSheet({ 0: 3, 1: 10, 2: 10 });
    expect(tablet.waiting).toEqual([]);
    await bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
    await expect(
      bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 }),
    ).rejects.toMatchObject({
      kind: 'invalid',
      field: 'lines',
    });
    const seen = await bench.seen(sheet, 0);
    const review = (line: { id?: number; reason: string }) =>
      bench.house.ask(bench.people.reviewer, reviewLinesCall, { id: sheet, lines: [{ ...seen, ...line }] });
    await expect(review({ id: 999_999, reason: '不在' })).rejects.toMatchObject({ kind: 'notFound' });
    await review({ reason: '货架塌了' });
    await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
  });

  it('refuses stock movements of frozen bench.goods, except its own posting', async () => {
    const sheet = await startedSheet(bench.house, bench.people, {
      warehouse: bench.place.id,
      freeze: true,
      scope_sku_ids: [bench.goods[0]?.id],
    });
    const saved = await bench.house.ask(bench.stockers.maker, adjustment.calls.add, {
      warehouse_id: bench.place.id,
      adjust_type: 1,
      reason: '冻结',
      lines: [{ sku_id: bench.goods[0]?.id, qty: 1 }] as never,
    });
    await bench.house.ask(bench.stockers.maker, adjustment.submit, { id: saved.id });
    await expect(
      bench.house.ask(bench.stockers.judge, adjustment.audit, { id: saved.id, result: 1 }),
    ).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining(bench.goods[0]?.sku_no ?? '-'),
    });
    await bench.move(adjustType.gain, 1, { qty: 1 });
    await bench.house.ask(bench.people.lead, sheetCalls.cancel, { id: sheet, reason: '改期' });
    await bench.house.ask(bench.stockers.judge, adjustment.audit, { id: saved.id, result: 1 });
  });
});
