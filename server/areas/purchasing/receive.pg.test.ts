import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { arrivalState, orderState } from '#contract/areas/purchasing/purchase-enums.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type BuyingOffice, buyingOffice, type Ordered } from '#tests/factories/buying.ts';
import {
  beginReceiving,
  closeShort,
  finishArrival,
  type Receipt,
  receive,
  reopenArrival,
  takeBackReceipt,
} from './receive.ts';

// What receiving does to orders and appointments (domain.md §4.5, §4.6, §4.7, amendments C).

let house: House;
let office: BuyingOffice;
let order: Ordered;
let arrival: number;
let own: number;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  office = await buyingOffice(house);
});
/** An order of ten, of which six are at the dock. */
beforeEach(async () => {
  order = await office.order();
  arrival = await office.appoint(order, 6, 'arrived');
  const { rows } = await sql<{ id: number }>`
    select id from arrival_order_line where arrival_order_id = ${arrival}`.execute(house.db);
  own = rows[0]?.id ?? 0;
});
afterAll(async () => {
  // Here pieces come in without the batch that brings them.
  const broken = await brokenInvariants(house.db);
  expect(broken.map(({ name }) => name)).toEqual(['i18-received-is-what-batches-brought']);
});

const line = (): number => order.lines[0] ?? 0;
const receipt = (qty: number, more: Partial<Receipt> = {}): Receipt => ({
  purchase_line_id: line(),
  arrival_line_id: own,
  qty,
  ...more,
});
const bring = (...receipts: Receipt[]) => office.inside((context) => receive(house.kit, context, receipts));
const states = async () => [
  await office.statusOf('purchase_order', order.id),
  await office.statusOf('arrival_order', arrival),
];

describe('what is refused', () => {
  it('is more than was ordered, with what is left; and nothing is written', async () => {
    await expect(bring(receipt(11, { path: 'lines.2.count_qty' }))).rejects.toMatchObject({
      field: 'lines.2.count_qty',
      message: expect.stringContaining('还差'),
    });
    // What another appointment has booked stays its own.
    await office.appoint(order, 4);
    await expect(bring(receipt(7))).rejects.toMatchObject({ kind: 'invalid' });
    expect(await office.lineOf(line())).toMatchObject({ in_qty: 0, booked_qty: 10 });
  });

  it('is a line of another order, and nothing at all', async () => {
    const other = await office.order();
    await expect(bring(receipt(1, { purchase_line_id: other.lines[0] ?? 0 }))).rejects.toMatchObject({
      kind: 'notFound',
    });
    await expect(bring(receipt(0))).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('is an end of receiving that has not begun', async () => {
    await expect(office.inside((context) => finishArrival(house.kit, context, arrival))).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
  });
});

it('raises what is in, lowers what was booked, and moves the order on; by grades of one line together', async () => {
  await office.inside(async (context) => {
    await beginReceiving(house.kit, context, arrival);
    await receive(house.kit, context, [receipt(3), receipt(1)]);
  });
  expect(await office.lineOf(line())).toEqual({ qty: 10, booked_qty: 2, in_qty: 4, closed_qty: 0 });
  expect(await states()).toEqual([orderState.partly, arrivalState.receiving]);
  await office.inside((context) => finishArrival(house.kit, context, arrival));
  // What did not come is free for another.
  expect(await office.lineOf(line())).toMatchObject({ booked_qty: 0, in_qty: 4 });
  const rest = await office.appoint(order, 6, 'arrived');
  const { rows } = await sql<{ id: number }>`
    select id from arrival_order_line where arrival_order_id = ${rest}`.execute(house.db);
  await bring(receipt(6, { arrival_line_id: rows[0]?.id ?? 0 }));
  expect(await office.statusOf('purchase_order', order.id)).toBe(orderState.finished);
  await office.inside(async (context) => {
    await beginReceiving(house.kit, context, rest);
    await finishArrival(house.kit, context, rest);
  });
});

it('takes back what was voided: the appointment holds it again, the order goes back to where it stood', async () => {
  await office.inside(async (context) => {
    await beginReceiving(house.kit, context, arrival);
    await receive(house.kit, context, [receipt(6)]);
    await finishArrival(house.kit, context, arrival);
  });
  await office.inside(async (context) => {
    await reopenArrival(house.kit, context, arrival);
    await takeBackReceipt(house.kit, context, [receipt(2)]);
  });
  expect(await office.lineOf(line())).toEqual({ qty: 10, booked_qty: 2, in_qty: 4, closed_qty: 0 });
  expect(await states()).toEqual([orderState.partly, arrivalState.receiving]);
  await office.inside((context) => takeBackReceipt(house.kit, context, [receipt(4)]));
  expect(await office.lineOf(line())).toMatchObject({ booked_qty: 6, in_qty: 0 });
  expect(await states()).toEqual([orderState.toArrive, arrivalState.receiving]);
  await expect(office.inside((context) => takeBackReceipt(house.kit, context, [receipt(1)]))).rejects.toMatchObject({
    kind: 'illegalTransition',
  });
});

it('closes what will not come, and finishes an order of which nothing is left to come', async () => {
  await bring(receipt(5));
  await office.inside((context) => closeShort(house.kit, context, [receipt(1)]));
  expect(await office.lineOf(line())).toEqual({ qty: 10, booked_qty: 0, in_qty: 5, closed_qty: 1 });
  expect(await office.statusOf('purchase_order', order.id)).toBe(orderState.partly);
  await office.inside((context) => closeShort(house.kit, context, [receipt(4, { arrival_line_id: null })]));
  expect(await office.statusOf('purchase_order', order.id)).toBe(orderState.finished);
});
