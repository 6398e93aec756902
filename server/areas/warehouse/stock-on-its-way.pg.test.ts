import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { lockBalances } from '#server/ledger/balances.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';

it('goods on their way to a warehouse that never had them are in its list and its sum', async () => {
  const { db } = await testDatabase();
  const house = openHouse(db);
  const [{ id: warehouse_id }, [coat]] = [await shelf(db), await pieces(db)];
  const key = { location: locationsOf(warehouse_id).transit, skuId: coat?.id ?? 0, imperfectType: 0 };
  const policies = stockPolicies(new Numbers(db), house.kit.registry.events);
  await db.transaction().execute(async (tx) => {
    await lockBalances({ db: tx, policies }, { keys: [key] });
    await sql`update stock_balance set on_hand = 12 where location_id = ${key.location}`.execute(tx);
  });
  const reader = await house.person('仓管', ['stock:view']);
  const { list, sum } = await house.ask(reader, callsOf(stock).list, { warehouse_id: [warehouse_id] });
  expect(list).toMatchObject([{ sku_id: coat?.id, qty_on_hand: 0, qty_in_transit: 12 }]);
  expect(sum?.qty_in_transit).toBe(12);
});
