import { sql } from 'kysely';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { owedInBooks } from '#tests/factories/costs.ts';
import { atDock, type DockPeople, dockPeople, receiveWhole } from '#tests/factories/inbound.ts';
import { everybody, returns } from '#tests/factories/returns.ts';
import { pieces } from '#tests/factories/shelf.ts';

// Goods that come in and go back whole leave no amount, no tax and nothing in the books, in however many parts they go (amendments H1).

let house: House;
let dockers: DockPeople;
let movers: Awaited<ReturnType<typeof everybody>>;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  dockers = await dockPeople(house);
  movers = await everybody(house);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

it.each([[[20]], [[1, 19]], [[7, 6, 7]]])(
  '20 pieces at 9.99, tax of 13 in a hundred included, back in parts of %j',
  async (parts) => {
    const [piece] = await pieces(house.db);
    const dock = await atDock(house.db, { lines: [{ sku_id: piece?.id ?? 0, qty: 20, price: 999, rate: 1300 }] });
    await receiveWhole(house, { people: dockers, arrival: dock.arrival });
    for (const qty of parts) await sendBack(dock, qty);
    const { rows } = await sql`
    select sum(amount)::bigint as amount, sum(tax_amount)::bigint as tax from settle_item where supplier_id = ${dock.supplier} and status <> -1`.execute(
      house.db,
    );
    expect(rows).toEqual([{ amount: 0, tax: 0 }]);
    expect(await owedInBooks(house.db, dock.supplier, '2202.02')).toBe(0);
    expect(await owedInBooks(house.db, dock.supplier, '6401.09')).toBe(0);
  },
);

/** Sends pieces of the one batch back at the price they came at. */
async function sendBack({ warehouse, supplier }: { warehouse: number; supplier: number }, qty: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from stock_batch where warehouse_id = ${warehouse} and qty_remain > 0`.execute(house.db);
  const lines = [{ stock_batch_id: rows[0]?.id, qty }];
  const body = { warehouse_id: warehouse, supplier_id: supplier, back_type: 1, reason: '季末滞销', lines };
  const { id } = await house.ask(movers.buyer, returns.add, body as never);
  await house.ask(movers.buyer, returns.submit, { id });
  await house.ask(movers.manager, returns.department, { id, result: 1 });
  await house.ask(movers.head, returns.finance, { id, result: 1 });
  const found = await house.ask(movers.keeper, returns.detail, { id });
  await house.ask(movers.keeper, returns.out, {
    id,
    waybill_no: 'SF1',
    lines: found.lines.map((line) => ({ line_id: line.id, out_qty: line.qty })),
  });
}
