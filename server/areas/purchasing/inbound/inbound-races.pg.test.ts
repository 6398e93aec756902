import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { atOnce } from '#tests/factories/at-once.ts';
import {
  arrive,
  atDock,
  batchOf,
  beginBatch,
  countBatch,
  type DockPeople,
  dockPeople,
  inbound,
  receiveWhole,
} from '#tests/factories/inbound.ts';
import { pieces } from '#tests/factories/shelf.ts';
import { adjustment, stockPeople } from '#tests/factories/stock.ts';

// People who do the same thing to the same goods at one moment: all of it happens, or one is told why not, and the books stay right.

let database: Database;
let house: House;
let people: DockPeople;

beforeAll(async () => {
  database = await connect({ url: (await testDatabase()).url, max: 8 });
  house = openHouse(database.db);
  people = await dockPeople(house);
});
afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});
afterAll(() => database.close());

const skus = async (count: number) => (await pieces(house.db, count)).map(({ id }) => id) as [number, number];

async function submitted(arrival: number, named?: number): Promise<number> {
  const lines = named === undefined ? {} : { lines: [{ sku_id: named }] as never };
  const { id } = await house.ask(people.counter, inbound.calls.add, { arrival_id: arrival, ...lines });
  await countBatch(house, people.counter, { id });
  await house.ask(people.counter, inbound.submit, { id });
  return id;
}

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.kind;
      throw error;
    },
  );
const post = (id: number) => () => outcomeOf(house.ask(people.judge, inbound.audit, { id, result: 1 }));

async function standing(purchase: number): Promise<{ status: number; in_qty: number; arrivals: number[] }> {
  const { rows } = await sql<{ status: number; in_qty: number; arrivals: number[] }>`
    select o.status, o.in_qty, array(
      select distinct a.status from arrival_order a join arrival_order_line v on v.arrival_order_id = a.id join purchase_order_line l on l.id = v.purchase_line_id
      where l.purchase_order_id = o.id) as arrivals
    from purchase_order o where o.id = ${purchase}`.execute(house.db);
  return rows[0] ?? { status: 0, in_qty: 0, arrivals: [] };
}

it('two batches of one appointment are both posted, and the last of them finishes it', async () => {
  const [one, other] = await skus(2);
  const dock = await atDock(house.db, { lines: [{ sku_id: one }, { sku_id: other }] });
  const ids = [await submitted(dock.arrival, one), await submitted(dock.arrival, other)];
  const held = sql`select 1 from arrival_order where id = ${dock.arrival} for update`;
  expect(await atOnce(house.db, held, ids.map(post))).toEqual(['done', 'done']);
  expect(await standing(dock.purchase)).toEqual({ status: 5, in_qty: 20, arrivals: [6] });
});

it('two appointments of one order, whose goods stand the other way round, are both posted', async () => {
  const [one, other] = await skus(2);
  const dock = await atDock(house.db, {
    lines: [
      { sku_id: one, plan: 4 },
      { sku_id: other, plan: 4 },
    ],
  });
  await sql`update purchase_order_line set booked_qty = 10 where purchase_order_id = ${dock.purchase}`.execute(
    house.db,
  );
  await sql`update purchase_order set booked_qty = 20 where id = ${dock.purchase}`.execute(house.db);
  const second = await arrive(house.db, dock, [
    { place: 1, sku_id: other, plan: 6 },
    { place: 0, sku_id: one, plan: 6 },
  ]);
  const ids = [await submitted(dock.arrival), await submitted(second.arrival)];
  const held = sql`select 1 from purchase_order where id = ${dock.purchase} for update`;
  expect(await atOnce(house.db, held, ids.map(post))).toEqual(['done', 'done']);
  expect(await standing(dock.purchase)).toEqual({ status: 5, in_qty: 20, arrivals: [6] });
});

it('a batch that two people judge at once is posted once', async () => {
  const [one] = await skus(1);
  const dock = await atDock(house.db, { lines: [{ sku_id: one }] });
  const id = await submitted(dock.arrival);
  const again = () => outcomeOf(house.ask(people.second, inbound.audit, { id, result: 1 }));
  const held = sql`select 1 from in_ware_batch where id = ${id} for update`;
  const outcomes = await atOnce(house.db, held, [post(id), again]);
  expect(outcomes.toSorted()).toEqual(['done', 'illegalTransition']);
  expect(await standing(dock.purchase)).toMatchObject({ in_qty: 10 });
});

it('two people who begin a batch of one appointment do not take the same goods', async () => {
  const [one] = await skus(1);
  const { arrival } = await atDock(house.db, { lines: [{ sku_id: one }] });
  const begin = () => outcomeOf(beginBatch(house, people.counter, arrival));
  const held = sql`select 1 from arrival_order where id = ${arrival} for update`;
  expect((await atOnce(house.db, held, [begin, begin])).toSorted()).toEqual(['done', 'invalid']);
});

it('of two people who count other goods of one batch at once the second sends once more, and nothing of either is lost', async () => {
  const [one, other] = await skus(2);
  const { arrival } = await atDock(house.db, { lines: [{ sku_id: one }, { sku_id: other }] });
  const id = await beginBatch(house, people.counter, arrival);
  const { lines } = await batchOf(house, people.counter, id);
  const counted = lines.map(({ id: line_id }, place) => () => {
    const by = place === 0 ? people.counter : people.other;
    return outcomeOf(house.ask(by, inbound.count, { id, lines: [{ line_id, qty: place + 3 }] }));
  });
  const held = sql`select 1 from in_ware_batch where id = ${id} for update`;
  const outcomes = await atOnce(house.db, held, counted);
  expect(outcomes.toSorted()).toEqual(['done', 'versionConflict']);
  expect(await counted[outcomes.indexOf('versionConflict')]?.()).toBe('done');
  const after = await batchOf(house, people.counter, id);
  expect(after.lines.map(({ count_qty }) => count_qty)).toEqual([3, 4]);
  expect(after.count_qty).toBe(7);
});

it('a reversal and a loss of the same pieces: one of them happens', async () => {
  const stockers = await stockPeople(house);
  for (let round = 0; round < 5; round += 1) {
    const [sku_id] = await skus(1);
    const dock = await atDock(house.db, { lines: [{ sku_id }] });
    const batch = await receiveWhole(house, { people, arrival: dock.arrival });
    const { id } = await house.ask(stockers.maker, adjustment.calls.add, {
      warehouse_id: dock.warehouse,
      adjust_type: adjustType.loss,
      reason: '破损',
      lines: [{ sku_id, qty: 1 }] as never,
    });
    const held = sql`select 1 from stock_balance where warehouse_id = ${dock.warehouse} and sku_id = ${sku_id} for update`;
    const outcomes = await atOnce(house.db, held, [
      () => outcomeOf(house.ask(people.second, inbound.cancel, { id: batch, reason: '送错货' })),
      () => outcomeOf(house.ask(stockers.maker, adjustment.submit, { id })),
    ]);
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
  }
});
