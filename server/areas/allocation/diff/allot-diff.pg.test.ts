import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { allotDecision } from '#contract/areas/replenishment/allot-decision.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { type DocumentCalls, documentCalls } from '#contract/kit/document-calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import {
  allotKeys,
  allots,
  arrived,
  diffs,
  ready,
  signedAs,
  type TransferRoute,
  transferRoute,
} from '#tests/factories/allots.ts';

// What was signed for and is not what was sent: both ends speak, one judges, another decides, and the pieces go where it was decided
// (domain.md §4.16, P7; amendments E, G11).

let house: House;
let way: TransferRoute;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

beforeEach(async () => {
  way = await transferRoute(house);
  await way.bring(20, 1001);
  await way.bring(20, 500, { place: 1 });
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

/** Signs an allot of these quantities for others, and finds its difference. */
async function differing(sent: readonly number[], signed: readonly number[]): Promise<{ id: number; diff: number }> {
  const { id, lines } = await arrived(house, way, sent);
  await house.ask(way.into, allots.sign, { id, lines: signedAs(lines, signed) });
  const { list } = await house.ask(way.into, diffs.list, { allot_id: id });
  return { id, diff: list[0]?.id ?? 0 };
}

async function say(who: Actor, id: number, side: number): Promise<unknown> {
  const { lines } = await house.ask(way.judge, diffs.detail, { id });
  return await house.ask(who, diffs.deal, {
    id,
    side,
    statement: '已复点',
    lines: lines.map((line) => ({ line_id: line.id, say_qty: line.send_qty })),
  });
}

type Ruled = readonly (readonly [line: number, decide: number, qty?: number])[];
const decide = (id: number, ruled: Ruled, more: object = { duty: 5 }, who: Actor = way.head) =>
  house.ask(who, diffs.decide, {
    id,
    lines: ruled.map(([line_id, decide_type, qty]) => ({
      line_id,
      decide_type,
      ...(qty === undefined ? {} : { qty }),
    })),
    ...more,
  } as never);

const kept = async (name: string) =>
  (
    await sql<{
      payload: Record<string, unknown>;
    }>`select payload from event_log where name = ${name} order by id desc limit 1`.execute(house.db)
  ).rows[0]?.payload;

describe('both ends', () => {
  it('speak for themselves, one person not for both, and nobody else does', async () => {
    const { id, diff } = await differing([10], [8]);
    expect(await house.ask(way.from, allots.detail, { id })).toMatchObject({ status: 6, transit_qty: 2 });
    expect(await house.ask(way.from, diffs.detail, { id: diff })).toMatchObject({
      status: 1,
      less_qty: 2,
      more_qty: 0,
      diff_amount: 2002,
    });
    await expect(say(way.from, diff, 2)).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('调入方'),
    });
    await expect(say(way.stranger, diff, 1)).rejects.toMatchObject({ kind: 'notFound' });
    await say(way.judge, diff, 1);
    await expect(say(way.judge, diff, 2)).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('不能再代表'),
    });
    expect(await house.ask(way.from, diffs.detail, { id: diff })).toMatchObject({ status: 1 });
    await say(way.into, diff, 2);
    const told = await house.ask(way.from, diffs.detail, { id: diff });
    expect(told).toMatchObject({ status: 2, answer_by: null });
    expect(told.lines[0]).toMatchObject({ out_say_qty: 10, in_say_qty: 10 });
    await expect(house.ask(way.judge, diffs.audit, { id: diff, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
  });

  it('are waited for 48 hours; then one word is enough, and none never is', async () => {
    const { diff } = await differing([10], [9]);
    house.clock.advance(47 * 3_600_000);
    await say(way.from, diff, 1);
    expect(await house.takeDue()).toBe(0);
    house.clock.advance(2 * 3_600_000);
    expect(await house.takeDue()).toBe(1);
    expect(await house.ask(way.from, diffs.detail, { id: diff })).toMatchObject({ status: 2 });
    // Sent back, both are asked again, for as long again.
    await house.ask(way.judge, diffs.audit, { id: diff, result: 2, remark: '请补充录像' });
    expect(await house.ask(way.from, diffs.detail, { id: diff })).toMatchObject({ status: 5, out_said_at: null });
    await say(way.into, diff, 2);
    expect(await house.ask(way.from, diffs.detail, { id: diff })).toMatchObject({ status: 1 });
    await say(way.from, diff, 1);
    expect(await house.ask(way.from, diffs.detail, { id: diff })).toMatchObject({ status: 2 });
  });
});

describe('a decision', () => {
  it('is refused in part, where it does not fit, and by whoever had a part', async () => {
    const { id } = await differing([10, 5], [8, 6]);
    const { id: diff, lines } = await ready(house, way, id);
    const [short, over] = lines as [number, number];
    await expect(
      decide(
        diff,
        [
          [short, 1],
          [over, 5],
        ],
        { duty: 5 },
        way.judge,
      ),
    ).rejects.toMatchObject({ kind: 'illegalTransition' });
    await expect(
      decide(
        diff,
        [
          [short, 1],
          [over, 5],
        ],
        { duty: 5 },
        way.from,
      ),
    ).rejects.toMatchObject({ kind: 'illegalTransition' });
    await expect(decide(diff, [[short, 1]])).rejects.toMatchObject({ field: 'lines' });
    await expect(
      decide(diff, [
        [short, 4],
        [over, 5],
      ]),
    ).rejects.toMatchObject({ field: 'lines.0.decide_type' });
    await expect(
      decide(diff, [
        [short, 1],
        [over, 2],
      ]),
    ).rejects.toMatchObject({ field: 'lines.1.decide_type' });
    await expect(
      decide(diff, [
        [short, 1, 1],
        [over, 5],
      ]),
    ).rejects.toMatchObject({ field: 'lines.0.qty' });
    await expect(
      decide(diff, [
        [short, 1, 3],
        [over, 5],
      ]),
    ).rejects.toMatchObject({ field: 'lines.0.qty' });
    await expect(
      decide(diff, [
        [short, 1, 1],
        [short, 1, 1],
        [over, 5],
      ]),
    ).rejects.toMatchObject({ field: 'lines.1.decide_type' });
    await expect(
      decide(
        diff,
        [
          [short, 1],
          [over, 5],
        ],
        { duty: 2, duty_amount: 100 },
      ),
    ).rejects.toMatchObject({ field: 'duty' });
    await expect(
      decide(
        diff,
        [
          [short, 2],
          [over, 5],
        ],
        { duty: 2 },
      ),
    ).rejects.toMatchObject({ field: 'duty_amount' });
    await expect(
      decide(
        diff,
        [
          [short, 2],
          [over, 5],
        ],
        { duty: 5, duty_amount: 100 },
      ),
    ).rejects.toMatchObject({ field: 'duty_amount' });
    expect(await house.ask(way.from, allots.detail, { id })).toMatchObject({ status: 6, transit_qty: 2 });
  });

  it('worked example: send 10, sign 8, one lost with a claim, one found', async () => {
    const { id } = await differing([10], [8]);
    const { id: diff, lines } = await ready(house, way, id);
    const [line] = lines as [number];
    await decide(
      diff,
      [
        [line, 2, 1],
        [line, 3],
      ],
      { duty: 2, duty_amount: 1500 },
    );
    const { transit_qty, status, lines: own } = await house.ask(way.from, allots.detail, { id });
    expect({ transit_qty, status, own: own[0] }).toMatchObject({
      transit_qty: 0,
      status: 5,
      own: { resolved_qty: 2, transit_qty: 0 },
    });
    expect(await way.stock(way.sender)).toMatchObject({ on_hand: 10, cost: 10_010 });
    expect(await way.stock(way.receiver)).toMatchObject({ on_hand: 9, transit: 0, cost: 9009 });
    const settled = await house.ask(way.from, diffs.detail, { id: diff });
    expect(settled.lines.map(({ decide_type, diff_qty, diff_amount }) => [decide_type, diff_qty, diff_amount])).toEqual(
      [
        [2, -1, 1001],
        [3, -1, 1001],
      ],
    );
    const { rows } = await sql`
      select biz_type, sum(delta)::int as qty, sum(cost_amount)::int as cost from stock_ledger where doc_type = 'allot' and doc_id = ${id} and delta > 0
      group by 1 order by 1`.execute(house.db);
    expect(rows).toEqual([
      { biz_type: 102, qty: 8, cost: 8008 },
      { biz_type: 106, qty: 1, cost: 1001 },
      { biz_type: 206, qty: 1, cost: 1001 },
      { biz_type: 401, qty: 10, cost: 10_010 },
    ]);
    expect(await kept('carrierClaimed')).toMatchObject({
      amount: 1500,
      logistics_id: way.logistics,
      waybill_no: 'SF100',
      cost_amount: 1001,
    });
    expect(await kept('allotDiffDecided')).toMatchObject({
      diff_id: diff,
      duty: 2,
      lines: [{ decide_type: 2 }, { decide_type: 3 }],
    });
    expect(await kept('allotEnded')).toMatchObject({ allot_id: id, status: 5 });
  });

  it('brings pieces back to their sender, and takes too many out of the sender’s free stock or not at all', async () => {
    const { id } = await differing([10, 5], [7, 8]);
    const { id: diff, lines } = await ready(house, way, id);
    const [short, over] = lines as [number, number];
    // All that is left at the sender is promised to somebody else.
    const { id: other } = await house.ask(way.into, allots.add, {
      allot_type: 3,
      out_warehouse_id: way.sender,
      in_warehouse_id: way.receiver,
      lines: [{ sku_id: way.goods[1]?.id, qty: 14 }],
    } as never);
    await expect(
      decide(
        diff,
        [
          [short, 1],
          [over, 4],
        ],
        { duty: 3, duty_amount: 100 },
      ),
    ).rejects.toMatchObject({
      kind: 'stockShort',
      message: expect.stringContaining('只能退回'),
    });
    await house.ask(way.into, allots.cancel, { id: other, reason: '不要了' });
    await decide(
      diff,
      [
        [short, 1],
        [over, 4, 2],
        [over, 5, 1],
      ],
      { duty: 3 },
    );
    expect(await way.stock(way.sender)).toMatchObject({ on_hand: 13, locked: 0 });
    expect(await way.stock(way.sender, 1)).toMatchObject({ on_hand: 13 });
    expect(await way.stock(way.receiver, 1)).toMatchObject({ on_hand: 7, cost: 3500 });
  });

  it('is no longer needed once what was missing has been found: closed, it stands at the receiver', async () => {
    const { id, diff } = await differing([10], [8]);
    await expect(house.ask(way.into, diffs.close, { id: diff, reason: '复点一致' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(way.judge, diffs.close, { id: diff, reason: '复点一致' });
    expect(await house.ask(way.from, allots.detail, { id })).toMatchObject({ status: 5, transit_qty: 0 });
    expect(await way.stock(way.receiver)).toMatchObject({ on_hand: 10, cost: 10_010 });
  });
});

describe('what belongs together', () => {
  it('is found from the difference: its allot before it, its decision after it; and from the decision back', async () => {
    const { id, diff } = await differing([10], [8]);
    await say(way.from, diff, 1);
    await say(way.into, diff, 2);
    await house.ask(way.judge, diffs.audit, { id: diff, result: 1 });
    const { lines } = await house.ask(way.head, diffs.detail, { id: diff });
    await decide(diff, [[lines[0]?.id ?? 0, 1]]);
    const looks = await house.person('查看', [...allotKeys, 'allotRule:decisionView']);
    const { list } = await house.ask(looks, callsOf(allotDecision).list, { out_warehouse_id: way.sender });
    const ruled = list[0]?.id ?? 0;
    const related = async (definition: typeof allotDiff | typeof allotDecision, of: number) => {
      const { before, after } = await house.ask(looks, (documentCalls(definition) as DocumentCalls).related, {
        id: of,
      });
      const named = (kinds: typeof before) => kinds.flatMap(({ doc, records }) => records.map((one) => [doc, one.id]));
      return { before: named(before), after: named(after) };
    };
    expect(await related(allotDiff, diff)).toEqual({ before: [['allot', id]], after: [['allotDecision', ruled]] });
    expect((await related(allotDecision, ruled)).before).toEqual([
      ['allot', id],
      ['allotDiff', diff],
    ]);
  });
});
