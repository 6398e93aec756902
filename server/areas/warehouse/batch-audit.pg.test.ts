import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { catalogue } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, openingStock, stockPeople } from '#tests/factories/stock.ts';

// Several documents judged in one call, each by itself: what can be done is done, the rest is named with its reason.

let house: House;
let people: Awaited<ReturnType<typeof stockPeople>>;
let waiting: { id: number; version: number }[];
let goods: number;
let place: number;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await stockPeople(house);
});

beforeEach(async () => {
  place = (await shelf(house.db)).id;
  goods = (await pieces(house.db))[0]?.id ?? 0;
  await openingStock(house, { people, warehouse: place, lines: [{ sku_id: goods, qty: 10 }] });
  waiting = [await submitted(people.maker), await submitted(people.maker), await submitted(people.maker)];
});

async function submitted(maker: Actor): Promise<{ id: number; version: number }> {
  const { id, version } = await house.ask(maker, adjustment.calls.add, {
    warehouse_id: place,
    adjust_type: adjustType.gain,
    reason: '测试',
    lines: [{ sku_id: goods, qty: 1 }] as never,
  });
  return { id, version: (await house.ask(maker, adjustment.submit, { id, version })).version };
}

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const statuses = async () => {
  const { rows } = await sql<{ status: number }>`
    select status from stock_adjustment where id = any(${waiting.map(({ id }) => id)}) order by id`.execute(house.db);
  return rows.map(({ status }) => status);
};

it('refuses what asks for none, for too many, or for one of them twice', async () => {
  const ask = (each: unknown) => house.ask(people.judge, adjustment.audit, { each, result: 1 } as never);
  const many = Array.from({ length: limits.pageSizeMost + 1 }, (_, id) => ({ id: id + 1, version: 1 }));
  for (const each of [[], many, [waiting[0], waiting[0]], [{ id: 1 }]])
    await expect(ask(each)).rejects.toMatchObject({ kind: 'invalid', field: expect.stringMatching(/^each/) });
  await expect(house.ask(people.judge, adjustment.audit, { each: waiting, ids: [1], result: 1 })).rejects.toMatchObject(
    { kind: 'invalid' },
  );
  const [one] = waiting;
  await expect(
    house.ask(people.maker, adjustment.submit, { each: [one ?? { id: 0, version: 1 }] }),
  ).rejects.toMatchObject({ kind: 'invalid', field: 'each' });
  expect(await statuses()).toEqual([1, 1, 1]);
});

it('does what can be done, and says of each of the others why not', async () => {
  const [first, stale, last] = waiting;
  if (!first || !stale || !last) throw new Error('three were made');
  const own = await submitted(people.judge);
  await house.ask(people.judge, adjustment.audit, { id: last.id, version: last.version, result: 2, remark: '不对' });
  const { refused } = await house.ask(people.judge, adjustment.audit, {
    each: [last, { ...stale, version: stale.version + 7 }, own, first, { id: 999_999, version: 1 }],
    result: 1,
  });
  expect(refused?.map(({ id, code }) => [id, code])).toEqual([
    [stale.id, catalogue.versionConflict.code],
    [last.id, catalogue.illegalTransition.code],
    [own.id, catalogue.illegalTransition.code],
    [999_999, catalogue.notFound.code],
  ]);
  expect(refused?.[0]?.no).toMatch(/^TZ/);
  expect(refused?.[3]?.no).toBeNull();
  expect(await statuses()).toEqual([2, 1, 3]);
});

it('leaves nothing of a document that is refused when its goods have been posted already', async () => {
  const [, second] = waiting;
  // As a constraint that the last of its writes runs into.
  await sql`
    create function refuse_one() returns trigger language plpgsql as
    $$ begin raise exception 'made up' using errcode = '23503', constraint = 'made_up_fkey'; end $$`.execute(house.db);
  await sql
    .raw(`create trigger refuse_one before insert on audit_log for each row
    when (new.doc_type = 'stockAdjustment' and new.doc_id = ${second?.id}) execute function refuse_one()`)
    .execute(house.db);
  const answer = await house.ask(people.judge, adjustment.audit, { each: waiting, result: 1 });
  expect(answer.refused?.map(({ id, code }) => [id, code])).toEqual([[second?.id, catalogue.invalid.code]]);
  expect(await statuses()).toEqual([2, 1, 2]);
  const { rows } = await sql<{ on_hand: number }>`
    select on_hand from stock_balance where warehouse_id = ${place} and sku_id = ${goods}`.execute(house.db);
  expect(rows).toEqual([{ on_hand: 12 }]);
});

it('answers a repeat with what was answered, and posts nothing twice', async () => {
  const [first] = waiting;
  const opId = crypto.randomUUID();
  const input = { each: [...waiting.slice(1), { id: first?.id ?? 0, version: 99 }], result: 1 as const };
  const answer = await house.ask(people.judge, adjustment.audit, input, { opId });
  expect(answer.refused).toHaveLength(1);
  expect(await house.ask(people.judge, adjustment.audit, input, { opId })).toEqual(answer);
  expect(await statuses()).toEqual([1, 2, 2]);
});
