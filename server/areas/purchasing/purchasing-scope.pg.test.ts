import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { arrivalCalls } from '#contract/areas/purchasing/arrival-calls.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { purchaseCalls } from '#contract/areas/purchasing/purchase-calls.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type BuyingOffice, buyingKeys, buyingOffice, type Ordered, slot, tomorrow } from '#tests/factories/buying.ts';

// What the calls written by hand show of the suppliers, warehouses and goods of others (amendments F): data scope holds for them as well.

let house: House;
let office: BuyingOffice;
let mine: Ordered;
let theirs: Ordered;
let me: Actor;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  office = await buyingOffice(house);
  [mine, theirs] = [await office.order(), await office.order()];
  me = await house.person('采购员', buyingKeys, [
    { supplier: [mine.supplier_id], warehouse: [mine.warehouse_id], brand: [mine.brand_id] },
  ]);
});
afterAll(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const rowOf = ({ goods }: Ordered) => ({ code: goods[0]?.sku_no ?? '', qty: '1' });
const typed = ({ supplier_id, warehouse_id }: Ordered, { goods }: Ordered) => ({
  supplier_id,
  warehouse_id,
  appoint_date: tomorrow,
  appoint_slot: slot,
  lines: [{ sku_id: goods[0]?.id ?? 0, plan_qty: 1 }],
});

describe('outside the scope of a person', () => {
  it('goods in a file are not found, whoever reads it', async () => {
    const rows = [rowOf(mine), rowOf(theirs)];
    for (const call of [purchaseCalls.import, arrivalCalls.importOld]) {
      const { lines, errors } = await house.ask(me, call, { rows });
      expect(lines.map(({ sku_id }) => sku_id)).toEqual([mine.goods[0]?.id]);
      expect(errors).toEqual([{ row: 2, words: `找不到货品 ${theirs.goods[0]?.sku_no}` }]);
    }
  });

  it('an order is no file', async () => {
    await expect(house.ask(me, purchaseCalls.export, { id: theirs.id })).rejects.toMatchObject({ code: 4004 });
    const file = (await house.ask(me, purchaseCalls.export, { id: mine.id })) as { body: string };
    expect(file.body).toContain(mine.goods[0]?.sku_no);
    const porter = await house.person('仓管员', ['purchaseOrder:view']);
    const seen = (await house.ask(porter, purchaseCalls.export, { id: mine.id })) as { body: string };
    expect(seen.body).not.toContain('进价(含税)');
  });

  it('suppliers, warehouses and goods are not entered', async () => {
    for (const [input, field] of [
      [typed({ ...mine, supplier_id: theirs.supplier_id }, mine), 'supplier_id'],
      [typed({ ...mine, warehouse_id: theirs.warehouse_id }, mine), 'warehouse_id'],
      [typed(mine, theirs), 'lines.0.sku_id'],
    ] as const)
      await expect(house.ask(me, arrivalCalls.addOld, input)).rejects.toMatchObject({ kind: 'invalid', field });
    const { id } = await house.ask(me, arrivalCalls.addOld, typed(mine, mine));
    expect(await house.ask(me, callsOf(arrivalOrder).detail, { id })).toMatchObject({ source: 2 });
  });

  it('what an order stands on does not name goods of others', async () => {
    const sku_ids = [mine, theirs].map(({ goods }) => goods[0]?.id ?? 0);
    const { lines } = await house.ask(me, purchaseCalls.addView, { contract_id: mine.contract_id, sku_ids });
    expect(lines.map(({ sku_id }) => sku_id)).toEqual([mine.goods[0]?.id]);
  });
});
