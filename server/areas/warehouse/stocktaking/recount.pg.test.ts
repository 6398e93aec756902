import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { progressCall, reportCall, reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { close, sheetCalls, Tablet } from '#tests/factories/stocktake.ts';

const bench = stocktakeBench();

/** Sends a sheet that was counted out again for some of its goods. */
async function recount(sheet: number, ...goods: number[]): Promise<void> {
  const { house, people } = bench;
  await house.ask(people.lead, sheetCalls.submit, { id: sheet });
  const lines = await Promise.all(goods.map((index) => bench.seen(sheet, index)));
  await house.ask(people.reviewer, reviewLinesCall, {
    id: sheet,
    lines: lines.map((line) => ({ ...line, recount: true })),
  });
  await house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 2, remark: '差异较大' });
  house.clock.advance(60_000);
}

const submit = (sheet: number) => bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });

describe('a recount and its devices', () => {
  it('is not submitted over a device that downloaded a zone and has not handed it in', async () => {
    const { sheet, tablet } = await bench.countedSheet({ 0: 4, 1: 10, 2: 10 });
    await recount(sheet, 0);
    await tablet.download('A');
    tablet.count(bench.code(0), { zone: 'A', qty: 10, round: 2 });
    await expect(submit(sheet)).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: '还有设备未交回：库区 A 平板（盘点甲）',
    });
    await tablet.send();
    await expect(submit(sheet)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await tablet.finish('A');
    await expect(submit(sheet)).rejects.toMatchObject({ kind: 'illegalTransition', message: '还有库区未关闭：库区 A' });
    await close(bench.house, bench.people.counters[0], { sheet, zone: 'A' });
    await submit(sheet);
    expect(await bench.line(sheet, 0)).toMatchObject({ first_qty: 4, second_qty: 10, final_qty: 10 });
  });

  it('takes no word on the round before for one on it, however late that comes', async () => {
    const { house, people } = bench;
    const { sheet, tablet } = await bench.countedSheet({ 0: 4, 1: 10, 2: 10 });
    await recount(sheet, 0);
    await tablet.download('A');
    const waits = { kind: 'illegalTransition', message: expect.stringContaining('盘点甲') };
    await expect(close(house, people.lead, { sheet, zone: 'A' })).rejects.toMatchObject(waits);
    await house.ask(people.counters[0], reportCall, {
      id: sheet,
      device_id: tablet.device,
      rev: 2,
      round: 1,
      zones: [{ zone: 'A', unsent: 0, finished: true }],
    });
    await tablet.download('A');
    await expect(close(house, people.lead, { sheet, zone: 'A' })).rejects.toMatchObject(waits);
    await tablet.finish('A');
    await close(house, people.lead, { sheet, zone: 'A' });
  });

  it('may be submitted with a zone open that a device looked at and handed in without a count', async () => {
    const { sheet } = await bench.countedSheet({ 0: 4, 1: 10, 2: 10 });
    await recount(sheet, 0);
    const tablet = new Tablet(bench.house, bench.people.counters[0], sheet);
    await tablet.download('B');
    await tablet.finish('B');
    await submit(sheet);
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 4 });
  });

  it('waits for no device of the round before', async () => {
    const { house, people } = bench;
    const { sheet, tablet: other } = await bench.countedSheet({ 0: 4, 1: 10, 2: 10 });
    await recount(sheet, 0);
    const { zones } = await house.ask(people.lead, progressCall, { id: sheet });
    expect(zones.flatMap((zone) => zone.devices)).toEqual([]);
    const tablet = new Tablet(house, people.counters[1], sheet);
    tablet.count(bench.code(0), { zone: 'A', qty: 9, round: 2 });
    await tablet.send();
    await tablet.finish('A');
    await close(house, people.counters[1], { sheet, zone: 'A' });
    await submit(sheet);
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 9 });
    expect(other.waiting).toEqual([]);
  });

  it('does not wait for a device whose scans of the round before come in late', async () => {
    const { house, people } = bench;
    const { sheet, tablet: straggler } = await bench.countedSheet({ 0: 4, 1: 10, 2: 10 });
    straggler.count(bench.code(0), { zone: 'A' });
    await recount(sheet, 0);
    expect(await straggler.send()).toMatchObject({ answers: [{ outcome: 'late' }] });
    const tablet = new Tablet(house, people.counters[1], sheet);
    tablet.count(bench.code(0), { zone: 'A', qty: 9, round: 2 });
    await tablet.send();
    await tablet.finish('A');
    await close(house, people.counters[1], { sheet, zone: 'A' });
    await submit(sheet);
  });

  it('keeps waiting for a device of this round that first hands in scans of the round before', async () => {
    const { sheet, tablet } = await bench.countedSheet({ 0: 4, 1: 10, 2: 10 });
    tablet.count(bench.code(0), { zone: 'A' });
    await recount(sheet, 0);
    await tablet.download('A');
    expect(await tablet.send()).toMatchObject({ answers: [{ outcome: 'late' }] });
    await expect(submit(sheet)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await tablet.finish('A');
    await submit(sheet);
  });

  it('keeps waiting for a device of this round that says it counts a later one', async () => {
    const { house, people } = bench;
    const { sheet } = await bench.countedSheet({ 0: 4, 1: 10, 2: 10 });
    await recount(sheet, 0);
    const tablet = new Tablet(house, people.counters[1], sheet);
    await tablet.download('A');
    tablet.count(bench.code(0), { zone: 'A', round: 3 });
    expect(await tablet.send()).toMatchObject({ answers: [{ outcome: 'refused', msg: '盘点单现在是第 2 轮' }] });
    await expect(submit(sheet)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await tablet.finish('A');
    await submit(sheet);
  });
});

