import { type Kysely, type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { goodsPool } from '#contract/areas/codes/goods-pool.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { conditionsOf, orderOf, whereClause } from '#server/kit/list-query.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { addCode } from '#tests/factories/coded.ts';
import { codePeople, stockedCodes } from '#tests/factories/codes.ts';

// The pool over many codes: a page is found by an index, whatever is asked, and joined to nothing before it is cut.

const many = 60_000;
let db: Kysely<unknown>;
let house: House;
let reader: Actor;
let some: { warehouse: number; number: string };

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  const people = await codePeople(house);
  reader = people.maker;
  const { codes, warehouse, sku, order } = await stockedCodes(house, { people, qty: 3 });
  some = { warehouse, number: codes[0]?.unique_code ?? '' };
  await addCode(db);
  // As many more, straight into the table: what is measured is reading.
  await sql`alter table piece_code disable trigger user`.execute(db);
  await sql`
    insert into piece_code (unique_code, epc, sku_id, code_order_id, status, seq, location_id, warehouse_id, order_no, into_time, last_event, last_at)
    select '77' || lpad(n::text, 14, '0'), upper(lpad(md5(n::text), 24, '0'))::char(24), ${sku}, ${order}, case when n % 20 = 0 then 3 else 6 end, 1,
      case when n % 20 = 0 then ${100 + 2 * warehouse} else 2 end, ${warehouse}, case when n % 20 = 0 then null else 'SO' || n end,
      now() - n * interval '1 minute', 9, now() - n * interval '1 second'
    from generate_series(1, ${many}::int) as n`.execute(db);
  await sql`alter table piece_code enable trigger user`.execute(db);
  await sql`analyze piece_code`.execute(db);
});

async function planOf(asked: Record<string, unknown>): Promise<string> {
  const conditions: RawBuilder<boolean>[] = conditionsOf(goodsPool, reader, asked as never);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select r.id, r.unique_code, r.last_time from goods_pool as r${whereClause(conditions)} order by ${orderOf(goodsPool, asked.sort as string | undefined, 'r')} limit 20`.execute(
    db,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('a page of the pool', () => {
  it.each([
    ['all of it', () => ({})],
    ['the latest events', () => ({ sort: '-last_time' })],
    ['a warehouse and a state', () => ({ warehouse_id: some.warehouse, status: 3 })],
    ['a code', () => ({ unique_code: [some.number] })],
    ['a part of a code', () => ({ keyword: some.number.slice(3, 13) })],
    ['when they came in', () => ({ sort: '-into_time', into_time_from: '2020-01-01T00:00:00.000Z' })],
  ] as const)('of %s is found by an index', async (_what, asked) => {
    const plan = await planOf(asked());
    expect(plan).toMatch(/Index|Bitmap/);
    expect(plan).not.toMatch(/Seq Scan on piece_code/);
    // What a page only shows is joined to its rows alone.
    expect(plan).not.toMatch(/attribute_value|in_ware_batch/);
  });

  it('comes within a moment, of the middle of many as of the first', async () => {
    const times: number[] = [];
    for (const asked of [
      {},
      { status: 3, warehouse_id: some.warehouse },
      { sort: '-last_time' },
      { unique_code: [some.number] },
    ] as const)
      for (let round = 0; round < 10; round += 1) {
        const begun = performance.now();
        await house.ask(reader, callsOf(goodsPool).list, asked as never);
        times.push(performance.now() - begun);
      }
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
    expect(p95).toBeLessThan(2000);
  });
});
