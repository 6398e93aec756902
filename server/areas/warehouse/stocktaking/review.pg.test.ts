import { describe, expect, it } from 'vitest';
import { decideExceptionCall, progressCall, reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { close, sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

const bench = stocktakeBench();

type Change = { reason?: string | null; recount?: boolean };

async function change(sheet: number, index: number, set: Change): Promise<unknown> {
  const seen = await bench.seen(sheet, index);
  return await bench.house.ask(bench.people.reviewer, reviewLinesCall, { id: sheet, lines: [{ ...seen, ...set }] });
}

const detail = (sheet: number) => bench.house.ask(bench.people.reviewer, sheetCalls.detail, { id: sheet });

/** A submitted sheet that misses nine pieces of the first goods, too many to leave unexplained. */
async function missingNine(): Promise<number> {
  const { sheet } = await bench.countedSheet({ 0: 1, 1: 10, 2: 10 });
  await bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
  return sheet;
}

async function reviewed(): Promise<number> {
  const sheet = await missingNine();
  await change(sheet, 0, { reason: '货架塌了' });
  await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
  return sheet;
}

describe('what a reviewer says of lines', () => {
  it('refuses a line twice, and a line of another sheet', async () => {
    const sheet = await missingNine();
    const { id, diff_qty } = await bench.seen(sheet, 0);
    const ask = (lines: { id: number; reason: string }[]) =>
      bench.house.ask(bench.people.reviewer, reviewLinesCall, {
        id: sheet,
        lines: lines.map((line) => ({ diff_qty, ...line })),
      });
    await expect(
      ask([
        { id, reason: '甲处' },
        { id, reason: '乙处' },
      ]),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
    await expect(
      ask([
        { id, reason: '甲处' },
        { id: 999_999, reason: '乙处' },
      ]),
    ).rejects.toMatchObject({ kind: 'notFound' });
    expect(await bench.line(sheet, 0)).toMatchObject({ reason: null });
  });

  it('will not have the reason of a large difference emptied once the review has passed', async () => {
    const sheet = await reviewed();
    await expect(change(sheet, 0, { reason: null })).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
    expect(await bench.line(sheet, 0)).toMatchObject({ reason: '货架塌了' });
    await change(sheet, 1, { reason: '无差异' });
    await change(sheet, 1, { reason: null });
  });

  it('does not turn away the verdict of the reviewer who is just giving reasons', async () => {
    const sheet = await missingNine();
    const { version } = await detail(sheet);
    await change(sheet, 0, { reason: '货架塌了' });
    expect((await detail(sheet)).audit.at(-1)).toMatchObject({ action: 'giveReasons' });
    await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1, version });
  });

  it('does not land on another difference than the one it was said of', async () => {
    const { house, people } = bench;
    const { sheet, tablet } = await bench.countedSheet({ 0: 1, 1: 9, 2: 10 });
    tablet.count(bench.code(0), { zone: 'A', qty: 15 });
    await tablet.send();
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    const [old, same] = [await bench.seen(sheet, 0), await bench.seen(sheet, 1)];
    const { exceptions } = await house.ask(people.reviewer, progressCall, { id: sheet });
    await house.ask(people.reviewer, decideExceptionCall, {
      id: sheet,
      count_ids: exceptions.map((one) => one.count_id),
      sku_id: bench.goods[0]?.id ?? 0,
    });
    expect([old.diff_qty, (await bench.seen(sheet, 0)).diff_qty]).toEqual([-9, 6]);
    for (const said of [{ reason: '门店借走' }, { recount: true }]) {
      await expect(
        house.ask(people.reviewer, reviewLinesCall, {
          id: sheet,
          lines: [
            { ...same, ...said },
            { ...old, ...said },
          ],
        }),
      ).rejects.toMatchObject({
        kind: 'versionConflict',
        field: 'lines',
        message: `${bench.goods[0]?.sku_no} ${bench.goods[0]?.name} 的差异已变化，请核对后再填写`,
      });
    }
    for (const index of [0, 1]) expect(await bench.line(sheet, index)).toMatchObject({ reason: null, recount: false });
    await change(sheet, 0, { reason: '多到一箱' });
    expect(await bench.line(sheet, 0)).toMatchObject({ reason: '多到一箱' });
  });

  it('may empty it while it is reviewed', async () => {
    const sheet = await missingNine();
    await change(sheet, 0, { reason: '货架塌了' });
    await change(sheet, 0, { reason: null });
    expect(await bench.line(sheet, 0)).toMatchObject({ reason: null });
  });

  it('stands in the history, and whoever judges what it was before is told that it changed', async () => {
    const sheet = await reviewed();
    const seen = await detail(sheet);
    await change(sheet, 0, { reason: '数错了', recount: true });
    const now = await detail(sheet);
    expect(now.audit.at(-1)).toMatchObject({
      action: 'giveReasons',
      label: '填写差异原因',
      admin_id: bench.people.reviewer.id,
      changes: {
        lines: {
          before: [`${bench.goods[0]?.sku_no} ${bench.goods[0]?.name}：差异原因 货架塌了，要求复盘 否`],
          after: [`${bench.goods[0]?.sku_no} ${bench.goods[0]?.name}：差异原因 数错了，要求复盘 是`],
        },
      },
    });
    await expect(
      bench.house.ask(bench.people.auditor, sheetCalls.audit, { id: sheet, result: 1, version: seen.version }),
    ).rejects.toMatchObject({ kind: 'versionConflict' });
  });

  it('leaves no trace where nothing changes', async () => {
    const sheet = await reviewed();
    const before = await detail(sheet);
    expect(await change(sheet, 0, { reason: '货架塌了' })).toEqual({ count: 1 });
    const after = await detail(sheet);
    expect([after.version, after.audit.length]).toEqual([before.version, before.audit.length]);
  });
});

it('keeps the marks of a reviewer when a question is decided, until the sheet is submitted again', async () => {
  const { house, people, place } = bench;
  const sheet = await startedSheet(house, people, { warehouse: place.id });
  const tablet = new Tablet(house, people.counters[0], sheet);
  for (const index of [0, 1, 2]) tablet.count(bench.code(index), { zone: 'A', qty: 9 });
  tablet.count('NOBODY-KNOWS', { zone: 'A' });
  await tablet.send();
  await tablet.finish('A');
  for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
  await house.ask(people.lead, sheetCalls.submit, { id: sheet });
  await change(sheet, 0, { recount: true });
  const { exceptions } = await house.ask(people.reviewer, progressCall, { id: sheet });
  await house.ask(people.reviewer, decideExceptionCall, {
    id: sheet,
    count_ids: exceptions.map((one) => one.count_id),
    reason: '展示道具',
  });
  expect(await bench.line(sheet, 0)).toMatchObject({ recount: true });
  expect(await bench.line(sheet, 1)).toMatchObject({ recount: false });
  await expect(house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 1 })).rejects.toMatchObject({
    kind: 'illegalTransition',
    message: expect.stringContaining('须重盘'),
  });
  await house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 2, remark: '重盘' });
  tablet.count(bench.code(0), { zone: 'A', qty: 10, round: 2 });
  await tablet.send();
  await tablet.finish('A');
  for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
  await house.ask(people.lead, sheetCalls.submit, { id: sheet });
  expect(await bench.line(sheet, 0)).toMatchObject({ recount: false, diff_qty: 0 });
});
