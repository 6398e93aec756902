import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { reviewLinesCall, settleShortfallCall } from '#contract/areas/warehouse/count-entry.ts';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { bound, type CodeRow, codePeople, codesOf } from '#tests/factories/codes.ts';
import { adjustment } from '#tests/factories/stock.ts';
import { sheetCalls } from '#tests/factories/stocktake.ts';

// Pieces with codes that a count does not find: they are named, and no sheet is stuck over them (amendments A, H5).

const bench = stocktakeBench();
const nameMissing = transitionCall(stocktaking, 'nameMissing');
const sendBack = transitionCall(stocktaking, 'sendBack');

let clerks: { maker: Actor; judge: Actor };
let codes: CodeRow[];
let order: number;

/** Six of the ten pieces of the first goods have a code. */
beforeEach(async () => {
  clerks = await codePeople(bench.house);
  const sku = bench.goods[0]?.id ?? 0;
  await sql`update spu set is_code_managed = true where id = (select spu_id from sku where id = ${sku})`.execute(
    bench.house.db,
  );
  ({ order, codes } = await bound(bench.house, {
    people: clerks,
    sku,
    qty: 6,
    warehouse: bench.place.id,
    ofStock: true,
  }));
  bench.house.clock.advance(60_000);
});

const states = async () => (await codesOf(bench.house.db, order)).map(({ status }) => status);
const number = (at: number): string => codes[at]?.unique_code ?? '';
const { lead, reviewer, auditor } = {
  lead: () => bench.people.lead,
  reviewer: () => bench.people.reviewer,
  auditor: () => bench.people.auditor,
};
const name = async (sheet: number, ...said: string[]) =>
  bench.house.ask(reviewer(), nameMissing, {
    id: sheet,
    lines: [{ line_id: (await bench.line(sheet, 0)).id as number, codes: said }] as never,
  });
const explain = async (sheet: number) =>
  sql`update stocktaking_line set reason = '货架倒塌' where stocktaking_id = ${sheet} and diff_qty < -5`.execute(
    bench.house.db,
  );
/** A sheet that found some of the ten pieces, submitted. */
async function submitted(found: number): Promise<number> {
  const { sheet } = await bench.countedSheet({ 0: found, 1: 10, 2: 10 });
  await bench.house.ask(lead(), sheetCalls.submit, { id: sheet });
  await explain(sheet);
  return sheet;
}
const review = (id: number) => bench.house.ask(reviewer(), sheetCalls.review, { id, result: 1 });
const audit = (id: number) => bench.house.ask(auditor(), sheetCalls.audit, { id, result: 1 });
const post = (id: number) => bench.house.ask(lead(), sheetCalls.post, { id });
const second = () =>
  bench.house.person('第二人', ['stocktaking:view', 'stocktaking:review', 'stocktaking:cancel', 'stocktaking:audit']);

