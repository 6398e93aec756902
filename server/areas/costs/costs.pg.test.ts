import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleItemType } from '#contract/areas/settlement/settle-enums.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { allots, passed, picked, signedAs, type TransferRoute, transferRoute } from '#tests/factories/allots.ts';
import { accountants, adjusts, bookedFor, detailsIn, owedInBooks, sheets } from '#tests/factories/costs.ts';
import { atDock, type DockPeople, dockPeople, inbound, receiveWhole } from '#tests/factories/inbound.ts';
import { orderClerk, placeTillOrder, shopAt } from '#tests/factories/pushed-orders.ts';
import { everybody, returns } from '#tests/factories/returns.ts';
import { sell } from '#tests/factories/sale.ts';

// What goods cost after they came in (domain.md §4.25, §4.3 kind 3, P12, voucher 13), worked out by hand to the fen: refusals first.

let house: House;
let dockers: DockPeople;
let movers: Awaited<ReturnType<typeof everybody>>;
let people: Awaited<ReturnType<typeof accountants>>;
let way: TransferRoute;
/** Goods of the test: their batch, and whose they are. */
let deal: { supplier: number; batch: number; detail: number; sku: number };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  dockers = await dockPeople(house);
  movers = await everybody(house);
  people = await accountants(house);
});

