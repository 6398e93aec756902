import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { allots, arrived, diffs, ready, signedAs, type TransferRoute, transferRoute } from '#tests/factories/allots.ts';
import { bookedFor } from '#tests/factories/costs.ts';
import { atDock, type DockPeople, dockPeople, receiveWhole } from '#tests/factories/inbound.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjust, openingStock } from '#tests/factories/stock.ts';
import { carryThrough, close, sheetPeople, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

// What comes and goes without being bought or sold has its voucher to the fen, and of consigned goods its item (vouchers 7, 8 and 18, domain.md §5.3, §7.2, amendments C).

let house: House;
let dockers: DockPeople;
let people: { maker: Actor; judge: Actor };
let way: TransferRoute;

const keys = ['Inventory:adjustView', 'Inventory:adjustAdd', 'Inventory:adjustAudit', 'stock:view', 'stock:costView'];

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  dockers = await dockPeople(house);
  people = { maker: await house.person('制单', keys), judge: await house.person('审核', keys) };
});

beforeEach(async () => {
  way = await transferRoute(house);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const goods = (place = 0): number => way.goods[place]?.id ?? 0;

/** Adjusts some pieces of the first goods and answers what was booked. */
async function adjusted(type: number, qty: number, more: object = {}): Promise<[string, number, number][]> {
  const id = await adjust(house, { people, warehouse: way.sender, type, lines: [{ sku_id: goods(), qty, ...more }] });
  return await bookedFor(house.db, await numberOf('stock_adjustment', 'adjust_no', id));
}

async function numberOf(table: string, field: string, id: number): Promise<string> {
  const { rows } = await sql<{
    no: string;
  }>`select ${sql.ref(field)} as no from ${sql.table(table)} where id = ${id}`.execute(house.db);
  return rows[0]?.no ?? '';
}

/** Pieces of a consigned supplier at 113.00 with 13 % tax, so at 100.00 without. */
async function consign(qty: number, coModel = 2): Promise<number> {
  const lines = [{ sku_id: goods(), qty, price: 11_300, rate: 1300 }];
  const dock = await atDock(house.db, { lines, warehouse: way.sender, coModel });
  await receiveWhole(house, { people: dockers, arrival: dock.arrival });
  return dock.supplier;
}

const itemsOf = async (supplier: number) =>
  (
    await sql<{ t: number; qty: number; amount: number; tax: number }>`
      select item_type as t, qty, amount, tax_amount as tax from settle_item where supplier_id = ${supplier} and status <> -1 order by id`.execute(
      house.db,
    )
  ).rows.map(({ t, qty, amount, tax }) => [t, qty, amount, tax]);

/** Counts these pieces of the goods in the one zone of a warehouse, on a sheet that is posted; answers its number. */
async function counted(place: { id: number }, barcode: string, qty: number): Promise<string> {
  const team = await sheetPeople(house);
  const sheet = await startedSheet(house, team, { warehouse: place.id });
  const [lead] = [team.lead];
  const tablet = new Tablet(house, team.counters[0], sheet);
  await tablet.download('A');
  tablet.count(barcode, { zone: 'A', qty, kind: 'total' });
  await tablet.send();
  await tablet.finish('A');
  await close(house, lead, { sheet, zone: 'A' });
  await carryThrough(house, team, sheet);
  return await numberOf('stocktaking', 'stocktaking_no', sheet);
}

describe('an adjustment of the company’s own goods', () => {
  it('books opening, gain, loss, own use and what else came or left at what it costs', async () => {
    expect(await adjusted(adjustType.opening, 10, { unit_cost: 1001 })).toEqual([
      ['1405', 10_010, 0],
      ['4104', 0, 10_010],
    ]);
    expect(await adjusted(adjustType.gain, 2, { unit_cost: 900 })).toEqual([
      ['1405', 1800, 0],
      ['1901', 0, 1800],
    ]);
    expect(await adjusted(adjustType.loss, 3)).toEqual([
      ['1901', 3003, 0],
      ['1405', 0, 3003],
    ]);
    expect(await adjusted(adjustType.ownUse, 1)).toEqual([
      ['6601', 1001, 0],
      ['1405', 0, 1001],
    ]);
    expect(await adjusted(adjustType.otherIn, 1, { unit_cost: 500 })).toEqual([
      ['1405', 500, 0],
      ['6301', 0, 500],
    ]);
    expect(await adjusted(adjustType.otherOut, 1)).toEqual([
      ['6601', 1001, 0],
      ['1405', 0, 1001],
    ]);
  });

  it('that changes the grade alone books nothing', async () => {
    await way.bring(5, 1000);
    expect(await adjusted(adjustType.degrade, 2, { to_imperfect_type: 1 })).toEqual([]);
  });
});

describe('a count', () => {
  it('books what is missing and what was found, and takes back what a late movement explains', async () => {
    const place = await shelf(house.db, { zones: ['A'] });
    const [piece] = await pieces(house.db);
    const lines = [{ sku_id: piece?.id ?? 0, qty: 10, unit_cost: 1000 }];
    await openingStock(house, { people, warehouse: place.id, lines });
    house.clock.advance(60_000);
    const before = house.clock.now().toISOString();
    house.clock.advance(60_000);
    const missing = await counted(place, piece?.barcode ?? '', 7);
    const lost = [
      ['1901', 3000, 0],
      ['1405', 0, 3000],
    ];
    expect(await bookedFor(house.db, missing)).toEqual(lost);
    house.clock.advance(60_000);
    // What was used up before the count and is written down behind it was seen by the counters: the count loses less.
    await adjust(house, {
      people,
      warehouse: place.id,
      type: adjustType.ownUse,
      lines: [{ ...lines[0], qty: 2 } as never],
      happenedAt: before,
    });
    expect(await bookedFor(house.db, missing)).toEqual([...lost, ['1405', 2000, 0], ['1901', 0, 2000]]);
    house.clock.advance(60_000);
    expect(await bookedFor(house.db, await counted(place, piece?.barcode ?? '', 8))).toEqual([
      ['1405', 1000, 0],
      ['1901', 0, 1000],
    ]);
  });
});

describe('an allot whose pieces differ', () => {
  it('books what is back with its sender, lost, found and too many, and leaves nothing in transit', async () => {
    await way.bring(20, 1000);
    await way.bring(20, 500, { place: 1 });
    const { id, lines } = await arrived(house, way, [10, 5]);
    await house.ask(way.into, allots.sign, { id, lines: signedAs(lines, [7, 8]) });
    const { id: diff, lines: open } = await ready(house, way, id);
    const [short, over] = open as [number, number];
    await house.ask(way.head, diffs.decide, {
      id: diff,
      duty: 5,
      lines: [
        { line_id: short, decide_type: 1, qty: 1 },
        { line_id: short, decide_type: 2, qty: 1 },
        { line_id: short, decide_type: 3, qty: 1 },
        { line_id: over, decide_type: 4 },
      ],
    } as never);
    const booked = await sql<{ code: string; warehouse_id: number; amount: number }>`
      select s.code, e.warehouse_id, sum(e.debit - e.credit)::bigint as amount from voucher v join voucher_entry e on e.voucher_id = v.id
      join account_subject s on s.id = e.subject_id where v.source_no = ${await numberOf('allot', 'allot_no', id)} group by 1, 2 order by 1, 2`.execute(
      house.db,
    );
    expect(booked.rows).toEqual([
      // Sent 125.00; one piece of 10.00 is back, three of 5.00 more went.
      { code: '1405', warehouse_id: way.sender, amount: -13_000 },
      { code: '1405', warehouse_id: way.receiver, amount: 12_000 },
      { code: '1408', warehouse_id: way.receiver, amount: 0 },
      { code: '1901', warehouse_id: way.receiver, amount: 1000 },
    ]);
  });
});

describe('consigned goods', () => {
  it.each([2, 3])('of model %i that are lost are owed for, and found again owed for no more', async (model) => {
    const supplier = await consign(10, model);
    expect(await itemsOf(supplier)).toEqual([]);
    expect(await adjusted(adjustType.loss, 2)).toEqual([
      ['1901', 20_000, 0],
      ['2202.02', 0, 20_000],
    ]);
    expect(await itemsOf(supplier)).toEqual([[2, 2, 22_600, 2600]]);
    // Three turn up: two were lost, the third is its supplier's and changes nothing.
    expect(await adjusted(adjustType.gain, 3)).toEqual([
      ['2202.02', 20_000, 0],
      ['1901', 0, 20_000],
    ]);
    expect(await itemsOf(supplier)).toEqual([
      [2, 2, 22_600, 2600],
      [3, -2, -22_600, -2600],
    ]);
    expect(await adjusted(adjustType.gain, 1)).toEqual([]);
    expect(await adjusted(adjustType.ownUse, 1)).toEqual([
      ['6601', 10_000, 0],
      ['2202.02', 0, 10_000],
    ]);
  });
});

describe('the laws of the books', () => {
  it('name a loss that nobody has booked, and a fen that stands in the wrong warehouse', async () => {
    await way.bring(10, 1000);
    await adjusted(adjustType.loss, 1);
    const last = sql`(select max(voucher_id) from voucher_event)`;
    expect(
      await brokenBy(house.db, [
        sql`update voucher_entry set warehouse_id = ${way.receiver} where voucher_id = ${last} and credit > 0`,
      ]),
    ).toEqual(['i34']);
    expect(await brokenBy(house.db, [sql`delete from voucher_event where voucher_id = ${last}`])).toEqual(['i34']);
  });
});
