import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { systemBatches } from '#server/areas/purchasing/system-batches.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person } from '#tests/factories/people.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { lockBalances } from './balances.ts';
import { settledUntil } from './late-legs.ts';
import { locationsOf } from './locations.ts';
import { lockStock } from './lock-stock.ts';
import type { Freeze, LateRows, Origins, StockPolicies } from './policies.ts';
import { postStock } from './post-stock.ts';
import type { Leg, Posting, SettledPoint } from './posting.ts';

// What an area that is still to come may register: a freeze of its own, and late rows of its own beside those of counts.

/** Nothing moves on this SKU but by the document that holds it. */
const quarantine: Freeze = {
  frozen: (asking) =>
    sql`exists (select 1 from quarantine q where q.sku_id = s.id and q.doc_id is distinct from ${asking?.docId ?? null}::bigint)`,
  words: (goods) => `${goods} 正在质检`,
};

/** Rows of before a closing say which one they missed, and nothing else happens. */
const closing: LateRows = {
  settled: { at: 'closed_at', by: 'closed_by_id' },
  marks: ['missed_closing'],
  judge: async (_tx, { legs, late }) => {
    const missed = new Map(late.map(({ leg, settlement }) => [leg, settlement.by]));
    return legs.map((leg) => {
      const by = missed.get(leg);
      return by === undefined ? leg : { ...leg, marks: { ...leg.marks, missed_closing: by } };
    });
  },
};

const origins: Origins = { give: (tx, goods, by) => systemBatches(new Numbers(db)).give(tx, goods, by) };
const policies: StockPolicies = { freezes: [quarantine], lateRows: [closing], origins };
let db: Kysely<unknown>;
let adminId: number;
let places: ReturnType<typeof locationsOf>;
let skuId: number;
beforeAll(async () => {
  ({ db } = await testDatabase());
  ({ id: adminId } = await person(db));
  places = locationsOf((await shelf(db)).id);
  skuId = (await pieces(db))[0]?.id ?? 0;
  await sql`create table quarantine (sku_id bigint, doc_id bigint)`.execute(db);
  await sql`alter table stock_balance add closed_at timestamptz, add closed_by_id bigint`.execute(db);
  await sql`alter table stock_ledger add missed_closing bigint`.execute(db);
});

const source = (docId: number) => ({ docType: 'test', docId, docNo: `T${docId}` });
const hour = (of: number): string => `2026-03-01T0${of}:00:00.000Z`;

function legs(delta: number, more: Partial<Leg> = {}): Leg[] {
  const shared = { skuId, imperfectType: 0, bizType: bizType.otherIn, ...more };
  return [
    { ...shared, location: places.warehouse, delta },
    { ...shared, location: places.supplier, delta: -delta },
  ];
}

const post = (more: Partial<Posting>, told: StockPolicies = policies) =>
  inTransaction(db, (tx) =>
    postStock(
      { db: tx, policies: told },
      { source: source(1), legs: legs(1), happenedAt: hour(3), opId: randomUUID(), adminId, ...more },
    ),
  );

const closedFor = (by: number, at: string): Partial<Posting> => ({
  source: source(by),
  settling: { policy: closing, by, points: [point(at)] },
});
const point = (at: string): SettledPoint => ({ location: places.warehouse, skuId, imperfectType: 0, at });

const rows = async () =>
  (
    await sql`select doc_id, delta, missed_closing from stock_ledger where location_id = ${places.warehouse} order by id`.execute(
      db,
    )
  ).rows;

describe('a posting is refused', () => {
  test('when a policy freezes the goods, whoever posts but the document that freezes them', async () => {
    await sql`insert into quarantine values (${skuId}, 5)`.execute(db);
    await expect(post({})).rejects.toThrow(/正在质检/);
    await expect(
      inTransaction(db, (tx) =>
        lockStock(
          { db: tx, policies },
          {
            source: source(1),
            promised: [{ location: places.warehouse, skuId, imperfectType: 0, qty: 1 }],
            lockType: 1,
            reason: 'x',
            adminId,
          },
        ),
      ),
    ).rejects.toThrow(/正在质检/);
    await post({ source: source(5) });
    await sql`delete from quarantine`.execute(db);
    await post({ source: source(6) });
  });

  test('when it settles keys, or marks rows, for a policy that nobody has named', async () => {
    const nobody: StockPolicies = { freezes: [], lateRows: [], origins };
    await expect(post(closedFor(7, hour(3)), nobody)).rejects.toThrow(/policy that nobody has named/);
    await expect(post({ legs: legs(1, { marks: { counted_twice: 1 } }) })).rejects.toThrow(/no policy names/);
  });
});

test('an area judges what turns up late for what it settled, and only that', async () => {
  const before = (await rows()).length;
  await post({ ...closedFor(8, hour(4)), legs: legs(2) });
  await post({ source: source(9), happenedAt: hour(5) });
  await post({ source: source(10), happenedAt: hour(4) });
  await post({ source: source(8), happenedAt: hour(2), settling: { policy: closing, by: 8, points: [] } });
  expect((await rows()).slice(before)).toEqual([
    { doc_id: 8, delta: 2, missed_closing: null },
    { doc_id: 9, delta: 1, missed_closing: null },
    { doc_id: 10, delta: 1, missed_closing: 8 },
    { doc_id: 8, delta: 1, missed_closing: null },
  ]);
});

test('the latest instant stands, and of two for the same instant the later posting', async () => {
  const settled = () =>
    inTransaction(db, async (tx) => {
      const keys = [point(hour(1))];
      const [balance] = (await lockBalances({ db: tx, policies }, { keys })).values();
      return balance && { until: settledUntil(balance), by: balance.settled.get(closing)?.by };
    });
  await post({ ...closedFor(11, hour(6)), legs: [] });
  await post({ ...closedFor(12, hour(5)), legs: [] });
  expect(await settled()).toEqual({ until: hour(6), by: 11 });
  await post({ ...closedFor(13, hour(6)), legs: [] });
  expect(await settled()).toEqual({ until: hour(6), by: 13 });
});

test('where no area has anything to say, stock moves all the same', async () => {
  const before = (await rows()).length;
  await post({ source: source(14) }, { freezes: [], lateRows: [], origins });
  expect((await rows()).slice(before)).toEqual([{ doc_id: 14, delta: 1, missed_closing: null }]);
});
