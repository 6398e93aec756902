import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { connect, type Database } from '#server/database/connect.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { type AdjustedLine, adjustment, openingStock, stockPeople } from '#tests/factories/stock.ts';
import { brokenInvariants } from './invariants.ts';

// Races (reference reliability R10, R11): whoever comes at once, in whatever order, the books stay right and each loser gets a clear word.

const rounds = runsOf(200);
let database: Database;
let house: House;
let people: { maker: Actor; judge: Actor };
let otherJudge: Actor;
let warehouse: number;

beforeAll(async () => {
  const { url } = await testDatabase();
  database = await connect({ url, max: 24 });
  house = openHouse(database.db);
  people = await stockPeople(house);
  otherJudge = (await stockPeople(house)).judge;
  warehouse = (await shelf(house.db)).id;
});

// Twice is harmless: the last test closes it early.
afterAll(async () => await database.close());

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

describe('the last five pieces', () => {
  it('go to exactly five of twenty clients, and the others are told what is left', async () => {
    const [goods] = await pieces(house.db);
    const skuId = goods?.id ?? 0;
    await openingStock(house, { people, warehouse, lines: [{ sku_id: skuId, qty: 5 }] });
    const drafts = await Promise.all(
      Array.from({ length: 20 }, () => draft(adjustType.ownUse, [{ sku_id: skuId, qty: 1 }])),
    );
    for (let round = 1; round <= rounds; round += 1) {
      const taken = await Promise.all(
        drafts.map((id) => outcomeOf(house.ask(people.maker, adjustment.submit, { id }))),
      );
      const winners = drafts.filter((_, index) => taken[index] === 'done');
      expect(winners).toHaveLength(5);
      expect(taken.filter((outcome) => outcome === 'stockShort')).toHaveLength(15);
      expect(await standing(skuId)).toEqual({ on_hand: 5, locked: 5 });
      // Refused, they give the pieces back and may ask again; in the last round they take them.
      const result = round < rounds ? 2 : 1;
      const judged = await Promise.all(
        winners.map((id) => outcomeOf(house.ask(people.judge, adjustment.audit, { id, result, remark: '再议' }))),
      );
      expect(judged).toEqual(winners.map(() => 'done'));
    }
    expect(await standing(skuId)).toEqual({ on_hand: 0, locked: 0 });
  });
});

describe('two approvers at once', () => {
  it.each([
    ['both pass it', 1, 1],
    ['one passes, one rejects it', 1, 2],
  ] as const)('%s: exactly one of them decides', async (_name, first, second) => {
    const [goods] = await pieces(house.db);
    for (let round = 0; round < rounds / 2; round += 1) {
      const id = await draft(adjustType.otherIn, [{ sku_id: goods?.id ?? 0, qty: 1 }]);
      await house.ask(people.maker, adjustment.submit, { id });
      const outcomes = await Promise.all([
        outcomeOf(house.ask(people.judge, adjustment.audit, { id, result: first, remark: '同意' })),
        outcomeOf(house.ask(otherJudge, adjustment.audit, { id, result: second, remark: '数量不对' })),
      ]);
      expect(outcomes.toSorted()).toEqual(['done', 'illegalTransition']);
      const { rows } = await sql<{ status: number; rows: number; steps: number }>`
        select status, (select count(*) from stock_ledger where doc_type = 'stockAdjustment' and doc_id = a.id) as rows,
          (select count(*) from audit_log where doc_type = 'stockAdjustment' and doc_id = a.id and action = 'audit') as steps
        from stock_adjustment a where id = ${id}`.execute(house.db);
      const passed = outcomes[0] === 'done' || second === 1;
      expect(rows[0]).toEqual({ status: passed ? 2 : 3, rows: passed ? 2 : 0, steps: 1 });
    }
  });
});

describe('numbers', () => {
  it('are given to more callers at once than there are connections', async () => {
    const narrow = await connect({ url: urlOf(database), max: 4 });
    try {
      const crowd = openHouse(narrow.db);
      const [goods] = await pieces(house.db);
      const adding = Array.from({ length: 60 }, () =>
        crowd.ask(
          people.maker,
          adjustment.calls.add,
          draftOf(adjustType.otherIn, [{ sku_id: goods?.id ?? 0, qty: 1 }]),
        ),
      );
      const numbers = (await Promise.all(adding)).map((saved) => saved.no);
      expect(new Set(numbers).size).toBe(60);
    } finally {
      await narrow.close();
    }
  });
});

describe('hot goods', () => {
  it('eight writers of many lines in any order never meet a deadlock', async () => {
    const goods = await pieces(house.db, 8);
    await openingStock(house, { people, warehouse, lines: goods.map(({ id }) => ({ sku_id: id, qty: 30 })) });
    const ends = await Promise.all(
      Array.from({ length: 8 }, (_, writer) =>
        write(
          writer,
          goods.map(({ id }) => id),
        ),
      ),
    );
    const all = ends.flat();
    expect(new Set(all)).toEqual(new Set(['done', 'stockShort']));
    expect(all.filter((outcome) => outcome === 'done').length).toBeGreaterThan(turns);
    expect(await brokenInvariants(house.db)).toEqual([]);
    // A deadlock that a retry hides is still a broken lock order. Sessions tell the server what they saw when they end.
    const url = urlOf(database);
    await database.close();
    database = await connect({ url, max: 2 });
    house = openHouse(database.db);
    const { rows } = await sql<{
      deadlocks: number;
    }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(database.db);
    expect(rows[0]?.deadlocks).toBe(0);
  });
});

async function standing(skuId: number): Promise<{ on_hand: number; locked: number } | undefined> {
  const { rows } = await sql<{
    on_hand: number;
    locked: number;
  }>`select on_hand, locked from stock_balance where warehouse_id = ${warehouse} and sku_id = ${skuId}`.execute(
    house.db,
  );
  return rows[0];
}

const turns = process.env.DEEP ? 60 : 24;

async function write(writer: number, goods: readonly number[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const lines = shuffled(goods)
      .slice(0, 5)
      .map((id) => ({ sku_id: id, qty: 1 + ((writer + turn) % 3) }));
    const id = await draft(turn % 3 === 2 ? adjustType.otherIn : adjustType.ownUse, lines);
    const submitted = await outcomeOf(house.ask(people.maker, adjustment.submit, { id }));
    outcomes.push(
      submitted === 'done' ? await outcomeOf(house.ask(people.judge, adjustment.audit, { id, result: 1 })) : submitted,
    );
  }
  return outcomes;
}

function shuffled<T>(all: readonly T[]): T[] {
  const deck = [...all];
  for (let place = deck.length - 1; place > 0; place -= 1) {
    const other = Math.floor(Math.random() * (place + 1));
    [deck[place], deck[other]] = [deck[other] as T, deck[place] as T];
  }
  return deck;
}

function draftOf(type: number, lines: AdjustedLine[]) {
  return { warehouse_id: warehouse, adjust_type: type, reason: '同时领用', lines: lines as never };
}

async function draft(type: number, lines: AdjustedLine[]): Promise<number> {
  return (await house.ask(people.maker, adjustment.calls.add, draftOf(type, lines))).id;
}

/** `done`, or the kind of the refusal; anything but a refusal would be a 500 and is thrown. */
async function outcomeOf(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.kind;
    throw error;
  }
}

function urlOf({ pool }: Database): string {
  return String(pool.options.connectionString);
}
