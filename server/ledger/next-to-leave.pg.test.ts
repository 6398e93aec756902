import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { openingStock, stockPeople } from '#tests/factories/stock.ts';
import { type Leaving, nextToLeave } from './batches.ts';
import { locationsOf } from './locations.ts';

// Which batch leaves next is read off the index, in its order: however many batches a key is in, no more than leave are looked at,
// and nothing is sorted. Without the index the plan is another and this test fails.

const { db } = await testDatabase();

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const within = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(within)];

async function planOf(leaving: readonly Leaving[]): Promise<Plan[]> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
    explain (analyze, costs off, timing off, format json) ${nextToLeave(leaving, false)}`.execute(db);
  const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
  if (!explained) throw new Error('there is no plan');
  return within(explained.Plan);
}

test('a batch is chosen out of a thousand by the index alone', async () => {
  const house = openHouse(db);
  const people = await stockPeople(house);
  const place = await shelf(db);
  const [shirt, other] = await pieces(db, 2);
  if (!shirt || !other) throw new Error('no goods');
  const goods = [shirt, other].map(({ id }) => ({ sku_id: id, qty: 3000 }));
  await openingStock(house, { people, warehouse: place.id, lines: goods });
  // The batch of each becomes a thousand of three pieces, the last of which expires first; every second is promised to others.
  await sql`
    with one as (select b.*, d.in_ware_batch_id, d.price_state from stock_batch b join in_ware_batch_detail d on d.id = b.in_ware_detail_id),
    line as (
      insert into in_ware_batch_detail (in_ware_batch_id, sku_id, imperfect_type, price_state, cost_price) select o.in_ware_batch_id, o.sku_id, 0, 2, 0 from one o, generate_series(1, 1000) returning id, sku_id
    ), numbered as (select id, sku_id, (row_number() over (partition by sku_id order by id))::int as n from line)
    insert into stock_batch (serial_no, location_id, warehouse_id, sku_id, imperfect_type, in_ware_detail_id, qty_remain, qty_locked, expire_at, into_time)
    select 'T' || l.id, o.location_id, o.warehouse_id, o.sku_id, 0, l.id, 3, case when l.n % 2 = 0 then 3 else 0 end, date '2030-01-01' - l.n, o.into_time
    from numbered l join one o on o.sku_id = l.sku_id`.execute(db);
  await sql`analyze stock_batch`.execute(db);

  const { warehouse: location } = locationsOf(place.id);
  const leaving = (qty: number): Leaving => ({
    location,
    skuId: shirt.id,
    imperfectType: 0,
    qty,
    origins: [],
    outOrder: null,
  });
  const plan = await planOf([leaving(4)]);
  const reads = plan.filter((node) => node['Relation Name'] === 'stock_batch');
  expect(reads).toMatchObject([{ 'Node Type': 'Index Scan', 'Index Name': 'stock_batch_leaving' }]);
  // Four pieces: at most four batches that have some, and those between them that have none to give.
  expect(reads[0]?.['Actual Rows']).toBeLessThanOrEqual(4);
  expect(reads[0]?.['Rows Removed by Filter'] ?? 0).toBeLessThanOrEqual(4);
  // Only what was chosen is put into the order of the keys that asked.
  for (const sorted of plan.filter((node) => node['Node Type'] === 'Sort'))
    expect(within(sorted)[0]?.['Actual Rows']).toBeLessThanOrEqual(2);

  const { rows } = await nextToLeave([leaving(4)], false).execute(db);
  const { rows: all } = await sql<{ in_ware_detail_id: number }>`
    select in_ware_detail_id from stock_batch where location_id = ${location} and sku_id = ${shirt.id} and qty_remain > qty_locked
    order by expire_at, into_time, in_ware_detail_id limit 2`.execute(db);
  expect(rows.map((row) => row.in_ware_detail_id)).toEqual(all.map((row) => row.in_ware_detail_id));
});
