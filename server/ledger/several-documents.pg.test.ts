import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { person } from '#tests/factories/people.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { lockBalances } from './balances.ts';
import { brokenInvariants } from './invariants.ts';
import { locationsOf } from './locations.ts';
import type { Books } from './policies.ts';
import { postStock } from './post-stock.ts';
import type { Leg, Posting } from './posting.ts';

// One posting of several documents: each leg names its own, and the books of each are whole by themselves.

let db: Kysely<unknown>;
let adminId: number;
let places: ReturnType<typeof locationsOf>;
let skuId: number;
beforeAll(async () => {
  ({ db } = await testDatabase());
  ({ id: adminId } = await person(db));
  places = locationsOf((await shelf(db)).id);
  skuId = (await pieces(db))[0]?.id ?? 0;
});

const booksOf = (tx: Tx): Books => ({ db: tx, policies: stockPolicies(new Numbers(db)) });
const source = (docId: number) => ({ docType: 'test', docId, docNo: `T${docId}` });

function move(docId: number | undefined, delta: number, lineId = 1): Leg[] {
  const shared = {
    skuId,
    imperfectType: 0,
    bizType: bizType.sale,
    lineId,
    ...(docId ? { source: source(docId) } : {}),
  };
  return [
    { ...shared, location: places.warehouse, delta },
    { ...shared, location: places.customer, delta: -delta },
  ];
}

const posting = (legs: Leg[], more: Partial<Posting> = {}): Posting => ({
  legs,
  happenedAt: '2026-03-01T02:00:00.000Z',
  opId: randomUUID(),
  adminId,
  ...more,
});

const post = (legs: Leg[], more: Partial<Posting> = {}) =>
  inTransaction(db, (tx) => postStock(booksOf(tx), posting(legs, more)));

const rows = async () =>
  (
    await sql`
    select doc_no, line_id, delta, balance_before, balance_after from stock_ledger where sku_id = ${skuId} and warehouse_id is not null order by id`.execute(
      db,
    )
  ).rows;

describe('a posting is refused', () => {
  test('when a leg names no document, and neither does the posting', async () => {
    await expect(post(move(undefined, 1))).rejects.toThrow(/names no document/);
  });

  test('when two documents balance only together', async () => {
    const [into] = move(1, 1);
    const [, from] = move(2, 1);
    await expect(post([into, from] as Leg[])).rejects.toThrow(/by test 1 does not sum to zero/);
  });

  test('when all of them together take more than there is', async () => {
    await post(move(3, 2));
    await expect(post([...move(4, -1), ...move(5, -2)])).rejects.toThrow(/可用 2 件，需要 3 件/);
    expect(await rows()).toHaveLength(1);
  });
});

test('documents stand one after the other, and several postings share balances that were locked once', async () => {
  await inTransaction(db, async (tx) => {
    const keys = [places.customer, places.warehouse].map((location) => ({ location, skuId, imperfectType: 0 }));
    const locked = await lockBalances(booksOf(tx), { keys });
    await postStock(
      booksOf(tx),
      posting([...move(6, -1), ...move(7, 3), ...move(undefined, -1, 2)], { locked, source: source(8) }),
    );
    await postStock(booksOf(tx), posting(move(9, -3), { locked }));
    expect([...locked.values()].map(({ onHand }) => onHand)).toEqual([0, 0]);
    await expect(postStock(booksOf(tx), posting(move(10, -1), { locked }))).rejects.toThrow(/可用 0 件，需要 1 件/);
  });
  expect((await rows()).slice(1)).toEqual([
    { doc_no: 'T6', line_id: 1, delta: -1, balance_before: 2, balance_after: 1 },
    { doc_no: 'T7', line_id: 1, delta: 3, balance_before: 1, balance_after: 4 },
    { doc_no: 'T8', line_id: 2, delta: -1, balance_before: 4, balance_after: 3 },
    { doc_no: 'T9', line_id: 1, delta: -3, balance_before: 3, balance_after: 0 },
  ]);
  // These documents are in no table, and the test made no calls: all else must hold.
  const broken = (await brokenInvariants(db)).map(({ name }) => name.slice(0, 3));
  expect(broken).toEqual(['k06', 'k35']);
});
