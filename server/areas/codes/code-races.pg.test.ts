import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import { connect, type Database } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { codedGoods } from '#tests/factories/coded.ts';
import { bound, codePeople, codesOf, freshEpc, issued, paper, stockedCodes } from '#tests/factories/codes.ts';
import { atDock, batchOf, type DockPeople, dockPeople, receiveWhole } from '#tests/factories/inbound.ts';
import { shelf } from '#tests/factories/shelf.ts';

// One piece is in one place (reference reliability R12): whoever receives it, sells it or binds its tag at once, one of them does.

/** How often. */
const rounds = process.env['DEEP'] ? 1000 : 20;
const nameCodes = transitionCall(inWareBatch, 'nameCodes');
let database: Database;
let house: House;
let people: { maker: Actor; judge: Actor };

beforeAll(async () => {
  const { url } = await testDatabase();
  database = await connect({ url, max: 12 });
  house = openHouse(database.db);
  people = await codePeople(house);
});

afterAll(async () => await database.close());

/** Receives a code of these goods in a warehouse, with its piece: what a document does that brings goods in. */
async function receive(
  code: number,
  sku: number,
  warehouse: number,
  source: { docType: string; docId: number; docNo: string },
): Promise<string> {
  const { warehouse: here, supplier } = locationsOf(warehouse);
  const leg = { skuId: sku, imperfectType: 0, bizType: bizType.otherIn };
  return await outcomeOf(
    inTransaction(database.db, (db) =>
      postStock(
        { db, policies: house.kit.policies },
        {
          source,
          legs: [
            { ...leg, location: here, delta: 1 },
            { ...leg, location: supplier, delta: -1 },
          ],
          codes: [{ codeId: code, step: 'receive', warehouseId: warehouse, imperfectType: 0 }],
          happenedAt: new Date(Date.now() - 1000).toISOString(),
          opId: randomUUID(),
          adminId: 1,
        },
      ),
    ),
  );
}

/** A batch of a warehouse of its own that is in, with pieces of which none has a code. */
async function uncoded(dock: DockPeople, sku: number): Promise<{ id: number; line: number }> {
  const { arrival } = await atDock(house.db, { lines: [{ sku_id: sku, qty: rounds }] });
  const id = await receiveWhole(house, { people: dock, arrival });
  return { id, line: (await batchOf(house, dock.counter, id)).lines[0]?.id ?? 0 };
}

/** The laws of codes and of stock by place that do not hold; papers of this file stand for documents that other laws look for. */
const brokenCodes = async () =>
  (await brokenInvariants(house.db)).filter(({ name }) => /^(i07|i1[345]|k01|k04|k1[123]|k63)/.test(name));

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { kind?: string }) => error.kind ?? String(error),
  );

describe('one code', () => {
  it(`received in two warehouses at once is in one of them, ${rounds} times`, async () => {
    const places = [(await shelf(house.db)).id, (await shelf(house.db)).id] as const;
    const sku = (await codedGoods(house.db))[0]?.id ?? 0;
    const { codes } = await bound(house, { people, sku, qty: rounds });
    const papers = [await paper(house.db, places[0]), await paper(house.db, places[1])] as const;
    for (const { id } of codes) {
      const outcomes = await Promise.all([
        receive(id, sku, places[0], papers[0]),
        receive(id, sku, places[1], papers[1]),
      ]);
      expect(outcomes.toSorted()).toEqual(['done', 'illegalTransition']);
    }
    const { rows } = await sql<{ codes: number; pieces: number }>`
      select sum(coded)::int as codes, sum(on_hand)::int as pieces from stock_balance where sku_id = ${sku} and guarded`.execute(
      house.db,
    );
    expect(rows).toEqual([{ codes: rounds, pieces: rounds }]);
    expect(await brokenCodes()).toEqual([]);
  });

  it(`named by batches of two warehouses at once comes in with one of them, ${rounds} times`, async () => {
    const dock = await dockPeople(house);
    const sku = (await codedGoods(house.db))[0]?.id ?? 0;
    const batches = [await uncoded(dock, sku), await uncoded(dock, sku)];
    const { order, codes } = await bound(house, { people, sku, qty: rounds });
    for (const { unique_code, epc } of codes) {
      const outcomes = await Promise.all(
        batches.map(({ id, line }, at) =>
          outcomeOf(
            house.ask(dock.counter, nameCodes, {
              id,
              // By its number at the one, by its tag at the other.
              lines: [{ line_id: line, codes: [at === 0 ? unique_code : (epc ?? '')] }] as never,
            }),
          ),
        ),
      );
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
      expect(['illegalTransition', 'invalid']).toContain(outcomes.find((outcome) => outcome !== 'done'));
    }
    expect((await codesOf(house.db, order)).every(({ status }) => status === 3)).toBe(true);
    const { rows } = await sql<{ codes: number; pieces: number }>`
      select sum(coded)::int as codes, sum(on_hand)::int as pieces from stock_balance where sku_id = ${sku} and guarded`.execute(
      house.db,
    );
    expect(rows).toEqual([{ codes: rounds, pieces: rounds * 2 }]);
    expect(await brokenCodes()).toEqual([]);
  });

  it('reported lost by two at once is held for one of them', async () => {
    const { codes } = await stockedCodes(house, { people, qty: 5 });
    for (const { id } of codes) {
      const report = (by: Actor) =>
        outcomeOf(house.ask(by, codeCalls.lost, { code_ids: [id], op: 1, reason: '巡检未找到' }));
      const outcomes = await Promise.all([report(people.maker), report(people.judge)]);
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
      // Who comes while the other one submits is refused by the line; of the last piece there is nothing left to hold either.
      expect(['illegalTransition', 'invalid', 'stockShort']).toContain(outcomes.find((outcome) => outcome !== 'done'));
    }
  });
});

describe('one tag', () => {
  it(`bound to two codes at once is one code's, and the other is told whose, ${rounds} times`, async () => {
    const sku = (await codedGoods(house.db))[0]?.id ?? 0;
    const { codes } = await issued(house, { people, sku, qty: rounds * 2 });
    for (let round = 0; round < rounds; round += 1) {
      const epc = freshEpc();
      const pair = codes.slice(round * 2, round * 2 + 2);
      const answers = await Promise.all(
        pair.map(({ unique_code }) => house.ask(people.maker, codeCalls.bind, { items: [{ unique_code, epc }] })),
      );
      expect(answers.filter(({ ok_count }) => ok_count === 1)).toHaveLength(1);
      const [error] = answers.flatMap(({ errors }) => errors);
      expect(error?.error).toMatch(/^EPC 已绑定唯一码 \d{16}$/);
    }
  });
});
