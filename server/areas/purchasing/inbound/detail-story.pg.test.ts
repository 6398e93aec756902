import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { inWareDetailCalls } from '#contract/areas/purchasing/inbound-calls.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { atDock, type DockPeople, dockPeople, receiveWhole } from '#tests/factories/inbound.ts';
import { pieces } from '#tests/factories/shelf.ts';
import { adjust, stockPeople } from '#tests/factories/stock.ts';

// What became of the pieces of one line: as much of it as whoever asks may see.

let house: House;
let people: DockPeople;
beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await dockPeople(house);
});

it('tells where the pieces of a line stand and how they moved, with their cost for those who may see it', async () => {
  const [goods] = await pieces(house.db);
  const sku_id = goods?.id ?? 0;
  const dock = await atDock(house.db, { lines: [{ sku_id }] });
  const batch = await receiveWhole(house, { people, arrival: dock.arrival });
  house.clock.advance(60_000);
  const stockers = await stockPeople(house);
  const lost = { people: stockers, warehouse: dock.warehouse, type: adjustType.loss, lines: [{ sku_id, qty: 3 }] };
  const adjusted = await adjust(house, lost);
  const { rows } = await sql<{ id: number }>`
    select id from in_ware_batch_detail where in_ware_batch_id = ${batch}`.execute(house.db);
  const id = rows[0]?.id ?? 0;
  const told = await house.ask(people.judge, inWareDetailCalls.detail, { id });
  expect(told.detail).toMatchObject({
    id,
    batch_id: batch,
    in_qty: 10,
    cost_price: 1000,
    amount: 10_000,
    price_state: 1,
  });
  expect(told.batches).toMatchObject([{ warehouse_id: dock.warehouse, qty_remain: 7, cost_price: 1000 }]);
  expect(told.movement_count).toBe(2);
  expect(told.movements).toMatchObject([
    {
      biz_type: bizType.purchaseIn,
      on_hand_delta: 10,
      cost_amount: 10_000,
      source_type: 'inWareBatch',
      source_id: batch,
    },
    { on_hand_delta: -3, cost_amount: -3000, source_type: 'stockAdjustment', source_id: adjusted },
  ]);
  const blind = await house.person('仓管', ['InWareDetail:view']);
  const seen = await house.ask(blind, inWareDetailCalls.detail, { id });
  expect(seen.movements).toHaveLength(2);
  expect(JSON.stringify(seen)).not.toMatch(/cost|"amount"|purchase_price/);
  const elsewhere = await house.person('别仓', ['InWareDetail:view'], [{ warehouse: [dock.warehouse + 1000] }]);
  await expect(house.ask(elsewhere, inWareDetailCalls.detail, { id })).rejects.toMatchObject({ kind: 'notFound' });
});
