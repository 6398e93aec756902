import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { heldStock } from '#contract/areas/warehouse/held-stock.ts';
import { manualLock } from '#contract/areas/warehouse/manual-lock.ts';
import { shelfBatch } from '#contract/areas/warehouse/shelf-batch.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { allKeys, everybody, type Supplied, supplied } from '#tests/factories/returns.ts';
import { adjustment } from '#tests/factories/stock.ts';

// Pieces that somebody keeps by hand, until they or the clock let them go, and what a look at a shelf shows of them.

const lock = callsOf(manualLock).add;
const unlock = transitionCall(manualLock, 'unlock');

let house: House;
let people: Awaited<ReturnType<typeof everybody>>;
let goods: Supplied;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await everybody(house);
});

beforeEach(async () => {
  goods = await supplied(house, people, [[10, 300]]);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const keep = (qty: number, more: object = {}) =>
  house.ask(people.head, lock, {
    warehouse_id: goods.warehouse,
    reason: '留给样衣拍摄',
    lines: [{ sku_id: goods.sku, qty }],
    ...more,
  } as never);

async function locked(): Promise<number> {
  const { rows } = await sql<{ locked: number }>`
    select locked from stock_balance where warehouse_id = ${goods.warehouse} and sku_id = ${goods.sku} and imperfect_type = 0`.execute(
    house.db,
  );
  return rows[0]?.locked ?? 0;
}

it('refuses more than is free, nothing, no reason, and a time that is over', async () => {
  await expect(keep(11)).rejects.toMatchObject({ kind: 'stockShort', field: 'lines' });
  await expect(keep(1, { lines: [] })).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
  await expect(keep(1, { reason: '' })).rejects.toMatchObject({ kind: 'invalid', field: 'reason' });
  const past = new Date(house.clock.now().getTime() - 1).toISOString();
  await expect(keep(1, { expire_at: past })).rejects.toMatchObject({ kind: 'invalid', field: 'expire_at' });
  const stranger = await house.person(
    '路人',
    allKeys.filter((key) => key !== 'stock:lock'),
  );
  await expect(house.ask(stranger, lock, {} as never)).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await locked()).toBe(0);
});

it('keeps pieces from everybody else until it is let go, with a reason', async () => {
  const { id } = await keep(8);
  await expect(keep(3)).rejects.toMatchObject({ kind: 'stockShort' });
  await expect(house.ask(people.buyer, unlock, { id })).rejects.toMatchObject({ field: 'reason' });
  await house.ask(people.buyer, unlock, { id, reason: '拍摄取消' });
  expect(await locked()).toBe(0);
  await expect(house.ask(people.buyer, unlock, { id, reason: '再来一次' })).rejects.toMatchObject({
    kind: 'illegalTransition',
  });
});

it('is let go by the clock when its time has come', async () => {
  const until = new Date(house.clock.now().getTime() + 60_000).toISOString();
  await keep(4, { expire_at: until });
  await keep(2);
  expect(await house.takeDue()).toBe(0);
  house.clock.advance(60_000);
  expect(await house.takeDue()).toBe(1);
  expect(await locked()).toBe(2);
});

it('is seen on its shelf with who keeps what, beside the batches and what they cost', async () => {
  const { id, no } = await keep(4);
  const at = { warehouse_id: goods.warehouse, sku_id: goods.sku };
  const held = await house.ask(people.buyer, callsOf(heldStock).list, at);
  expect(held.list).toMatchObject([{ source_type: 'manualLock', source_id: id, source_no: no, qty: 4, lock_type: 7 }]);
  const batches = await house.ask(people.buyer, callsOf(shelfBatch).list, at);
  expect(batches.list).toMatchObject([
    { qty_remain: 10, qty_locked: 0, cost_amount: 3000, supplier_id: goods.supplier },
  ]);
  const keeper = await house.person('仓管', ['stock:view'], [{ warehouse: [goods.warehouse] }]);
  const [seen] = (await house.ask(keeper, callsOf(shelfBatch).list, at)).list;
  expect(seen).not.toHaveProperty('cost_amount');
  const elsewhere = await house.person('别处', ['stock:view'], [{ warehouse: [goods.warehouse + 1] }]);
  expect((await house.ask(elsewhere, callsOf(heldStock).list, at)).total).toBe(0);
});

it('what is used up leaves an outbound record with its cost, and what changes its grade leaves none', async () => {
  const take = async (adjust_type: number, more: object = {}) => {
    const { id } = await house.ask(people.buyer, adjustment.calls.add, {
      warehouse_id: goods.warehouse,
      adjust_type,
      reason: '测试',
      lines: [{ sku_id: goods.sku, qty: 3, ...more }] as never,
    });
    await house.ask(people.buyer, adjustment.submit, { id });
    await house.ask(people.manager, adjustment.audit, { id, result: 1 });
    const { rows } = await sql<Record<string, unknown>>`
      select o.out_type, o.total_qty, o.total_cost, l.cost_price, l.amount from out_ware_detail o join out_ware_detail_line l on l.out_ware_detail_id = o.id
      where o.source_type = 'stockAdjustment' and o.source_id = ${id}`.execute(house.db);
    return rows;
  };
  expect(await take(adjustType.degrade, { to_imperfect_type: 1 })).toEqual([]);
  expect(await take(adjustType.ownUse)).toEqual([
    { out_type: 5, total_qty: 3, total_cost: 900, cost_price: 300, amount: 900 },
  ]);
});