beforeEach(async () => {
  way = await transferRoute(house);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

/** Pieces at 113.00 with 13 % tax, so at 100.00 without, in the first warehouse. */
async function receive(qty: number, more: { state?: number; coModel?: number } = {}): Promise<void> {
  const { state = 1, coModel = 1 } = more;
  const sku = way.goods[0]?.id ?? 0;
  const dock = await atDock(house.db, {
    lines: [{ sku_id: sku, qty, price: 11_300, state }],
    warehouse: way.sender,
    coModel,
  });
  const batch = await receiveWhole(house, { people: dockers, arrival: dock.arrival });
  const [detail = 0] = await detailsIn(house.db, batch);
  deal = { supplier: dock.supplier, batch, detail, sku };
}

/** Sends pieces on to the second warehouse; they stay on their way unless they are signed for. */
async function send(qty: number, signs: boolean): Promise<{ id: number; lines: number[] }> {
  const made = await passed(house, way, [[0, qty]]);
  await picked(house, way, made.out, [qty]);
  await house.ask(way.from, allots.send, { id: made.id, logistics_id: way.logistics, waybill_no: 'SF1' });
  if (signs) await sign(made, qty);
  return made;
}

async function sign({ id, lines }: { id: number; lines: number[] }, qty: number): Promise<void> {
  await house.ask(way.into, allots.accept, { id });
  await house.ask(way.into, allots.sign, { id, lines: signedAs(lines, [qty]) } as never);
}

/** Sends pieces back to their supplier at the price they came at. */
async function sendBack(qty: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from stock_batch where in_ware_detail_id = ${deal.detail} and warehouse_id = ${way.sender}`.execute(
    house.db,
  );
  const body = {
    warehouse_id: way.sender,
    supplier_id: deal.supplier,
    back_type: 1,
    reason: '季末滞销',
    lines: [{ stock_batch_id: rows[0]?.id, qty }],
  };
  const { id } = await house.ask(movers.buyer, returns.add, body as never);
  await house.ask(movers.buyer, returns.submit, { id });
  await house.ask(movers.manager, returns.department, { id, result: 1 });
  await house.ask(movers.head, returns.finance, { id, result: 1 });
  const { lines } = await house.ask(movers.keeper, returns.detail, { id });
  await house.ask(movers.keeper, returns.out, {
    id,
    waybill_no: 'SF2',
    lines: lines.map((line) => ({ line_id: line.id, out_qty: line.qty })),
  });
}

async function draft(new_cost: number, more: object = {}): Promise<{ id: number; no: string }> {
  const body = {
    adjust_reason: 3,
    to_supplier: 1,
    supplier_id: deal.supplier,
    lines: [{ in_ware_detail_id: deal.detail, new_cost }],
    ...more,
  };
  const made = await house.ask(people.maker, adjusts.add, body as never);
  return { id: made.id, no: String(made.no) };
}

async function pass(id: number): Promise<void> {
  await house.ask(people.maker, adjusts.submit, { id });
  await house.ask(people.manager, adjusts.department, { id, result: 1 });
  await house.ask(people.head, adjusts.finance, { id, result: 1 });
}

const shown = (id: number) => house.ask(people.maker, adjusts.detail, { id });

/** Items of the supplier, by type: pieces, amount, tax and state. */
async function items(): Promise<[type: number, qty: number | null, amount: number, tax: number, status: number][]> {
  const { rows } = await sql<{ t: number; qty: number | null; amount: number; tax: number; status: number }>`
    select item_type as t, qty, amount, tax_amount as tax, status from settle_item where supplier_id = ${deal.supplier} and status <> -1 order by id`.execute(
    house.db,
  );
  return rows.map(({ t, qty, amount, tax, status }) => [t, qty, amount, tax, status]);
}

/** What is owed without tax by the items is what the books keep for goods that are not settled yet. */
async function expectBalanced(): Promise<void> {
  const untaxed = (await items()).reduce((sum, [, , amount, tax]) => sum + amount - tax, 0);
  expect(await owedInBooks(house.db, deal.supplier, '2202.02')).toBe(untaxed);
}

describe('a cost adjustment', () => {
  it('is refused of nothing new, of another supplier, of consigned and estimated goods, twice at once, and of a debt that is nobody’s', async () => {
    await receive(5, { coModel: 2 });
    await expect(draft(9000, { to_supplier: 0 })).rejects.toMatchObject({ field: 'lines.0.in_ware_detail_id' });
    await receive(5, { state: 2 });
    await expect(draft(9000)).rejects.toMatchObject({ message: expect.stringContaining('采购价后补') });
    await receive(5);
    await expect(draft(10_000)).rejects.toMatchObject({ field: 'lines.0.new_cost' });
    await expect(draft(9000, { lines: [{ in_ware_detail_id: deal.detail }] })).rejects.toMatchObject({
      field: 'lines.0.new_cost',
    });
    await expect(draft(9000, { adjust_reason: 1 })).rejects.toMatchObject({ field: 'adjust_reason' });
    await expect(draft(9000, { adjust_reason: 5 })).rejects.toMatchObject({ field: 'to_supplier' });
    await expect(draft(9000, { supplier_id: null })).rejects.toMatchObject({ field: 'supplier_id' });
    const mine = deal;
    await receive(5);
    await expect(draft(9000, { lines: [{ in_ware_detail_id: mine.detail, new_cost: 9000 }] })).rejects.toMatchObject({
      message: expect.stringContaining('不是所选供应商的'),
    });
    const { id, no } = await draft(9000);
    await expect(draft(8000)).rejects.toMatchObject({ message: expect.stringContaining(no) });
    // What is about to be adjusted is not taken back as it came.
    await expect(house.ask(dockers.second, inbound.cancel, { id: deal.batch, reason: '录错' })).rejects.toMatchObject({
      message: expect.stringContaining(no),
    });
    await house.ask(people.maker, adjusts.cancel, { id, reason: '录错' });
    await house.ask(dockers.second, inbound.cancel, { id: deal.batch, reason: '录错' });
  });

  it('goes over shelves, the way and what is gone: 20 came in, 3 went on, 2 are on their way, 4 were sold, 2 went back', async () => {
    await receive(20);
    await send(3, true);
    const late = await send(2, false);
    await sell(house, { warehouse: way.sender, sku: deal.sku, qty: 4 });
    await sendBack(2);
    const { id, no } = await draft(9000);
    expect(await shown(id)).toMatchObject({ onhand_amount: -12_000, transit_amount: -2000, sold_amount: -4000 });
    await house.ask(people.maker, adjusts.submit, { id });
    // Whoever made it judges nothing of it, and who judged it once not again.
    await expect(house.ask(people.maker, adjusts.department, { id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.manager, adjusts.department, { id, result: 1 });
    await expect(house.ask(people.manager, adjusts.finance, { id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.head, adjusts.finance, { id, result: 1 });
    // 10.00 less a piece: 9 at the first and 3 at the second, 2 on their way, and of 18 that were kept 4 are gone.
    expect(await shown(id)).toMatchObject({
      status: 3,
      onhand_amount: -12_000,
      transit_amount: -2000,
      sold_amount: -4000,
      total_amount: -18_000,
      // 11.30 with its tax, 18 times.
      settle_amount: -20_340,
      lines: [{ in_qty: 20, remain_qty: 12, transit_qty: 2, returned_qty: 2, old_cost: 10_000, new_cost: 9000 }],
    });
    expect(await bookedFor(house.db, no)).toEqual([
      ['2202.02', 9000, 0],
      ['1405', 0, 9000],
      ['2202.02', 3000, 0],
      ['1405', 0, 3000],
      ['2202.02', 2000, 0],
      ['1408', 0, 2000],
      ['2202.02', 4000, 0],
      ['6401.09', 0, 4000],
    ]);
    expect(await items()).toEqual([
      [settleItemType.receipt, 20, 226_000, 26_000, 1],
      [settleItemType.return, -2, -22_600, -2600, 1],
      [settleItemType.costAdjust, null, -20_340, -2340, 1],
    ]);
    await expectBalanced();
    // What was on its way comes in at what it costs now; 9 pieces at 90.00 stand at the first.
    await sign(late, 2);
    expect(await way.stock(way.sender)).toMatchObject({ on_hand: 9, cost: 81_000 });
    expect(await way.stock(way.receiver)).toMatchObject({ on_hand: 5, cost: 45_000 });
    expect((await house.ask(people.maker, adjusts.batches, { sku_id: [deal.sku] } as never)).list).toMatchObject([
      { in_qty: 20, remain_qty: 14, transit_qty: 0, untaxed_price: 10_000, cost_price: 9000, adjust_amount: -18_000 },
    ]);
    expect((await house.ask(people.maker, adjusts.history, { sku_id: [deal.sku] } as never)).list).toMatchObject([
      { change: 2, old_cost: 10_000, new_cost: 9000, source_no: no },
      { change: 1, old_cost: null, new_cost: 10_000 },
    ]);
    await expect(house.ask(dockers.second, inbound.cancel, { id: deal.batch, reason: '录错' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
  });

  it('is posted as it was judged, or goes back', async () => {
    await receive(4);
    const { id } = await draft(9000, { to_supplier: 0, adjust_reason: 4 });
    await house.ask(people.maker, adjusts.submit, { id });
    await house.ask(people.manager, adjusts.department, { id, result: 1 });
    await sql`update in_ware_batch_detail set cost_price = 9900 where id = ${deal.detail}`.execute(house.db);
    await expect(house.ask(people.head, adjusts.finance, { id, result: 1 })).rejects.toMatchObject({
      message: expect.stringContaining('¥99.00'),
    });
    await sql`update in_ware_batch_detail set cost_price = 10000 where id = ${deal.detail}`.execute(house.db);
    await house.ask(people.head, adjusts.finance, { id, result: 1 });
  });

  it('an impairment takes value from what is here alone, by way of its provision', async () => {
    await receive(5);
    await sell(house, { warehouse: way.sender, sku: deal.sku, qty: 2 });
    const { id, no } = await draft(7000, { adjust_reason: 5, to_supplier: 0 });
    await pass(id);
    expect(await shown(id)).toMatchObject({ onhand_amount: -9000, sold_amount: 0, total_amount: -9000 });
    expect(await bookedFor(house.db, no)).toEqual([
      ['1471', 9000, 0],
      ['1405', 0, 9000],
      ['6701', 9000, 0],
      ['1471', 0, 9000],
    ]);
  });

  it('meets pieces that move at the same time, and finds them wherever they are', async () => {
    await receive(10);
    const { id } = await draft(9000);
    await house.ask(people.maker, adjusts.submit, { id });
    await house.ask(people.manager, adjusts.department, { id, result: 1 });
    const made = await passed(house, way, [[0, 4]]);
    await picked(house, way, made.out, [4]);
    await Promise.all([
      house.ask(way.from, allots.send, { id: made.id, logistics_id: way.logistics, waybill_no: 'SF1' }),
      house.ask(people.head, adjusts.finance, { id, result: 1 }),
    ]);
    expect(await shown(id)).toMatchObject({ total_amount: -10_000, sold_amount: 0 });
  });
});

describe('an estimated price', () => {
  const sheet = async (price: number, more: object = {}) => {
    const body = {
      kind: 3,
      supplier_id: deal.supplier,
      effective_date: '2026-03-02',
      lines: [{ sku_id: deal.sku, in_ware_detail_id: deal.detail, new_price: price, tax_rate_bp: 1300 }],
      ...more,
    };
    return await house.ask(people.maker, sheets.add, body as never);
  };
  const passSheet = async (id: number) => {
    await house.ask(people.maker, sheets.submit, { id });
    await house.ask(people.manager, sheets.department, { id });
    await house.ask(people.head, sheets.finance, { id });
  };

  it('is refused of what has a price, of another supplier, and on two sheets', async () => {
    await receive(5);
    await expect(sheet(9999)).rejects.toMatchObject({ field: 'lines.0.in_ware_detail_id' });
    await receive(5, { state: 2 });
    const mine = deal;
    const { no } = await sheet(9999);
    await expect(sheet(9000)).rejects.toMatchObject({ message: expect.stringContaining(String(no)) });
    await receive(5, { state: 2 });
    await expect(
      sheet(9999, { lines: [{ sku_id: mine.sku, in_ware_detail_id: mine.detail, new_price: 1, tax_rate_bp: 0 }] }),
    ).rejects.toMatchObject({ field: 'lines.0.in_ware_detail_id' });
  });

  it('made good: 10 came in at an estimate of 113.00, 2 were sold, 3 went back; they were bought at 99.99', async () => {
    await receive(10, { state: 2 });
    await sell(house, { warehouse: way.sender, sku: deal.sku, qty: 2 });
    await sendBack(3);
    // What went back waits with what it came from.
    expect(await items()).toEqual([
      [settleItemType.receipt, 10, 113_000, 13_000, 0],
      [settleItemType.return, -3, -33_900, -3900, 0],
    ]);
    expect(
      (await house.ask(people.maker, sheets.waiting, { supplier_id: [deal.supplier] } as never)).list,
    ).toMatchObject([{ id: deal.detail, in_qty: 10, remain_qty: 5, purchase_price: 11_300, sheet_no: null }]);
    const made = await sheet(9999);
    await passSheet(made.id);
    // 99.99 / 1.13 = 88.486…: 88.49 a piece, so 884.90 of 999.90 is cost and the rest tax; of three that went back 265.47 of 299.97.
    expect(await items()).toEqual([
      [settleItemType.receipt, 10, 99_990, 11_500, 1],
      [settleItemType.return, -3, -29_997, -3450, 1],
    ]);
    await expectBalanced();
    const { rows } = await sql<{ id: number; cost_no: string }>`
      select id, cost_no from cost_adjust where source_type = 'purchasePriceSheet' and source_id = ${made.id}`.execute(
      house.db,
    );
    const adjust = rows[0] ?? { id: 0, cost_no: '' };
    // 11.51 less a piece: 5 are here, 2 are gone.
    expect(await shown(adjust.id)).toMatchObject({
      status: 3,
      adjust_reason: 1,
      to_supplier: 0,
      source_no: made.no,
      onhand_amount: -5755,
      sold_amount: -2302,
      total_amount: -8057,
      settle_amount: 0,
    });
    expect(await bookedFor(house.db, adjust.cost_no)).toEqual([
      ['2202.02', 5755, 0],
      ['1405', 0, 5755],
      ['2202.02', 2302, 0],
      ['6401.09', 0, 2302],
    ]);
    expect((await house.ask(people.maker, adjusts.batches, { sku_id: [deal.sku] } as never)).list).toMatchObject([
      { purchase_price: 9999, untaxed_price: 8849, cost_price: 8849, price_state: 1, adjust_amount: -8057 },
    ]);
    expect((await house.ask(people.maker, sheets.waiting, { supplier_id: [deal.supplier] } as never)).list).toEqual([]);
  });

  it('of consigned goods is made good in what was sold of them: two at an estimate of 113.00, bought at 99.99', async () => {
    await receive(10, { state: 2, coModel: 2 });
    const shop = await shopAt(house, way.sender);
    const { rows: goods } = await sql<{ sku_no: string }>`select sku_no from sku where id = ${deal.sku}`.execute(
      house.db,
    );
    const skus = goods.map(({ sku_no }) => ({ sku_no, qty: 2 }));
    await placeTillOrder(house, { by: await orderClerk(house), shop: shop.shop_no, items: skus });
    expect(await items()).toEqual([[settleItemType.sale, 2, 22_600, 2600, 0]]);
    const made = await sheet(9999);
    await passSheet(made.id);
    expect(await items()).toEqual([[settleItemType.sale, 2, 19_998, 2300, 1]]);
    const { rows } = await sql<{ cost_no: string }>`
      select cost_no from cost_adjust where source_type = 'purchasePriceSheet' and source_id = ${made.id}`.execute(
      house.db,
    );
    // 11.51 less a piece, of the two that were sold.
    expect(await bookedFor(house.db, rows[0]?.cost_no ?? '')).toEqual([
      ['2202.02', 2302, 0],
      ['6401.02', 0, 2302],
    ]);
  });

  it('of goods that are not ours changes what they are worth, and owes nobody', async () => {
    await receive(10, { state: 2, coModel: 2 });
    const made = await sheet(9999);
    await passSheet(made.id);
    expect(await items()).toEqual([]);
    expect(await way.stock(way.sender)).toMatchObject({ on_hand: 10, cost: 88_490 });
    expect(await owedInBooks(house.db, deal.supplier, '2202.02')).toBe(0);
  });
});

describe('who writes past the server', () => {
  const plants: readonly [what: string, law: string, plant: () => ReturnType<typeof sql>][] = [
    [
      'a line that says more is here than its rows',
      'k90',
      () =>
        sql`update cost_adjust_line set onhand_amount = onhand_amount + 1, sold_amount = sold_amount - 1 where in_ware_detail_id = ${deal.detail}`,
    ],
    [
      'an item that owes other than the adjustment says',
      'k90',
      () =>
        sql`update settle_item set amount = amount - 1 where source_type = 'costAdjust' and supplier_id = ${deal.supplier}`,
    ],
    [
      'a batch at the old cost',
      'k91',
      () => sql`update stock_batch set cost_price = 10000 where in_ware_detail_id = ${deal.detail}`,
    ],
  ];

  it.each(plants)('is found: %s', async (_what, law, plant) => {
    await receive(5);
    const { id } = await draft(9000);
    await pass(id);
    expect(await brokenBy(house.db, [plant()])).toContain(law);
  });
});
