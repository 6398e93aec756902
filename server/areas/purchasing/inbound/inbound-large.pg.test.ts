import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import {
  atDock,
  batchOf,
  beginBatch,
  countBatch,
  dockPeople,
  inbound,
  settleDifference,
} from '#tests/factories/inbound.ts';
import { pieces } from '#tests/factories/shelf.ts';

// A truck of two thousand kinds of goods is received in as many statements as one of two.

test('a batch of two thousand lines is begun, counted, submitted, posted and taken back in sets', {
  timeout: 240_000,
}, async () => {
  const statements = { count: 0 };
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.count += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const house = openHouse((await testDatabase()).db.withPlugin(counting));
  const people = await dockPeople(house);
  const cost = async (work: () => Promise<unknown>): Promise<number> => {
    const before = statements.count;
    await work();
    return statements.count - before;
  };
  const measured = async (count: number) => {
    const skus = (await pieces(house.db, count)).map(({ id }) => id);
    const dock = await atDock(house.db, { lines: skus.map((sku_id) => ({ sku_id, qty: 3, price: 999 })) });
    let id = 0;
    const begun = await cost(async () => {
      id = await beginBatch(house, people.counter, dock.arrival);
    });
    const counts = { [skus[0] ?? 0]: 2, [skus[1] ?? 0]: { 0: 2, 1: 1 } };
    const counted = await cost(() => countBatch(house, people.counter, { id, counts }));
    const handedIn = await cost(() => house.ask(people.counter, inbound.submit, { id }));
    await settleDifference(house, people, { batch: id });
    const posted = await cost(() => house.ask(people.judge, inbound.audit, { id, result: 1 }));
    expect(await batchOf(house, people.judge, id)).toMatchObject({
      in_qty: count * 3 - 1,
      in_amount: (count * 3 - 1) * 884,
    });
    const reversed = await cost(() => house.ask(people.second, inbound.cancel, { id, reason: '整车退回' }));
    return { begun, counted, handedIn, posted, reversed };
  };
  // What is read once and kept is read before.
  await measured(2);
  const few = await measured(2);
  expect(await measured(2000)).toEqual(few);
  expect(await brokenInvariants(house.db)).toEqual([]);
});
