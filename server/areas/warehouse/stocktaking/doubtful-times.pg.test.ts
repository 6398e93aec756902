import { describe, expect, it } from 'vitest';
import { reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { carryThrough, close, sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

const bench = stocktakeBench();
const hour = 3_600_000;

/** A sheet open for a day: a loss of two was booked, the true eight are counted, by a clock that is a day behind. */
async function countedInDoubt({ doubtful }: { doubtful: boolean }) {
  const { house, people, place } = bench;
  const sheet = await startedSheet(house, people, { warehouse: place.id });
  const tablet = new Tablet(house, people.counters[0], sheet);
  house.clock.advance(30 * hour);
  await bench.move(adjustType.loss, 0, { qty: 2, zone: 'A' });
  house.clock.advance(hour);
  const at = new Date(house.clock.now().getTime() - 24 * hour);
  Object.assign(tablet.count(bench.code(0), { zone: 'A', qty: 8, at }), doubtful ? { time_doubtful: true } : {});
  for (const index of [1, 2]) tablet.count(bench.code(index), { zone: 'A', qty: 10 });
  expect(await tablet.send()).toMatchObject({ answers: Array.from({ length: 3 }, () => ({ outcome: 'accepted' })) });
  return { sheet, tablet };
}

async function handIn(sheet: number, tablet: Tablet): Promise<void> {
  const { house, people } = bench;
  await tablet.finish('A');
  for (const zone of ['A', 'B']) await close(house, people.lead, { sheet, zone });
}

describe('a count whose time is in doubt', () => {
  it('is counted, but its line is posted only after a recount', async () => {
    const { house, people } = bench;
    const { sheet, tablet } = await countedInDoubt({ doubtful: true });
    await handIn(sheet, tablet);
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 6, ambiguity: 3, recount: true });
    expect(await bench.line(sheet, 1)).toMatchObject({ ambiguity: 0, recount: false });
    const seen = await bench.seen(sheet, 0);
    await house.ask(people.reviewer, reviewLinesCall, { id: sheet, lines: [{ ...seen, reason: '已核对' }] });
    await expect(house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('须重盘'),
    });
    await house.ask(people.reviewer, sheetCalls.review, { id: sheet, result: 2, remark: '复盘' });
    tablet.count(bench.code(0), { zone: 'A', qty: 8, round: 2 });
    await tablet.send();
    await handIn(sheet, tablet);
    await carryThrough(house, people, sheet);
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 8, diff_qty: 0, ambiguity: 0 });
    expect(await bench.onHand(0)).toBe(8);
  });

  it('is in nobody’s way once its counter has typed the total again', async () => {
    const { house, people } = bench;
    const { sheet, tablet } = await countedInDoubt({ doubtful: true });
    tablet.count(bench.code(0), { zone: 'A', qty: 8, kind: 'total' });
    await tablet.send();
    await handIn(sheet, tablet);
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 8, diff_qty: 0, ambiguity: 0 });
  });

  it('shows only where the device says so', async () => {
    const { house, people } = bench;
    const { sheet, tablet } = await countedInDoubt({ doubtful: false });
    await handIn(sheet, tablet);
    await house.ask(people.lead, sheetCalls.submit, { id: sheet });
    expect(await bench.line(sheet, 0)).toMatchObject({ ambiguity: 0 });
  });
});
