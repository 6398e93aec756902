import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { allots, arrived, signedAs, type TransferRoute, transferRoute } from '#tests/factories/allots.ts';

// Somebody writes past the server: each planted corruption of an allot is named by the laws that it breaks, and by no others.

let house: House;
let way: TransferRoute;
let differing = 0;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  way = await transferRoute(house);
  await way.bring(20, 1001);
  const { id, lines } = await arrived(house, way, [5]);
  differing = id;
  await house.ask(way.into, allots.sign, { id, lines: signedAs(lines, [3]) });
});

const [here, there, goods] = [() => way.sender, () => way.receiver, () => way.goods[1]?.id ?? 0];

const plants: readonly [corruption: string, plant: () => RawBuilder<unknown>[], laws: string[]][] = [
  [
    'an allot that holds nothing',
    () => [
      sql`with a as (
        insert into allot (allot_no, allot_type, out_warehouse_id, in_warehouse_id, total_qty, status) values ('DB-X', 3, ${here()}, ${there()}, 1, 1) returning id)
      insert into allot_line (allot_id, sku_id, qty) select a.id, ${goods()}, 1 from a`,
    ],
    ['i59', 'k59'],
  ],
  [
    'an allot on its way that no row accounts for',
    () => [
      sql`with a as (
        insert into allot (allot_no, allot_type, out_warehouse_id, in_warehouse_id, total_qty, send_qty, transit_qty, status)
        values ('DB-Y', 3, ${here()}, ${there()}, 1, 1, 1, 3) returning id)
      insert into allot_line (allot_id, sku_id, qty, send_qty, transit_qty) select a.id, ${goods()}, 1, 1, 1 from a`,
    ],
    ['i03', 'i59', 'k58', 'k59'],
  ],
  [
    'a cancelled allot of which something was sent',
    () => [
      sql`with a as (
        insert into allot (allot_no, allot_type, out_warehouse_id, in_warehouse_id, total_qty, status) values ('DB-Z', 3, ${here()}, ${there()}, 1, -1) returning id)
      insert into allot_line (allot_id, sku_id, qty, resolved_qty, send_qty) select a.id, ${goods()}, 1, 0, 1 from a`,
    ],
    ['i35', 'i59', 'k58'],
  ],
  [
    'an allot that differs from nothing, and a difference that decided of nothing',
    () => [
      sql`with a as (
        insert into allot (allot_no, allot_type, out_warehouse_id, in_warehouse_id, status) values ('DB-W', 3, ${here()}, ${there()}, 7) returning id),
      d as (
        insert into allot_diff (diff_no, allot_id, out_warehouse_id, in_warehouse_id, less_qty, status) select 'DY-W', a.id, ${here()}, ${there()}, 1, 4 from a returning id)
      insert into allot_diff_line (allot_diff_id, allot_line_id, sku_id, diff_qty, diff_type) select d.id, 1, ${goods()}, -1, 1 from d`,
      sql`update allot set status = 6 where allot_no = 'DB-W'`,
    ],
    ['i36', 'i59', 'k59', 'k60'],
  ],
  [
    'a line that says more is on its way than is',
    () => [
      sql`update allot_line set transit_qty = 3 where allot_id = ${differing}`,
      sql`update allot set transit_qty = 3 where id = ${differing}`,
    ],
    ['i03', 'i35', 'k58'],
  ],
  [
    'a difference of another quantity, by which one person spoke for both ends',
    () => [
      sql`update allot_diff_line set diff_qty = -1 where allot_diff_id = (select id from allot_diff where allot_id = ${differing})`,
      sql`update allot_diff set out_said_by = ${way.into.id}, in_said_by = ${way.into.id} where allot_id = ${differing}`,
    ],
    ['i36', 'k60'],
  ],
  [
    'an outbound record that is gone',
    () => [sql`delete from out_ware_detail where source_type = 'allot' and source_id = ${differing}`],
    ['k50'],
  ],
];

describe('the laws of allots', () => {
  it.each(plants)('find %s', async (_name, plant, laws) => {
    expect(await brokenInvariants(house.db)).toEqual([]);
    expect(await brokenBy(house.db, plant())).toEqual(laws);
  });
});