describe('what a recount counts', () => {
  it('leaves the figure of goods it did not ask for, and keeps the stray scan for a person', async () => {
    const { house, people } = bench;
    const { sheet } = await bench.countedSheet({ 0: 4, 1: 10, 2: 10 });
    await recount(sheet, 1);
    const tablet = new Tablet(house, people.counters[0], sheet);
    await tablet.download('A');
    tablet.count(bench.code(0), { zone: 'A', round: 2 });
    tablet.count(bench.code(1), { zone: 'A', qty: 9, round: 2 });
    tablet.count(bench.code(1), { zone: 'A', qty: 1, round: 2, grade: 2 });
    const { answers } = await tablet.send();
    expect(answers).toMatchObject([
      { outcome: 'late', msg: '本轮未要求复盘' },
      { outcome: 'accepted' },
      { outcome: 'late', msg: '本轮未要求复盘' },
    ]);
    await tablet.finish('A');
    await close(house, people.counters[0], { sheet, zone: 'A' });
    await submit(sheet);
    expect(await bench.line(sheet, 0)).toMatchObject({ first_qty: 4, second_qty: null, final_qty: 4, diff_qty: -6 });
    expect(await bench.line(sheet, 1)).toMatchObject({ final_qty: 9, diff_qty: -1 });
    const { exceptions } = await house.ask(people.reviewer, progressCall, { id: sheet });
    expect(exceptions).toMatchObject([
      { barcode: bench.code(0), round: 2, reason: '本轮未要求复盘', decided: null },
      { barcode: bench.code(1), round: 2, reason: '本轮未要求复盘', decided: null },
    ]);
  });
});

describe('zones that change between two rounds', () => {
  beforeEach(async () => {
    await sql`update warehouse_zone set "order" = case code when 'A' then 2 else 1 end where warehouse_id = ${bench.place.id}`.execute(
      bench.house.db,
    );
  });

  it('leave the sheet those it was started with', async () => {
    const { house, people } = bench;
    const { sheet } = await bench.countedSheet({ 0: 4, 1: 10, 2: 10 });
    await sql`delete from warehouse_zone where warehouse_id = ${bench.place.id} and code = 'A'`.execute(house.db);
    await sql`insert into warehouse_zone (warehouse_id, code, name) values (${bench.place.id}, 'C', '新库区')`.execute(
      house.db,
    );
    await recount(sheet, 0);
    const { zones } = await house.ask(people.lead, progressCall, { id: sheet });
    expect(zones).toMatchObject([
      { code: 'B', name: '库区 B', closed_at: null },
      { code: 'A', name: '库区 A', closed_at: null },
    ]);
    const tablet = new Tablet(house, people.counters[0], sheet);
    await expect(tablet.download('C')).rejects.toMatchObject({ kind: 'invalid', field: 'zones' });
    await tablet.download('A');
    tablet.count(bench.code(0), { zone: 'A', qty: 8, round: 2 });
    expect(await tablet.send()).toMatchObject({ answers: [{ outcome: 'accepted' }] });
    await tablet.finish('A');
    await close(house, people.counters[0], { sheet, zone: 'A' });
    await submit(sheet);
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 8 });
  });
});