describe('missing pieces with codes', () => {
  it('are asked for at the review, and refused where they are not those', async () => {
    const sheet = await submitted(3);
    await expect(review(sheet)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('盘亏 7 件，没有唯一码的只有 4 件') as unknown,
    });
    const refused = (words: string, ...said: string[]) =>
      expect(name(sheet, ...said)).rejects.toMatchObject({
        kind: 'invalid',
        field: 'lines.0.codes',
        message: expect.stringContaining(words) as unknown,
      });
    await refused('不是此货品', '9999999999999999');
    await refused('重复', number(0), codes[0]?.epc ?? '');
    await refused('盘亏 7 件，指明了 8 个', ...codes.map((one) => one.unique_code), '1', '2');
    await bench.house.ask(clerks.maker, codeCalls.lost, { code_ids: [codes[5]?.id ?? 0], op: 1, reason: '巡检未找到' });
    await refused('当前为“锁定”', number(5));
    await name(sheet, number(0), number(1));
    await expect(review(sheet)).rejects.toMatchObject({ message: expect.stringContaining('再指明 1 件') as unknown });
    await name(sheet, number(0), number(1), number(2));
    await review(sheet);
    await expect(bench.house.ask(await second(), sheetCalls.audit, { id: sheet, result: 1 })).resolves.toBeDefined();
  });

  it('go with the loss, and with what is posted of it later', async () => {
    const held = await bench.house.ask(bench.stockers.maker, adjustment.calls.add, {
      warehouse_id: bench.place.id,
      adjust_type: adjustType.ownUse,
      reason: '占用',
      lines: [{ sku_id: bench.goods[0]?.id, qty: 4 }] as never,
    });
    await bench.house.ask(bench.stockers.maker, adjustment.submit, { id: held.id });
    const sheet = await submitted(2);
    await name(sheet, number(0), number(1), number(2), number(3));
    await review(sheet);
    await audit(sheet);
    await post(sheet);
    expect([await bench.onHand(0), await states()]).toEqual([4, [9, 9, 9, 9, 3, 3]]);
    await bench.house.ask(bench.stockers.maker, adjustment.cancel, { id: held.id, reason: '货没了' });
    expect(await bench.house.ask(lead(), settleShortfallCall, { id: sheet })).toEqual({ settled: 1, left: 0 });
    expect([await bench.onHand(0), await states()]).toEqual([2, [9, 9, 9, 9, 3, 3]]);
  });

  it('that were reported lost since they were counted go once', async () => {
    const sheet = await submitted(3);
    const { adjust_nos } = await bench.house.ask(clerks.maker, codeCalls.lost, {
      code_ids: [codes[0]?.id ?? 0, codes[1]?.id ?? 0],
      op: 1,
      reason: '巡检未找到',
    });
    const { rows } = await sql<{
      id: number;
    }>`select id from stock_adjustment where adjust_no = ${adjust_nos[0]}`.execute(bench.house.db);
    bench.house.clock.advance(60_000);
    await bench.house.ask(clerks.judge, transitionCall(stockAdjustment, 'audit'), { id: rows[0]?.id ?? 0, result: 1 });
    expect(await bench.onHand(0)).toBe(8);
    await name(sheet, number(0), number(1), number(2));
    await review(sheet);
    await audit(sheet);
    await post(sheet);
    expect([await bench.onHand(0), await states()]).toEqual([3, [9, 9, 9, 3, 3, 3]]);
  });
});

describe('a sheet that waits to be posted', () => {
  /** Audited before anything was coded, so that its posting finds that codes are missing. */
  async function stuck(): Promise<number> {
    const sheet = await submitted(6);
    await review(sheet);
    await audit(sheet);
    // The pieces without a code leave meanwhile.
    bench.house.clock.advance(60_000);
    await bench.move(adjustType.loss, 0, { qty: 3 });
    return sheet;
  }

  it('says which are to be named, takes them there, and posts', async () => {
    const sheet = await stuck();
    await expect(post(sheet)).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('再指明 3 件') as unknown,
    });
    await name(sheet, number(3), number(4), number(5));
    await post(sheet);
    expect([await bench.onHand(0), await states()]).toEqual([3, [3, 3, 3, 9, 9, 9]]);
  });

  it('is sent back or voided by a second person, with a reason', async () => {
    const sheet = await stuck();
    const reason = '先找到丢失的货品再过账';
    const other = await second();
    for (const by of [auditor(), lead()])
      await expect(bench.house.ask(by, sendBack, { id: sheet, reason })).rejects.toThrow();
    await expect(bench.house.ask(other, sendBack, { id: sheet } as never)).rejects.toMatchObject({ field: 'reason' });
    await bench.house.ask(other, sendBack, { id: sheet, reason });
    const shown = await bench.house.ask(lead(), sheetCalls.detail, { id: sheet });
    expect(shown).toMatchObject({ status: 2, reviewed_by: null });
    const line = await bench.seen(sheet, 0);
    await bench.house.ask(reviewer(), reviewLinesCall, { id: sheet, lines: [{ ...line, recount: true }] });
    await bench.house.ask(reviewer(), sheetCalls.review, { id: sheet, result: 2, remark: reason });
    expect(await bench.house.ask(lead(), sheetCalls.detail, { id: sheet })).toMatchObject({ status: 3 });
    await bench.house.ask(lead(), sheetCalls.cancel, { id: sheet, reason });
    const again = await submitted(6);
    await review(again);
    await audit(again);
    await expect(bench.house.ask(lead(), sheetCalls.cancel, { id: again, reason })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await bench.house.ask(other, sheetCalls.cancel, { id: again, reason });
    expect(await bench.house.ask(lead(), sheetCalls.detail, { id: again })).toMatchObject({ status: -1 });
  });
});
