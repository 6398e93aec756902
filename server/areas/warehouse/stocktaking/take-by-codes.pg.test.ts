import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { decideExceptionCall, progressCall } from '#contract/areas/warehouse/count-entry.ts';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktaking, takeType } from '#contract/areas/warehouse/stocktaking.ts';
import { importCountsCall, sheetCodesCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { bound, type CodeRow, codePeople, codesOf, freshEpc, stockedCodes } from '#tests/factories/codes.ts';
import { adjustment } from '#tests/factories/stock.ts';
import { carryThrough, close, sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

// A take by codes alone: the pieces with codes that stand there against those that were read (amendments A).

const bench = stocktakeBench();
let clerks: { maker: Actor; judge: Actor };
let codes: CodeRow[];
let order: number;
let desk: Tablet;
let sheet: number;

/** Six of the ten pieces of the first goods have a code; the last of them was lost. */
beforeEach(async () => {
  clerks = await codePeople(bench.house);
  const sku = bench.goods[0]?.id ?? 0;
  await sql`update spu set is_code_managed = true where id = (select spu_id from sku where id = ${sku})`.execute(
    bench.house.db,
  );
  const making = { people: clerks, sku, qty: 6, warehouse: bench.place.id, ofStock: true };
  ({ order, codes } = await bound(bench.house, making));
  await lose(5);
  bench.house.clock.advance(60_000);
  sheet = await startedSheet(bench.house, bench.people, { warehouse: bench.place.id, take_type: takeType.codes });
  bench.house.clock.advance(60_000);
  desk = new Tablet(bench.house, bench.people.counters[0], sheet);
});

async function lose(at: number): Promise<void> {
  const { adjust_nos } = await bench.house.ask(clerks.maker, codeCalls.lost, {
    code_ids: [codes[at]?.id ?? 0],
    op: 1,
    reason: '巡检未找到',
  });
  const { rows } = await sql<{ id: number }>`
    select id from stock_adjustment where adjust_no = ${adjust_nos[0]}`.execute(bench.house.db);
  await bench.house.ask(clerks.judge, transitionCall(stockAdjustment, 'audit'), { id: rows[0]?.id ?? 0, result: 1 });
}

const states = async () => (await codesOf(bench.house.db, order)).map(({ status }) => status);
const number = (at: number): string => codes[at]?.unique_code ?? '';
const read = (...said: readonly string[]) => {
  for (const barcode of said) desk.count(barcode, { zone: 'A' });
  return desk.send();
};
async function closed(): Promise<void> {
  bench.house.clock.advance(60_000);
  await desk.finish('A');
  for (const zone of ['A', 'B']) await close(bench.house, bench.people.lead, { sheet, zone });
}
const submit = () => bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
const sets = async (by = bench.people.reviewer) =>
  (await bench.house.ask(by, sheetCodesCall, { id: sheet })).list.map((one) => [one.unique_code, one.part]);

describe('refusals', () => {
  it('takes no quantities, no rows of goods, and no code by hand', async () => {
    desk.count(number(0), { zone: 'A', kind: 'total' });
    desk.count(number(0), { zone: 'A', qty: 2 });
    expect((await desk.send()).answers).toMatchObject(
      [1, 2].map(() => ({ outcome: 'refused', msg: expect.stringContaining('逐件') as unknown })),
    );
    await expect(
      bench.house.ask(bench.people.counters[0], importCountsCall, {
        id: sheet,
        rows: [{ code: bench.code(0), qty: '1', zone: 'A', grade: '' }],
      }),
    ).rejects.toMatchObject({ kind: 'illegalTransition' });
    await read(number(0));
    await closed();
    await submit();
    const line = (await bench.line(sheet, 0)).id as number;
    await expect(
      bench.house.ask(bench.people.reviewer, transitionCall(stocktaking, 'nameMissing'), {
        id: sheet,
        lines: [{ line_id: line, codes: [number(1)] }] as never,
      }),
    ).rejects.toMatchObject({ kind: 'illegalTransition' });
  });

  it('keeps for a person what is no code, and what the books have elsewhere; it is set aside with a reason, never counted', async () => {
    const elsewhere = await stockedCodes(bench.house, { people: clerks, qty: 1, sku: bench.goods[0]?.id ?? 0 });
    const { answers } = await read(freshEpc(), bench.code(0), elsewhere.codes[0]?.unique_code ?? '', number(0));
    expect(answers.map(({ outcome, msg }) => [outcome, msg])).toEqual([
      ['unknown', '不是唯一码'],
      ['unknown', '不是唯一码'],
      ['unknown', '唯一码当前为“在库”，不在本仓账上'],
      ['accepted', undefined],
    ]);
    await read(...[1, 2, 3, 4].map(number));
    await closed();
    await submit();
    const review = () => bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
    await expect(review()).rejects.toMatchObject({ kind: 'illegalTransition' });
    const { exceptions } = await bench.house.ask(bench.people.reviewer, progressCall, { id: sheet });
    const count_ids = exceptions.map(({ count_id }) => count_id);
    const decide = (choice: object) =>
      bench.house.ask(bench.people.reviewer, decideExceptionCall, { id: sheet, count_ids, ...choice });
    await expect(decide({ sku_id: bench.goods[0]?.id })).rejects.toMatchObject({ kind: 'invalid', field: 'sku_id' });
    await decide({ reason: '邻仓混放，已送回' });
    await review();
    expect(await bench.line(sheet, 0)).toMatchObject({ book_qty: 5, final_qty: 5, diff_qty: 0 });
  });
});

describe('posting', () => {
  it('makes lost what was not read, brings back what was lost and read, and leaves pieces without a code alone', async () => {
    // By number and by tag, twice, and in another zone: one piece is one piece.
    await read(number(0), codes[0]?.epc ?? '', number(1), number(2), number(5));
    desk.count(number(1), { zone: 'B' });
    const taken = desk.count(number(3), { zone: 'A' });
    desk.uncount(taken);
    await desk.send();
    await desk.finish('B');
    await closed();
    await submit();
    expect(await sets()).toEqual([
      [number(3), 'missing'],
      [number(4), 'missing'],
      [number(5), 'returned'],
    ]);
    // A blind count's book is not for who counts it.
    expect(await sets(bench.people.counters[0])).toEqual([]);
    expect(await bench.line(sheet, 0)).toMatchObject({ book_qty: 5, final_qty: 4, diff_qty: -1 });
    await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
    await bench.house.ask(bench.people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
    await bench.house.ask(bench.people.lead, sheetCalls.post, { id: sheet });
    expect([await states(), await bench.onHand(0), await bench.onHand(1)]).toEqual([[3, 3, 3, 9, 9, 3], 8, 10]);
    const { rows } = await sql<{ event_type: number }>`
      select event_type from code_event where code_id = ${codes[0]?.id} order by seq desc limit 1`.execute(
      bench.house.db,
    );
    expect(rows).toEqual([{ event_type: 12 }]);
  });

  it('does not call missing what left, came or was held meanwhile', async () => {
    await read(...[0, 1].map(number));
    const one = (type: number, at: number) =>
      bench.house.ask(clerks.maker, adjustment.calls.add, {
        warehouse_id: bench.place.id,
        adjust_type: type,
        reason: '盘点中的出入库',
        lines: [{ sku_id: bench.goods[0]?.id, qty: 1, code_ids: [codes[at]?.id] }] as never,
      });
    for (const [type, at] of [
      [adjustType.ownUse, 2],
      [adjustType.gain, 5],
    ] as const) {
      const { id } = await one(type, at);
      await bench.house.ask(clerks.maker, adjustment.submit, { id });
      await bench.house.ask(clerks.judge, adjustment.audit, { id, result: 1 });
    }
    const { id: waiting } = await one(adjustType.ownUse, 3);
    await bench.house.ask(clerks.maker, adjustment.submit, { id: waiting });
    await closed();
    await submit();
    expect(await sets()).toEqual([[number(4), 'missing']]);
    await bench.house.ask(bench.people.lead, sheetCalls.cancel, { id: sheet, reason: '不再盘点' });
  });

  it('loses the one that nobody read, while documents hold all the others', async () => {
    const held = await bench.house.ask(bench.stockers.maker, adjustment.calls.add, {
      warehouse_id: bench.place.id,
      adjust_type: adjustType.ownUse,
      reason: '占用',
      lines: [{ sku_id: bench.goods[0]?.id, qty: 4 }] as never,
    });
    await bench.house.ask(bench.stockers.maker, adjustment.submit, { id: held.id });
    const both = await bench.house.ask(bench.stockers.maker, adjustment.calls.add, {
      warehouse_id: bench.place.id,
      adjust_type: adjustType.degrade,
      reason: '占用',
      lines: [
        { sku_id: bench.goods[0]?.id, qty: 4, to_imperfect_type: 1, code_ids: codes.slice(0, 4).map(({ id }) => id) },
      ] as never,
    });
    await bench.house.ask(bench.stockers.maker, adjustment.submit, { id: both.id });
    await read(...[0, 1, 2, 3].map(number));
    await closed();
    await carryThrough(bench.house, bench.people, sheet);
    expect([await states(), await bench.onHand(0)]).toEqual([[4, 4, 4, 4, 9, 9], 8]);
  });

  it('goes back to its audit where a code changes meanwhile', async () => {
    await read(...[0, 1, 2, 3].map(number));
    await closed();
    await submit();
    await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
    await bench.house.ask(bench.people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
    bench.house.clock.advance(60_000);
    await lose(4);
    await bench.house.ask(bench.people.lead, sheetCalls.post, { id: sheet });
    expect(await bench.house.ask(bench.people.lead, sheetCalls.detail, { id: sheet })).toMatchObject({ status: 4 });
    expect(await bench.line(sheet, 0)).toMatchObject({ diff_qty: 0 });
  });
});
