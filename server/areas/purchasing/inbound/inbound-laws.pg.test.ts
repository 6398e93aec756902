import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import {
  atDock,
  beginBatch,
  countBatch,
  type Dock,
  type DockPeople,
  dockPeople,
  inbound,
  receiveWhole,
} from '#tests/factories/inbound.ts';
import { pieces } from '#tests/factories/shelf.ts';

// Somebody writes past the server what inbound batches never lead to: each of it is named, and by no more laws than it breaks.

let house: House;
let people: DockPeople;
let dock: Dock;
/** A posted batch with a piece short and one damaged, one that was taken back, and one that waits for its difference. */
const made = { posted: 0, reversed: 0, waiting: 0 };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await dockPeople(house);
  const [one = 0, other = 0] = (await pieces(house.db, 2)).map(({ id }) => id);
  const lines = [{ sku_id: one }, { sku_id: other }];
  dock = await atDock(house.db, { lines });
  const counts = { [one]: 9, [other]: { 0: 9, 1: 1 } };
  made.posted = await receiveWhole(house, { people, arrival: dock.arrival, counts });
  made.reversed = await receiveWhole(house, { people, arrival: (await atDock(house.db, { lines })).arrival });
  await house.ask(people.second, inbound.cancel, { id: made.reversed, reason: '送错货' });
  made.waiting = await beginBatch(house, people.counter, (await atDock(house.db, { lines })).arrival);
  await countBatch(house, people.counter, { id: made.waiting, counts });
  await house.ask(people.counter, inbound.submit, { id: made.waiting });
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const lineOf = (batch: number) => sql`(select min(id) from in_ware_batch_detail where in_ware_batch_id = ${batch})`;
const counted = (batch: number, by: number) =>
  sql`update audit_log set admin_id = ${by} where doc_type = 'inWareBatch' and doc_id = ${batch} and action = 'count'`;

const plants: readonly [corruption: string, plant: () => RawBuilder<unknown>[], laws: string[]][] = [
  [
    'a line of an order of which more came than any batch brought',
    () => [sql`update purchase_order_line set in_qty = 11 where id = ${dock.purchaseLines[0]}`],
    ['i16', 'i18', 'k55'],
  ],
  [
    'a line of an appointment of which less came',
    () => [sql`update arrival_order_line set in_qty = 8 where id = ${dock.arrivalLines[0]}`],
    ['i18'],
  ],
  [
    'a batch that is posted by a difference that nobody audited',
    () => [sql`update difference_order set status = 2 where batch_id = ${made.posted}`],
    ['i19', 'i59'],
  ],
  [
    'a batch that waits although its difference is closed',
    () => [sql`update difference_order set status = -1 where batch_id = ${made.waiting}`],
    ['i19', 'i59'],
  ],
  [
    'a posted line of more pieces than its rows',
    () => [
      sql`update in_ware_batch_detail set in_qty = in_qty + 1 where id = ${lineOf(made.posted)}`,
      sql`update in_ware_batch set in_qty = in_qty + 1 where id = ${made.posted}`,
      sql`update purchase_order_line set in_qty = in_qty + 1, closed_qty = 0 where id = ${dock.purchaseLines[0]}`,
      sql`update arrival_order_line set in_qty = in_qty + 1 where id = ${dock.arrivalLines[0]}`,
    ],
    ['i28', 'k55', 'k56'],
  ],
  [
    'a posted line that cost something else',
    () => [
      sql`update in_ware_batch_detail set amount = amount + 1 where id = ${lineOf(made.posted)}`,
      sql`update in_ware_batch set in_amount = in_amount + 1 where id = ${made.posted}`,
    ],
    ['k56'],
  ],
  [
    'a head that says another amount than its lines',
    () => [sql`update in_ware_batch set in_amount = in_amount + 1 where id = ${made.posted}`],
    ['k56'],
  ],
  [
    'a batch that was taken back and left its pieces there',
    () => [
      sql`delete from stock_ledger where doc_type = 'inWareBatch' and doc_id = ${made.reversed} and biz_type = 901`,
    ],
    ['i09', 'i34', 'k01', 'k56'],
  ],
  [
    'a batch that is void and was not taken back',
    () => [sql`update in_ware_batch set status = -1 where id = ${made.posted}`],
    ['i18', 'i19', 'i59', 'k56', 'k82'],
  ],
  ['a judge of a batch who counted it', () => [counted(made.posted, people.judge.id)], ['k26']],
  ['a judge of its differences who counted it', () => [counted(made.posted, people.buyMgr.id)], ['k26']],
  ['somebody who took back what he counted', () => [counted(made.reversed, people.second.id)], ['k26']],
];

it.each(plants)('%s', async (_name, plant, laws) => {
  expect(await brokenBy(house.db, plant())).toEqual(laws);
});
