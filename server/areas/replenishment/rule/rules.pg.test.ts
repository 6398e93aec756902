import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allotDiffDecided } from '#contract/areas/allocation/allot-events.ts';
import { decisionState } from '#contract/areas/replenishment/rule-enums.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { addOrder } from '#tests/factories/orders.ts';
import { batches, checkAllot, decisions, type Network, network, rules } from '#tests/factories/replenishment.ts';
import { runDueRules } from './scheduled-rules.ts';

// Rules and the decisions that they make (domain.md §4.16, amendments G11, I37).

let house: House;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});
// Routes are the whole house's: those of one test would close the ways of the next.
beforeEach(async () => {
  await sql`update allot_rule set status = 0`.execute(house.db);
});
afterAll(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const decisionsOf = async (rule: number) =>
  (
    await sql<{ id: number; status: number; to: number; qty: number }>`
      select id, status, in_warehouse_id as "to", total_qty as qty from allot_decision where rule_id = ${rule} order by id`.execute(
      house.db,
    )
  ).rows;
const run = (net: Network, ...ids: number[]) => house.ask(net.manager, rules.generate, { rule_ids: ids });
const given = (net: Network, more: object = {}) =>
  ({
    name: `规则 ${randomUUID()}`,
    rule_type: 1,
    from_warehouse_ids: [net.sender],
    to_warehouse_ids: [...net.receivers],
    min_qty: 3,
    ...more,
  }) as never;

/** So many pieces of the first goods sold at a receiver, on so many days before today. */
async function sell(net: Network, at: number, { qty, days }: { qty: number; days: number }): Promise<void> {
  for (let ago = 1; ago <= days; ago += 1)
    await addOrder(house.db, {
      warehouse_id: net.receivers[at] ?? 0,
      ordered_at: new Date(house.clock.now().getTime() - ago * 86_400_000).toISOString(),
      items: [{ sku_id: net.goods[0]?.id ?? 0, qty }],
    });
}

describe('a rule is refused', () => {
  it.each<[string, object, string]>([
    ['without a sender', { from_warehouse_ids: [] }, 'from_warehouse_ids'],
    ['without a receiver', { to_warehouse_ids: [] }, 'to_warehouse_ids'],
    ['with a target below its least', { min_days: 20, max_days: 10 }, 'max_days'],
    ['with a most below its least', { max_qty: 2 }, 'max_qty'],
    ['with a day that is none', { schedule: '每月 06:00' }, 'schedule'],
    ['with terms of what only opens a way', { rule_type: 2 }, 'min_qty'],
    ['as on from its first day', { status: 1 }, 'status'],
  ])('%s', async (_name, change, field) => {
    const net = await network(house, { stock: [1] });
    await expect(house.ask(net.manager, rules.add, given(net, change))).rejects.toMatchObject({
      kind: 'invalid',
      field,
    });
  });

  it('to itself alone, and by who does not see all of its warehouses', async () => {
    const net = await network(house, { stock: [1] });
    const alone = given(net, { to_warehouse_ids: [net.sender] });
    await expect(house.ask(net.manager, rules.add, alone)).rejects.toMatchObject({ field: 'to_warehouse_ids' });
    const local = { ...net.manager, scope: [{ warehouse: [net.sender] }] };
    await expect(house.ask(local, rules.add, given(net))).rejects.toMatchObject({ field: 'to_warehouse_ids' });
    const id = await net.rule();
    expect((await house.ask(local, rules.list, { ids: [id] })).list).toHaveLength(1);
    for (const answer of [
      house.ask(local, rules.generate, { rule_ids: [id] }),
      house.ask(local, rules.status, { ids: [id], status: 0 }),
    ])
      await expect(answer).rejects.toMatchObject({ field: 'to_warehouse_ids' });
  });

  it('to be switched on untried, or tried as it was before', async () => {
    const net = await network(house, { stock: [1] });
    const { id } = await house.ask(net.manager, rules.add, given(net));
    const on = () => house.ask(net.manager, rules.status, { ids: [id], status: 1 });
    await expect(on()).rejects.toMatchObject({ kind: 'invalid', field: 'status' });
    await house.ask(net.manager, rules.simulate, { id, version: 1 });
    await on();
    const { version } = await house.ask(net.manager, rules.detail, { id });
    await house.ask(net.manager, rules.edit, { id, version, priority: 5 } as never);
    expect(await house.ask(net.manager, rules.detail, { id })).toMatchObject({ status: 1, priority: 5 });
    await house.ask(net.manager, rules.edit, { id, version: version + 1, min_qty: 4 } as never);
    expect(await house.ask(net.manager, rules.detail, { id })).toMatchObject({ status: 0, simulated_at: null });
    await expect(on()).rejects.toMatchObject({ field: 'status' });
  });

  it('to be run while it is off, as a route, for a day to come, and to be tried in another version', async () => {
    const net = await network(house, { stock: [1] });
    const route = await net.rule({ rule_type: 2, min_qty: null });
    const { id } = await house.ask(net.manager, rules.add, given(net));
    for (const rule of [id, route]) await expect(run(net, rule)).rejects.toMatchObject({ field: 'rule_ids' });
    const on = await net.rule();
    await expect(house.ask(net.manager, rules.generate, { rule_ids: [on], date: '2099-01-01' })).rejects.toMatchObject({
      field: 'date',
    });
    await expect(house.ask(net.manager, rules.simulate, { id, version: 9 })).rejects.toMatchObject({
      kind: 'versionConflict',
    });
    await expect(house.ask(net.manager, rules.simulate, { id: route, version: 2 })).rejects.toMatchObject({
      field: 'id',
    });
  });
});

describe('a run', () => {
  it('fills receivers that have the goods, a decision for each of them, and shares what is not enough', async () => {
    const net = await network(house, { receivers: 3, stock: [7, 100] });
    // The third has never had the second goods.
    for (const at of [0, 1, 2]) await net.bring(net.receivers[at] ?? 0, at === 2 ? [1] : [1, 1]);
    const rule = await net.rule({ min_qty: 5, round_to: 2 });
    const { decision_ids: made, decision_nos: nos } = await run(net, rule);
    expect(nos).toHaveLength(3);
    const shown = await Promise.all(made.map((id) => house.ask(net.manager, decisions.detail, { id })));
    expect(shown.map(({ in_warehouse_id, total_qty, status }) => [in_warehouse_id, total_qty, status])).toEqual(
      [[2, 4], [2, 4], [2]].map((lines, at) => [
        net.receivers[at],
        lines.reduce((sum, qty) => sum + qty, 0),
        decisionState.waiting,
      ]),
    );
    expect(shown[0]?.lines).toMatchObject([
      { sku_id: net.goods[0]?.id, out_available_qty: 7, in_available_qty: 1, in_coming_qty: 0, suggest_qty: 2 },
      { sku_id: net.goods[1]?.id, out_available_qty: 100, suggest_qty: 4 },
    ]);
  });

  it('counts what sells: the mean of 28 days, as many days as it says, and keeps what the sender sells', async () => {
    const net = await network(house, { stock: [100] });
    await net.bring(net.receivers[0] ?? 0, [1]);
    await sell(net, 0, { qty: 2, days: 14 });
    const rule = await net.rule({ min_qty: null, min_days: 7, max_days: 14, max_qty: 12 });
    await run(net, rule);
    // One a day: fourteen are wanted, twelve allowed, one is there.
    expect(await decisionsOf(rule)).toMatchObject([{ qty: 11, to: net.receivers[0] }]);
  });

  it('takes the place of its own that wait, and counts with those of others and with allots that were asked for', async () => {
    const net = await network(house, { stock: [100] });
    await net.bring(net.receivers[0] ?? 0, [1]);
    const [rule, later] = [await net.rule({ min_qty: 5 }), await net.rule({ min_qty: 8, priority: 9 })];
    await run(net, rule);
    await run(net, later, rule);
    const [first, second] = await decisionsOf(rule);
    expect([first?.status, second]).toMatchObject([decisionState.lapsed, { qty: 4, status: decisionState.waiting }]);
    expect(await decisionsOf(later)).toMatchObject([{ qty: 3 }]);
    await house.ask(net.manager, decisions.confirm, { each: [{ id: second?.id ?? 0, version: 1 }] });
    await run(net, rule);
    expect(await decisionsOf(rule)).toHaveLength(2);
  });

  it('keeps to the routes that are on', async () => {
    const net = await network(house, { stock: [100] });
    for (const to of net.receivers) await net.bring(to, [1]);
    await net.rule({ rule_type: 2, to_warehouse_ids: [net.receivers[1]], min_qty: null });
    const rule = await net.rule();
    await run(net, rule);
    expect(await decisionsOf(rule)).toMatchObject([{ to: net.receivers[1] }]);
  });

  it('evens out between shops and sends back what does not sell, unless it has just come', async () => {
    const net = await network(house, { stock: [1] });
    const [rich = 0, poor = 0] = net.receivers;
    await net.bring(rich, [20]);
    await net.bring(poor, [1]);
    await sell(net, 1, { qty: 1, days: 28 });
    const even = await net.rule({
      rule_type: 3,
      from_warehouse_ids: [rich, poor],
      to_warehouse_ids: [rich, poor],
      min_qty: 2,
      max_days: 7,
    });
    await run(net, even);
    expect(await decisionsOf(even)).toMatchObject([{ to: poor, qty: 6 }]);
    const back = await net.rule({
      rule_type: 4,
      from_warehouse_ids: [rich],
      to_warehouse_ids: [net.sender],
      min_qty: 2,
    });
    await run(net, back);
    expect(await decisionsOf(back)).toEqual([]);
    house.clock.advance(40 * 86_400_000);
    await run(net, back);
    // Six are wanted by the other decision, two stay.
    expect(await decisionsOf(back)).toMatchObject([{ to: net.sender, qty: 12 }]);
  });

  it('comes by itself when its time has come, once, and not while it is off', async () => {
    const net = await network(house, { stock: [100] });
    await net.bring(net.receivers[0] ?? 0, [1]);
    house.clock.set('2026-06-01T02:00:00.000Z');
    const rule = await net.rule({ schedule: '每天 11:00' });
    const look = () =>
      runDueRules(house.kit.registry, { db: house.db, clock: house.clock, log: createLog({ level: 'silent' }) });
    expect(await look()).toBe(0);
    house.clock.advance(3_600_000);
    expect([await look(), await look()]).toEqual([1, 0]);
    expect(await decisionsOf(rule)).toMatchObject([{ status: decisionState.waiting }]);
    await house.ask(net.manager, rules.status, { ids: [rule], status: 0 });
    house.clock.advance(86_400_000);
    expect(await look()).toBe(0);
  });
});

describe('a decision', () => {
  const waiting = async (stock: number, min_qty = 5) => {
    const net = await network(house, { stock: [stock] });
    for (const to of net.receivers) await net.bring(to, [1]);
    const rule = await net.rule({ min_qty });
    const { decision_ids } = await run(net, rule);
    return { net, rule, ids: decision_ids };
  };
  const lineOf = async (net: Network, id: number) =>
    (await house.ask(net.manager, decisions.detail, { id })).lines[0]?.id ?? 0;

  it('is refused with more than there is, with nothing at all, and where it does not wait', async () => {
    const { net, ids } = await waiting(8);
    const [id = 0, other = 0] = ids;
    const line = await lineOf(net, id);
    const confirm = (confirm_qty: number) =>
      house.ask(net.manager, decisions.confirm, { id, lines: [{ line_id: line, confirm_qty }] });
    await expect(confirm(9)).rejects.toMatchObject({ kind: 'stockShort' });
    await expect(confirm(0)).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
    await expect(confirm(-1)).rejects.toMatchObject({ kind: 'invalid', field: 'lines.0.confirm_qty' });
    await expect(
      house.ask(net.manager, decisions.confirm, { ids: [other], lines: [{ line_id: line, confirm_qty: 1 }] } as never),
    ).rejects.toMatchObject({ kind: 'notFound' });
    await expect(house.ask(net.manager, decisions.reject, { id })).rejects.toMatchObject({ field: 'reason' });
    await house.ask(net.manager, decisions.reject, { id, reason: '本周换季' });
    await expect(confirm(1)).rejects.toMatchObject({ kind: 'illegalTransition' });
    expect(await net.free()).toEqual([8]);
  });

  it('becomes one allot of what was confirmed of each line, which is locked', async () => {
    const { net, ids } = await waiting(20);
    const [id = 0] = ids;
    await house.ask(net.manager, decisions.confirm, {
      id,
      version: 1,
      lines: [{ line_id: await lineOf(net, id), confirm_qty: 7 }],
    });
    const shown = await house.ask(net.manager, decisions.detail, { id });
    expect(shown).toMatchObject({ status: decisionState.confirmed, total_qty: 4, confirm_qty: 7 });
    expect(shown.allot_nos).toHaveLength(1);
    expect(await net.allotsOf('allotDecision', id)).toMatchObject([{ to: net.receivers[0], qty: 7, status: 1 }]);
    expect(await net.free()).toEqual([13]);
    // Written anew by who judges it otherwise, the allot asks for less; the decision says what was decided.
    const [made] = await net.allotsOf('allotDecision', id);
    await checkAllot(house, net.planner, made?.id ?? 0, 2);
    expect(await net.free()).toEqual([20]);
  });

  it('is confirmed with others at once, each by itself: those for which there is enough', async () => {
    const { net, ids } = await waiting(8, 5);
    expect(ids).toHaveLength(2);
    const other = await net.batch([[5]]);
    await house.ask(net.manager, batches.confirm, { id: other });
    const taken = await house.ask(net.manager, decisions.confirm, { each: ids.map((id) => ({ id, version: 1 })) });
    expect(taken.refused).toMatchObject([{ id: ids[0], code: 4011 }, { id: ids[1] }]);
    const { decision_ids: again } = await run(net, (await ruleOf(ids[0])) ?? 0);
    const done = await house.ask(net.manager, decisions.confirm, { each: again.map((id) => ({ id, version: 1 })) });
    expect(done.refused).toEqual([]);
    expect(await net.free()).toEqual([0]);
  });

  it('is over once its last day is', async () => {
    const { rule } = await waiting(20);
    house.clock.advance(3 * 86_400_000);
    await house.takeDue();
    expect(await decisionsOf(rule)).toMatchObject([
      { status: decisionState.waiting },
      { status: decisionState.waiting },
    ]);
    house.clock.advance(86_400_000);
    await house.takeDue();
    expect(await decisionsOf(rule)).toMatchObject([{ status: decisionState.lapsed }, { status: decisionState.lapsed }]);
  });

  it('is seen from both ends and from nowhere else', async () => {
    const { net, ids } = await waiting(20);
    const seen = async (warehouse: number) => {
      const local = { ...net.manager, scope: [{ warehouse: [warehouse] }] };
      return (await house.ask(local, decisions.list, { ids })).list
        .map(({ id }) => id)
        .toSorted((one, other) => one - other);
    };
    expect(await seen(net.sender)).toEqual(ids);
    expect(await seen(net.receivers[1] ?? 0)).toEqual([ids[1]]);
    expect(await seen(0)).toEqual([]);
  });

  it('is written of what was ruled of a difference, pieces by goods and verdict', async () => {
    const net = await network(house, { stock: [1] });
    const sku_id = net.goods[0]?.id ?? 0;
    const line = { line_id: 1, sku_id, imperfect_type: 0, cost_amount: 0 };
    await inTransaction(house.db, (db) =>
      house.kit.registry.events.emit(
        {
          db,
          actor: systemActor,
          now: house.clock.now(),
          opId: randomUUID(),
          origin: { requestId: 'test', ip: '', device: undefined, userAgent: '' },
          log: createLog({ level: 'silent' }),
        },
        allotDiffDecided,
        {
          allot_id: 1,
          allot_no: 'DB1',
          out_warehouse_id: net.sender,
          in_warehouse_id: net.receivers[0] ?? 0,
          source_type: null,
          source_id: null,
          diff_id: 77,
          diff_no: 'DY77',
          duty: 3,
          duty_amount: 1200,
          lines: [
            { ...line, diff_qty: -2, decide_type: 1 },
            { ...line, imperfect_type: 1, diff_qty: -1, decide_type: 1 },
            { ...line, diff_qty: 4, decide_type: 5 },
          ],
        },
      ),
    );
    const { list } = await house.ask(net.manager, decisions.list, { decision_type: 2, out_warehouse_id: net.sender });
    const shown = await house.ask(net.manager, decisions.detail, { id: list[0]?.id ?? 0 });
    expect(shown).toMatchObject({
      status: decisionState.confirmed,
      source_no: 'DY77',
      duty: 3,
      duty_amount: 1200,
      total_qty: 7,
      lines: [
        { decide_type: 1, confirm_qty: 3 },
        { decide_type: 5, confirm_qty: 4 },
      ],
    });
  });
});

it('is tried on the last days: a shop that stood empty would have been filled, and the books stay as they are', async () => {
  house.clock.set('2026-01-01T02:00:00.000Z');
  const net = await network(house, { stock: [100] });
  const [to = 0] = net.receivers;
  await net.bring(to, [1]);
  house.clock.set('2026-03-20T02:00:00.000Z');
  // Sold until twenty days ago, when the last piece went.
  await sell(net, 0, { qty: 1, days: 40 });
  await sql`update stock_balance set on_hand = 0 where warehouse_id = ${to}`.execute(house.db);
  const before = await sql`select count(*) as n from stock_ledger`.execute(house.db);
  const { id } = await house.ask(
    net.manager,
    rules.add,
    given(net, { to_warehouse_ids: [to], min_days: 3, max_days: 7, min_qty: null }),
  );
  const tried = await house.ask(net.manager, rules.simulate, { id, version: 1 });
  await sql`update stock_balance set on_hand = 1 where warehouse_id = ${to}`.execute(house.db);
  expect(tried.days).toHaveLength(90);
  expect(tried.short_before).toBeGreaterThan(30);
  expect(tried.short_after).toBeLessThan(tried.short_before / 4);
  expect(tried).toMatchObject({ sender_short: 0, version: 2 });
  expect(tried.more_sold).toBeGreaterThan(15);
  expect(await sql`select count(*) as n from stock_ledger`.execute(house.db)).toEqual(before);
  const kept = await house.ask(net.manager, rules.detail, { id });
  expect(kept).toMatchObject({ sim_move_qty: tried.move_qty, sim_short_before: tried.short_before });
});

async function ruleOf(decision: number | undefined): Promise<number | undefined> {
  const { rows } = await sql<{ rule_id: number }>`select rule_id from allot_decision where id = ${decision}`.execute(
    house.db,
  );
  return rows[0]?.rule_id;
}
