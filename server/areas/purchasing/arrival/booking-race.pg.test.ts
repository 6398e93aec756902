import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type BuyingOffice, buyingOffice } from '#tests/factories/buying.ts';

// Two appointments want the last pieces of an order at one moment: one of them gets them, the other is told how many are left, and the
// books stay right whoever was first (amendments C, I16).

const rounds = 60;
let database: Database;
let house: House;
let office: BuyingOffice;

beforeAll(async () => {
  const { url } = await testDatabase();
  database = await connect({ url, max: 8 });
  house = openHouse(database.db);
  office = await buyingOffice(house);
});
afterAll(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
  await database.close();
});

const outcomeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
};

describe('two appointments for one line', () => {
  it('have one winner and one explained refusal, round after round', async () => {
    const order = await office.order(10, 2);
    const [line = 0] = order.lines;
    for (let round = 0; round < rounds; round += 1) {
      const outcomes = await Promise.all([outcomeOf(office.appoint(order, 6)), outcomeOf(office.appoint(order, 6))]);
      expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
      expect(outcomes.find((one) => one !== 'done')).toContain('只剩 4 件可预约或入库，还差 2 件');
      expect(await office.lineOf(line)).toMatchObject({ booked_qty: 6 });
      const { rows } = await sql<{ id: number }>`
        select id from arrival_order where supplier_id = ${order.supplier_id} and status = 0`.execute(house.db);
      await office.take(arrivalOrder, 'cancel', office.dock, { id: rows[0]?.id, reason: '下一轮' });
    }
  });

  it('that name the lines of two orders the other way round do not wait for one another for ever', async () => {
    const [one, two] = [await office.order(), await office.order()];
    await sql`update purchase_order set supplier_id = ${one.supplier_id}, contract_id = ${one.contract_id}, warehouse_id = ${one.warehouse_id} where id = ${two.id}`.execute(
      house.db,
    );
    const lines = [...one.lines, ...two.lines];
    for (let round = 0; round < rounds / 2; round += 1) {
      const outcomes = await Promise.all([
        outcomeOf(office.appoint({ ...one, lines }, 6)),
        outcomeOf(office.appoint({ ...one, lines: lines.toReversed() }, 6)),
      ]);
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
      const { rows } = await sql<{ id: number }>`
        select id from arrival_order where supplier_id = ${one.supplier_id} and status = 0`.execute(house.db);
      await office.take(arrivalOrder, 'cancel', office.dock, { id: rows[0]?.id, reason: '下一轮' });
    }
  });

  it('and a closing of the order at the same moment leave nothing booked of a closed order', async () => {
    for (let round = 0; round < rounds / 3; round += 1) {
      const order = await office.order();
      const [line = 0] = order.lines;
      await Promise.all([
        outcomeOf(office.appoint(order, 6)),
        outcomeOf(office.take(purchaseOrder, 'close', office.buyer, { id: order.id, reason: '余量不补' })),
      ]);
      expect(await office.lineOf(line)).toEqual({ qty: 10, booked_qty: 0, in_qty: 0, closed_qty: 10 });
    }
  });

  it('and an edit and a closing do not wait for one another for ever', async () => {
    for (let round = 0; round < rounds / 3; round += 1) {
      const order = await office.order();
      const [line = 0] = order.lines;
      const id = await office.appoint(order, 6);
      const { rows } = await sql<{ id: number }>`
        select id from arrival_order_line where arrival_order_id = ${id}`.execute(house.db);
      await Promise.all([
        outcomeOf(
          house.ask(office.dock, callsOf(arrivalOrder).edit, {
            id,
            version: 1,
            line_changes: { put: [{ id: rows[0]?.id, purchase_line_id: line, plan_qty: 3 }], remove: [] },
          } as never),
        ),
        outcomeOf(office.take(purchaseOrder, 'close', office.buyer, { id: order.id, reason: '余量不补' })),
      ]);
      expect(await office.lineOf(line)).toMatchObject({ booked_qty: 0, closed_qty: 10 });
    }
  });
});
