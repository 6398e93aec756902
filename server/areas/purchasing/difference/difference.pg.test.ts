import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dealType, diffType } from '#contract/areas/purchasing/inbound-enums.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import {
  atDock,
  beginBatch,
  type Counts,
  countBatch,
  type DockPeople,
  differenceOf,
  dockPeople,
  inbound,
} from '#tests/factories/inbound.ts';
import { type Piece, pieces } from '#tests/factories/shelf.ts';

// What is decided of goods that are not what was planned (domain.md §4.8): what is refused, who may not judge, and what is told of it.

let house: House;
let people: DockPeople;
/** Counts, deals and judges: everything but what the separation of duties takes from this person. */
let anyone: Actor;
let goods: Piece[];

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await dockPeople(house);
  anyone = await house.person('全能', [
    'InWareBatch:view',
    'InWareBatch:add',
    'InWareBatch:count',
    'InWareBatch:submit',
    'differenceOrder:view',
    'differenceOrder:deal',
    'differenceOrder:audit',
    'differenceOrder:close',
  ]);
});

beforeEach(async () => {
  goods = await pieces(house.db, 2);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const at = (place: number): number => goods[place]?.id ?? 0;

interface Found {
  batch: number;
  id: number;
  lines: { id: number; diff_type: number; accept_qty: number | null }[];
}

/** A batch of ten pieces each of two goods that was counted so, by `by`, with the difference order that came of it. */
async function found(counts: Counts, by: Actor = people.counter): Promise<Found> {
  const { arrival } = await atDock(house.db, { lines: [{ sku_id: at(0) }, { sku_id: at(1) }] });
  const batch = await beginBatch(house, by, arrival);
  await countBatch(house, by, { id: batch, counts });
  await house.ask(by, inbound.submit, { id: batch });
  const id = (await differenceOf(house.db, batch))?.id ?? 0;
  return { batch, id, lines: (await shown(id)).lines };
}

const shown = async (id: number) =>
  (await house.ask(people.dealer, inbound.differences.detail, { id })) as never as Found & {
    status: number;
    fine_amount: number | null;
    diff_types: number[];
    diff_qty: number;
    diff_amount: number;
  };

const deal = (by: Actor, { id, lines }: Found, deals: readonly (number | undefined)[], more: object = { duty: 1 }) =>
  house.ask(by, inbound.deal, {
    id,
    ...more,
    lines: lines.map(({ id: line_id }, place) => ({ line_id, deal_type: deals[place] })),
  } as never);
const judge = (by: Actor, id: number, more: object = {}) => house.ask(by, inbound.judge, { id, result: 1, ...more });

describe('what is refused', () => {
  it('is a decision that does not fit, one for half of the lines, of other lines, or without anybody who answers for it', async () => {
    const one = await found({ [at(0)]: 9, [at(1)]: { 0: 9, 1: 1 } });
    expect(one.lines.map(({ diff_type }) => diff_type)).toEqual([diffType.short, diffType.quality]);
    const fitting = [dealType.asCounted, dealType.refuse];
    for (const [deals, field, words] of [
      [[dealType.accept, dealType.refuse], 'lines.0.deal_type', '按实收结案、供应商补货'],
      [[dealType.asCounted, dealType.giveBack], 'lines.1.deal_type', '按实收结案、拒收'],
      [[dealType.asCounted, undefined], 'lines.1.deal_type', '处理方式'],
      [[dealType.asCounted, 9], 'lines.1.deal_type', '处理方式'],
    ] as const)
      await expect(deal(people.dealer, one, deals), words).rejects.toMatchObject({
        kind: 'invalid',
        field,
        message: expect.stringContaining(words) as string,
      });
    await expect(deal(people.dealer, one, fitting, {})).rejects.toMatchObject({ field: 'duty' });
    await expect(deal(people.dealer, one, fitting, { duty: 4 })).rejects.toMatchObject({ field: 'duty' });
    const half = { ...one, lines: one.lines.slice(0, 1) };
    await expect(deal(people.dealer, half, fitting)).rejects.toMatchObject({ kind: 'invalid' });
    const other = await found({ [at(0)]: 8, [at(1)]: { 0: 9, 1: 1 } });
    await expect(deal(people.dealer, { ...one, lines: other.lines }, fitting)).rejects.toMatchObject({
      kind: 'notFound',
    });
    expect((await shown(one.id)).status).toBe(1);
  });

  it('is to receive more than the order lets in', async () => {
    const one = await found({ [at(0)]: 12 });
    await expect(deal(people.dealer, one, [dealType.accept])).rejects.toMatchObject({
      field: 'lines.0.deal_type',
      message: expect.stringContaining('多货退回') as string,
    });
    await deal(people.dealer, one, [dealType.giveBack]);
  });

  it('is a judge who dealt with it or who counted the batch', async () => {
    const dealt = await found({ [at(0)]: 9 });
    await deal(people.buyMgr, dealt, [dealType.asCounted]);
    await expect(judge(people.buyMgr, dealt.id)).rejects.toMatchObject({ kind: 'illegalTransition' });
    const counted = await found({ [at(0)]: 9 }, anyone);
    await deal(people.dealer, counted, [dealType.asCounted]);
    await expect(judge(anyone, counted.id)).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringMatching(/制单人|清点人/) as string,
    });
    await judge(people.buyMgr, counted.id);
    await judge(anyone, dealt.id);
    await expect(judge(anyone, dealt.id)).rejects.toMatchObject({ kind: 'illegalTransition' });
  });

  it('is a fine of nobody, of nothing, or of somebody else than the supplier', async () => {
    const one = await found({ [at(0)]: 9 });
    await deal(people.dealer, one, [dealType.resupply], { duty: 2 });
    const fined = { make_fine: true, fine_amount: 5000 };
    await expect(judge(people.buyMgr, one.id, fined)).rejects.toMatchObject({ field: 'make_fine' });
    await judge(people.buyMgr, one.id, { result: 2, remark: '责任方应为供应商' });
    await deal(people.dealer, one, [dealType.resupply]);
    for (const fine_amount of [undefined, 0, -1, 0.5, '5000'])
      await expect(
        judge(people.buyMgr, one.id, { make_fine: true, fine_amount }),
        String(fine_amount),
      ).rejects.toMatchObject({ field: 'fine_amount' });
    await judge(people.buyMgr, one.id, fined);
    expect((await shown(one.id)).fine_amount).toBe(5000);
  });

  it('is anything at all once it is closed; by hand it is not closed', async () => {
    const one = await found({ [at(0)]: 9 });
    await expect(house.ask(anyone, inbound.close, { id: one.id, reason: '不需要' })).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('驳回') as string,
    });
    await house.ask(people.judge, inbound.audit, { id: one.batch, result: 2, remark: '重新清点' });
    await expect(deal(people.dealer, one, [dealType.asCounted])).rejects.toMatchObject({ kind: 'illegalTransition' });
    expect((await shown(one.id)).status).toBe(-1);
  });
});

