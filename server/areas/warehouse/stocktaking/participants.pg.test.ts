import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { decideExceptionCall, reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { person } from '#tests/factories/people.ts';
import { sheetCalls, Tablet } from '#tests/factories/stocktake.ts';
import { type WaysIn, waysIn } from '#tests/factories/ways-in.ts';

// Who has a part in a sheet neither reviews nor audits it, nor does who may have signed in as one of them (decision 0032).

const bench = stocktakeBench();
const keys = ['stocktaking:view', 'stocktaking:count', 'stocktaking:submit', 'stocktaking:review', 'stocktaking:audit'];
const judge = (actor: Actor, step: 'review' | 'audit', id: number, result: 1 | 2 = 1) =>
  bench.house.ask(actor, sheetCalls[step], { id, result, ...(result === 2 ? { remark: '重盘' } : {}) });
const late = async (sheet: number): Promise<number> => {
  const { house, people } = bench;
  const tablet = new Tablet(house, people.counters[0], sheet);
  const { op_id } = tablet.count(bench.code(0), { zone: 'A', qty: 5 });
  const { answers } = await tablet.send();
  expect(answers).toMatchObject([{ op_id, outcome: 'late' }]);
  const { rows } = await sql<{ id: number }>`select id from stocktaking_count where op_id = ${op_id}`.execute(house.db);
  return rows[0]?.id ?? 0;
};

/** Somebody who may set the password of whoever counts: for that their own rights must stand in the database. */
const helperOf = async ({ db }: { db: typeof bench.house.db }): Promise<Actor> => ({
  ...(await person(db, { nickname: '旁人', keys: ['stocktaking:view', 'stocktaking:count', 'stocktaking:submit'] })),
  permissions: new Set(keys),
});

let ways: WaysIn;
beforeAll(async () => {
  ways = await waysIn(bench.house);
});

/** A sheet that waits for its audit; whoever took one of its parts besides the usual people. */
async function sheetWith(part: string): Promise<{ sheet: number; who: Actor }> {
  const { house, people } = bench;
  const { sheet } = await bench.countedSheet({ 0: 9, 1: 10, 2: 10 });
  if (part === '盘点人') await passReview(sheet);
  if (part === '盘点人') return { sheet, who: { ...people.counters[0], permissions: new Set(keys) } };
  const who = await house.person(part, keys);
  await house.ask(people.lead, sheetCalls.submit, { id: sheet });
  if (part === '异常处理人')
    await house.ask(who, decideExceptionCall, {
      id: sheet,
      count_ids: [await late(sheet)],
      sku_id: bench.goods[0]?.id ?? 0,
    });
  const lines = async (reason: string) => [{ ...(await bench.seen(sheet, 0)), reason }];
  if (part === '差异原因填写人') await house.ask(who, reviewLinesCall, { id: sheet, lines: await lines('陈列遗漏') });
  await judge(part === '复核人' ? who : people.reviewer, 'review', sheet);
  return { sheet, who };
}

async function passReview(sheet: number): Promise<void> {
  await bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });
  await judge(bench.people.reviewer, 'review', sheet);
}

describe.each(['盘点人', '复核人', '异常处理人', '差异原因填写人'])('%s', (part) => {
  it('does not audit, nor does who reset their password; somebody else may', async () => {
    const { sheet, who } = await sheetWith(part);
    await expect(judge(who, 'audit', sheet)).rejects.toThrow(`${part}，不能审核同一盘点单`);
    const helper = await helperOf(bench.house);
    await ways.reset(helper, who);
    await expect(judge(helper, 'audit', sheet)).rejects.toThrow(`您与${part}的账号可能由同一人登录过`);
    await judge(bench.people.auditor, 'audit', sheet);
  });
});

it('a reason that was rewritten after the review is a part too', async () => {
  const { house, people } = bench;
  const { sheet } = await bench.countedSheet({ 0: 9, 1: 10, 2: 10 });
  await passReview(sheet);
  const writer = await house.person('改因', keys);
  await house.ask(writer, reviewLinesCall, {
    id: sheet,
    lines: [{ ...(await bench.seen(sheet, 0)), reason: '已找到单据' }],
  });
  await expect(judge(writer, 'audit', sheet)).rejects.toThrow('您是差异原因填写人，不能审核');
  await judge(people.auditor, 'audit', sheet);
});

it('marks for another round are the auditor’s own work', async () => {
  const { house } = bench;
  const { sheet } = await bench.countedSheet({ 0: 9, 1: 10, 2: 10 });
  await passReview(sheet);
  const auditor = await house.person('财务', keys);
  const line = await bench.seen(sheet, 0);
  await house.ask(auditor, reviewLinesCall, { id: sheet, lines: [{ ...line, recount: true }] });
  await house.ask(auditor, reviewLinesCall, { id: sheet, lines: [{ ...line, recount: false }] });
  await judge(auditor, 'audit', sheet);
});

it('a counter does not review, nor does who reset their password', async () => {
  const { house, people } = bench;
  const { sheet } = await bench.countedSheet();
  await house.ask(people.lead, sheetCalls.submit, { id: sheet });
  const counter = { ...people.counters[0], permissions: new Set(keys) };
  await expect(judge(counter, 'review', sheet)).rejects.toThrow('您是盘点人，不能复核同一盘点单');
  const helper = await helperOf(house);
  await ways.reset(helper, counter);
  await expect(judge(helper, 'review', sheet)).rejects.toThrow('您与盘点人的账号可能由同一人登录过');
  await judge(people.reviewer, 'review', sheet);
});

describe('a sheet that its posting sent back', () => {
  const sendBack = async (sheet: number) => {
    const { house, people } = bench;
    house.clock.advance(60_000);
    const happenedAt = new Date(counted.getTime() - 30_000).toISOString();
    await bench.move(adjustType.otherOut, 0, { qty: 1, happenedAt });
    return await house.ask(people.lead, sheetCalls.post, { id: sheet });
  };
  let counted: Date;

  it('says so, and is audited by whoever passed it before, twice over', async () => {
    const { house, people } = bench;
    const { sheet } = await bench.countedSheet({ 0: 9, 1: 10, 2: 10 });
    counted = house.clock.now();
    await passReview(sheet);
    for (const _ of [1, 2]) {
      await judge(people.auditor, 'audit', sheet);
      const { warning } = await sendBack(sheet);
      expect(warning).toBe('1 行的差异与审核时不同（之后有新的出入库入账），没有过账，已退回待审核');
      const { status, audit } = await house.ask(people.lead, sheetCalls.detail, { id: sheet });
      expect(status).toBe(4);
      expect(audit.at(-1)).toMatchObject({ action: 'post', to_status: 4, remark: warning });
    }
    await judge(people.auditor, 'audit', sheet);
    const { warning } = await house.ask(people.lead, sheetCalls.post, { id: sheet });
    expect(warning).toBeUndefined();
  });

  it('says who may audit it where nobody may', async () => {
    const { people } = bench;
    const { sheet } = await bench.countedSheet({ 0: 9, 1: 10, 2: 10 });
    counted = bench.house.clock.now();
    await passReview(sheet);
    for (const _ of [1, 2]) {
      await judge(people.auditor, 'audit', sheet);
      await sendBack(sheet);
    }
    const reviewer = { ...people.reviewer, permissions: new Set(keys) };
    await expect(judge(reviewer, 'audit', sheet)).rejects.toThrow(
      '您是复核人，不能审核同一盘点单；目前没有人可以审核，请给未参与此单的人开通“盘点单 · 审核”权限',
    );
    await judge(people.auditor, 'audit', sheet);
  });
});
