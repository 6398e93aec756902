import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { contractCalls } from '#contract/areas/contracts/contract-calls.ts';
import { returnRates } from '#contract/areas/purchasing/back-order-calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { atDock, type DockPeople, dockPeople, receiveWhole } from '#tests/factories/inbound.ts';
import { everybody, returns } from '#tests/factories/returns.ts';
import { pieces } from '#tests/factories/shelf.ts';

// What became of the terms of a contract, worked out by hand: ten pieces at 113.00 and seven at 59.90 came in, 1549.30 together.

let house: House;
let dockers: DockPeople;
let movers: Awaited<ReturnType<typeof everybody>>;
let reader: Actor;
let deal: Awaited<ReturnType<typeof atDock>> & { skus: number[]; contract: number };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  dockers = await dockPeople(house);
  movers = await everybody(house);
  reader = await house.person('采购', ['contract:view', 'backOrder:view', 'stock:costView']);
});

beforeEach(async () => {
  const skus = (await pieces(house.db, 2)).map(({ id }) => id);
  const dock = await atDock(house.db, {
    lines: [
      { sku_id: skus[0] ?? 0, qty: 10, price: 11_300 },
      { sku_id: skus[1] ?? 0, qty: 7, price: 5990 },
    ],
  });
  await receiveWhole(house, { people: dockers, arrival: dock.arrival });
  const { rows } = await sql<{ id: number }>`
    update contract c set return_rate_bp = 1000, rebate_rate_bp = 200 from purchase_order o where o.id = ${dock.purchase} and c.id = o.contract_id returning c.id`.execute(
    house.db,
  );
  deal = { ...dock, skus, contract: rows[0]?.id ?? 0 };
});

/** So many of the seven are to go back; nothing is submitted yet. */
async function drawn(qty: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from stock_batch where warehouse_id = ${deal.warehouse} and sku_id = ${deal.skus[1]} and qty_remain > 0`.execute(
    house.db,
  );
  const { id } = await house.ask(movers.buyer, returns.add, {
    warehouse_id: deal.warehouse,
    supplier_id: deal.supplier,
    back_type: 1,
    reason: '季末滞销',
    lines: [{ stock_batch_id: rows[0]?.id, qty }],
  } as never);
  return id;
}

async function sentOut(id: number): Promise<void> {
  await house.ask(movers.manager, returns.department, { id, result: 1 });
  await house.ask(movers.head, returns.finance, { id, result: 1 });
  const { lines } = await house.ask(movers.keeper, returns.detail, { id });
  await house.ask(movers.keeper, returns.out, {
    id,
    waybill_no: 'SF1',
    lines: lines.map((line) => ({ line_id: line.id, out_qty: line.qty })),
  });
}

const standing = async (who: Actor) => await house.ask(who, contractCalls.standing, { supplier_id: deal.supplier });
const warned = async (id: number) => (await house.ask(reader, returnRates, { id })).list;

it('is told to nobody who does not see the supplier, and without amounts to who may not see costs', async () => {
  const other = await house.person('他人', ['contract:view', 'backOrder:view'], [{ supplier: [deal.supplier + 1] }]);
  await expect(standing(other)).rejects.toMatchObject({ kind: 'notFound' });
  await expect(house.ask(other, returnRates, { id: await drawn(1) })).rejects.toMatchObject({ kind: 'notFound' });
  const shy = await house.person('无成本', ['contract:view']);
  expect(await standing(shy)).toMatchObject({
    rebate_amount: null,
    rebate_received: null,
    list: [{ contract_id: deal.contract, in_qty: 17, in_amount: null, back_amount: null, rebate_amount: null }],
  });
});

it('counts what goes back by the contract it came by, and warns of more than was agreed on', async () => {
  expect(await standing(reader)).toMatchObject({
    rebate_amount: 3099,
    rebate_received: 0,
    list: [{ in_qty: 17, in_amount: 154_930, back_qty: 0, returned_bp: 0, over: false, rebate_amount: 3099 }],
  });
  // 2 × 59.90 of 1549.30 are 7.73 in a hundred.
  const first = await drawn(2);
  expect(await warned(first)).toEqual([]);
  await house.ask(movers.buyer, returns.submit, { id: first });
  expect(await standing(reader)).toMatchObject({
    list: [{ leaving_qty: 2, back_qty: 0, returned_bp: 773, over: false }],
  });
  await sentOut(first);
  // Less rebate: 2 % of 1549.30 − 119.80 are 28.59.
  expect(await standing(reader)).toMatchObject({
    list: [{ leaving_qty: 0, back_qty: 2, back_amount: 11_980, returned_bp: 773, over: false, rebate_amount: 2859 }],
  });
  // Another one makes 11.60 in a hundred: said before it is submitted, and after.
  const second = await drawn(1);
  const words = [{ return_rate_bp: 1000, others_bp: 773, returned_bp: 1160 }];
  expect(await warned(second)).toMatchObject(words);
  await house.ask(movers.buyer, returns.submit, { id: second });
  expect(await warned(second)).toMatchObject(words);
  await sentOut(second);
  expect(await warned(second)).toMatchObject(words);
  expect(await standing(reader)).toMatchObject({ list: [{ back_qty: 3, returned_bp: 1160, over: true }] });
});

it('forgets what did not go back, and says nothing where nothing was agreed on', async () => {
  const id = await drawn(7);
  await house.ask(movers.buyer, returns.submit, { id });
  expect(await warned(id)).toMatchObject([{ others_bp: 0, returned_bp: 2706 }]);
  await house.ask(movers.buyer, returns.cancel, { id, reason: '不退了' });
  expect(await warned(id)).toEqual([]);
  expect(await standing(reader)).toMatchObject({ list: [{ leaving_qty: 0, returned_bp: 0, over: false }] });
  await sql`update contract set return_rate_bp = null where id = ${deal.contract}`.execute(house.db);
  expect(await warned(await drawn(7))).toEqual([]);
});

it('counts rebates that were received or are set off', async () => {
  await sql`
    insert into current_expense (expense_no, partner_type, supplier_id, partner_name, direction, expense_type, amount, settle_way, status)
    values (${`WL${deal.supplier}a`}, 1, ${deal.supplier}, '甲', 2, 2, 1000, 2, 6), (${`WL${deal.supplier}b`}, 1, ${deal.supplier}, '甲', 2, 2, 500, 2, 1)`.execute(
    house.db,
  );
  expect(await standing(reader)).toMatchObject({ rebate_amount: 3099, rebate_received: 1000 });
});