it('says what differs by line and as a whole, in pieces and in money', async () => {
  const one = await shown((await found({ [at(0)]: 7, [at(1)]: { 0: 9, 1: 2, 3: 1 } })).id);
  expect(one).toMatchObject({ diff_types: [1, 2, 4], diff_qty: 8, diff_amount: 8 * 1130 });
  expect(one.lines).toMatchObject([
    { diff_type: diffType.short, plan_qty: 10, count_qty: 7, diff_qty: -3 },
    { diff_type: diffType.over, plan_qty: 10, count_qty: 12, diff_qty: 2 },
    { diff_type: diffType.quality, plan_qty: 10, count_qty: 12, diff_qty: 3 },
  ]);
});

it('tells who answers for what was decided, and proposes the fine that was asked for', async () => {
  const one = await found({ [at(0)]: 9, [at(1)]: { 0: 9, 1: 1 } });
  await deal(people.dealer, one, [dealType.asCounted, dealType.refuse]);
  await judge(people.buyMgr, one.id, { make_fine: true, fine_amount: 12_000 });
  const { rows } = await sql<{ name: string; payload: Record<string, unknown> }>`
    select name, payload from event_log where name in ('differenceDecided', 'fineProposed') order by id desc limit 2`.execute(
    house.db,
  );
  const [fine, decided] = rows;
  expect(decided).toMatchObject({
    name: 'differenceDecided',
    payload: {
      difference_id: one.id,
      batch_id: one.batch,
      duty: 1,
      lines: [
        { diff_type: diffType.short, diff_qty: -1, deal_type: dealType.asCounted, accept_qty: 0, amount: 1130 },
        { diff_type: diffType.quality, diff_qty: 1, deal_type: dealType.refuse, accept_qty: 0, amount: 1130 },
      ],
    },
  });
  expect(fine).toMatchObject({
    name: 'fineProposed',
    payload: { source_type: 'differenceOrder', source_id: one.id, fine_type: 3, amount: 12_000 },
  });
});
