import { describe, expect, it } from 'vitest';
import { decideExceptionCall, progressCall, reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { close, sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

const bench = stocktakeBench();

describe('an un-count', () => {
  it('is refused when it names another zone than the entry that it takes back', async () => {
    const { house, people } = bench;
    const { sheet, tablet, counted } = await handedIn(10);
    await close(house, people.counters[0], { sheet, zone: 'A' });
    tablet.uncount({ ...counted, zone: 'B' });
    const inOneBatch = tablet.count(bench.code(1), { zone: 'B', qty: 10 });
    tablet.uncount({ ...inOneBatch, zone: 'A' });
    expect(await tablet.send()).toMatchObject({
      answers: [
        { outcome: 'refused', msg: '库区或轮次与要撤销的记录不同' },
        { outcome: 'accepted' },
        { outcome: 'refused', msg: '库区或轮次与要撤销的记录不同' },
      ],
    });
    await tablet.finish('B');
    await close(house, people.counters[0], { sheet, zone: 'B' });
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 10 });
    expect(await bench.line(sheet, 1)).toMatchObject({ final_qty: 10 });
  });

  it('is late into a closed zone, and takes nothing back', async () => {
    const { house, people } = bench;
    const { sheet, tablet, counted } = await handedIn(10);
    for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
    tablet.uncount(counted);
    expect(await tablet.send()).toMatchObject({ answers: [{ outcome: 'late', msg: '撤销到达时库区已关闭' }] });
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 10 });
  });

  it('does not reach into an earlier round', async () => {
    const { house, people } = bench;
    const { sheet, tablet, counted } = await handedIn(4);
    for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    const seen = await bench.seen(sheet, 1);
    await house.ask(people.reviewer, reviewLinesCall, { id: sheet, lines: [{ ...seen, recount: true }] });
    await house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 2, remark: '复盘' });
    tablet.uncount({ ...counted, round: 2 });
    tablet.uncount(counted);
    expect(await tablet.send()).toMatchObject({
      answers: [
        { outcome: 'refused', msg: '库区或轮次与要撤销的记录不同' },
        { outcome: 'late', msg: '撤销到达时库区已关闭' },
      ],
    });
    const { exceptions } = await house.ask(people.lead, progressCall, { id: sheet });
    expect(exceptions).toMatchObject([{ kind: 'void', outcome: 'late', round: 1 }]);
    await tablet.finish('A');
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 4 });
  });

  it('does not undo what the office has decided: it waits for a person, and nothing is posted that is not so', async () => {
    const { house, people } = bench;
    const { sheet, tablet, unknown, question } = await withUnknown();
    for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    await house.ask(people.reviewer, decideExceptionCall, {
      id: sheet,
      count_ids: [question],
      sku_id: bench.goods[0]?.id ?? 0,
    });
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 10, diff_qty: 0 });
    for (const index of [1, 2])
      await house.ask(people.reviewer, reviewLinesCall, {
        id: sheet,
        lines: [{ ...(await bench.seen(sheet, index)), reason: '未盘到' }],
      });
    await house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
    await house.ask(people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
    tablet.uncount(unknown);
    expect(await tablet.send()).toMatchObject({ answers: [{ outcome: 'late' }] });
    const { exceptions } = await house.ask(people.lead, progressCall, { id: sheet });
    expect(exceptions).toMatchObject([
      { kind: 'add', outcome: 'unknown', decided: { sku_no: bench.goods[0]?.sku_no } },
      { kind: 'void', outcome: 'late', decided: null },
    ]);
    await house.ask(people.lead, sheetCalls.post, { id: sheet });
    expect(await house.ask(people.lead, sheetCalls.detail, { id: sheet })).toMatchObject({ status: 6 });
    expect(await bench.onHand(0)).toBe(10);
  });

  it('of what the office has decided waits for a person while the zone is open, too', async () => {
    const { house, people } = bench;
    const { sheet, tablet, unknown, question } = await withUnknown();
    await house.ask(people.reviewer, decideExceptionCall, {
      id: sheet,
      count_ids: [question],
      sku_id: bench.goods[0]?.id ?? 0,
    });
    tablet.uncount(unknown);
    expect(await tablet.send()).toMatchObject({ answers: [{ outcome: 'late', msg: '撤销到达时已认定为货品' }] });
    await tablet.finish('A');
    for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 10, diff_qty: 0 });
    await expect(house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('1 条'),
    });
  });

  it('takes back what nobody has decided, late or not, and leaves no question', async () => {
    const { house, people } = bench;
    const { sheet, tablet, unknown } = await withUnknown();
    for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
    tablet.uncount(unknown);
    expect(await tablet.send()).toMatchObject({ answers: [{ outcome: 'late' }] });
    expect(await house.ask(people.lead, progressCall, { id: sheet })).toMatchObject({ exceptions: [] });
  });
});

/** A sheet on which a tablet has handed in nine known pieces of the first goods and one under a label that nobody knows. */
async function withUnknown() {
  const { house, people } = bench;
  const { sheet, tablet } = await handedIn(9);
  const unknown = tablet.count('NOBODY-KNOWS', { zone: 'A' });
  await tablet.send();
  await tablet.finish('A');
  const { exceptions } = await house.ask(people.reviewer, progressCall, { id: sheet });
  return { sheet, tablet, unknown, question: exceptions[0]?.count_id ?? 0 };
}

/** A new sheet, and a tablet that has counted so many of the first goods in zone A and handed the zone in. */
async function handedIn(qty: number) {
  const { house, people } = bench;
  const sheet = await startedSheet(house, people, { warehouse: bench.place.id });
  const tablet = new Tablet(house, people.counters[0], sheet);
  const counted = tablet.count(bench.code(0), { zone: 'A', qty });
  await tablet.send();
  await tablet.finish('A');
  return { sheet, tablet, counted };
}
