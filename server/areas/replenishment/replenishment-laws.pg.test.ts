import { type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { batches, cancelAllot, decisions, network, rules } from '#tests/factories/replenishment.ts';

// What somebody with the rights of the owner writes past the server into decisions and batches is named by the laws that it breaks.

let house: House;
const made = { batch: 0, waiting: 0, ended: 0, decision: 0, proposed: 0 };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  const net = await network(house, { stock: [50, 50] });
  for (const to of net.receivers) await net.bring(to, [1, 1]);
  made.batch = await net.batch([[2, 3], [1]]);
  made.waiting = await net.batch([[1, 1]]);
  made.ended = await net.batch([[1]]);
  for (const id of [made.batch, made.ended]) await house.ask(net.manager, batches.confirm, { id });
  for (const { id } of await net.allotsOf('batchAllot', made.ended)) await cancelAllot(house, net.manager, id);
  const { decision_ids } = await house.ask(net.manager, rules.generate, { rule_ids: [await net.rule({ min_qty: 9 })] });
  [made.decision = 0, made.proposed = 0] = decision_ids;
  await house.ask(net.manager, decisions.confirm, { id: made.decision, version: 1 });
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const plants: readonly [corruption: string, plant: () => RawBuilder<unknown>, laws: string[]][] = [
  [
    'a decision that confirmed another quantity',
    () => sql`update allot_decision set confirm_qty = confirm_qty + 1 where id = ${made.decision}`,
    ['i37', 'k61'],
  ],
  [
    'a line of a proposal that says more',
    () => sql`update allot_decision_line set suggest_qty = suggest_qty + 1 where allot_decision_id = ${made.proposed}`,
    ['k61'],
  ],
  [
    'a decision that names no allot',
    () => sql`update allot_decision set allot_nos = null where id = ${made.decision}`,
    ['k61'],
  ],
  [
    'a cell of a batch that says more',
    () =>
      sql`update batch_allot_line set qty = qty + 1 where id = (select min(id) from batch_allot_line where batch_allot_id = ${made.batch})`,
    ['i38', 'k62'],
  ],
  [
    'a cell that names no allot',
    () =>
      sql`update batch_allot_line set allot_id = null where id = (select min(id) from batch_allot_line where batch_allot_id = ${made.batch})`,
    ['k62'],
  ],
  [
    'a batch that waits and counts more receivers',
    () => sql`update batch_allot set shop_count = 9 where id = ${made.waiting}`,
    ['k62'],
  ],
  [
    'a batch that is not finished with its allots',
    () => sql`update batch_allot set status = 2 where id = ${made.ended}`,
    ['i59', 'k62'],
  ],
  [
    'a batch that was made of nothing',
    () => sql`update batch_allot set status = 2 where id = ${made.waiting}`,
    ['i38', 'i59', 'k62'],
  ],
];

it.each(plants)('%s', async (_name, plant, laws) => {
  expect(await brokenBy(house.db, [plant()])).toEqual(laws);
});
