import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';
import { adjust, openingStock, stockPeople } from '#tests/factories/stock.ts';
import { close, type SheetPeople, sheetPeople, startedSheet, Tablet } from '#tests/factories/stocktake.ts';
import { testDatabase } from './database.ts';
import { type House, openHouse } from './house.ts';

/** A warehouse with two zones and ten pieces each of three goods, and the people around a count; new for every test. */
export interface StocktakeBench {
  house: House;
  stockers: { maker: Actor; judge: Actor };
  people: SheetPeople;
  place: { id: number };
  goods: Piece[];
  /** Barcode of one of the goods. */
  code(index: number): string;
  /** Posts an adjustment of one of the goods. */
  move(type: number, index: number, moved: { qty: number; zone?: string; happenedAt?: string }): Promise<number>;
  /** The sheet's line of one of the goods. */
  line(sheet: number, index: number): Promise<Record<string, unknown>>;
  /** The same as a reviewer speaks of it: with the difference that stands there now. */
  seen(sheet: number, index: number): Promise<{ id: number; diff_qty: number | null }>;
  onHand(index: number): Promise<number>;
  /** A sheet that is counted in zone A, as on book by default, with both zones closed. */
  countedSheet(counts?: Record<number, number>): Promise<{ sheet: number; tablet: Tablet }>;
}

/** Opens the bench for a test file; the invariants of the books are asked after every test. */
export function stocktakeBench(): StocktakeBench {
  const bench = {
    code: (index) => bench.goods[index]?.barcode ?? '',
    move: (type, index, { qty, zone, happenedAt }) =>
      adjust(bench.house, {
        people: bench.stockers,
        warehouse: bench.place.id,
        type,
        lines: [{ sku_id: bench.goods[index]?.id ?? 0, qty, ...(zone ? { zone } : {}) }],
        ...(happenedAt ? { happenedAt } : {}),
      }),
    async line(sheet, index) {
      const { rows } = await sql<Record<string, unknown>>`
        select * from stocktaking_line where stocktaking_id = ${sheet} and sku_id = ${bench.goods[index]?.id}`.execute(
        bench.house.db,
      );
      return rows[0] ?? {};
    },
    async seen(sheet, index) {
      const { id, diff_qty } = (await bench.line(sheet, index)) as { id: number; diff_qty: number | null };
      return { id, diff_qty };
    },
    async onHand(index) {
      const { rows } = await sql<{ on_hand: number }>`
        select on_hand from stock_balance where warehouse_id = ${bench.place.id} and sku_id = ${bench.goods[index]?.id}`.execute(
        bench.house.db,
      );
      return rows[0]?.on_hand ?? 0;
    },
    async countedSheet(counts = { 0: 10, 1: 10, 2: 10 }) {
      const { house, people, place } = bench;
      const sheet = await startedSheet(house, people, { warehouse: place.id });
      const tablet = new Tablet(house, people.counters[0], sheet);
      await tablet.download('A');
      for (const [index, qty] of Object.entries(counts)) {
        if (qty > 0) tablet.count(bench.code(Number(index)), { zone: 'A', qty });
      }
      await tablet.send();
      await tablet.finish('A');
      await close(house, people.counters[0], { sheet, zone: 'A' });
      await close(house, people.lead, { sheet, zone: 'B' });
      return { sheet, tablet };
    },
  } as StocktakeBench;

  beforeAll(async () => {
    bench.house = openHouse((await testDatabase()).db);
    bench.stockers = await stockPeople(bench.house);
    bench.people = await sheetPeople(bench.house);
  });
  beforeEach(async () => {
    bench.house.clock.advance(3_600_000);
    bench.place = await shelf(bench.house.db, { zones: ['A', 'B'] });
    bench.goods = await pieces(bench.house.db, 3);
    await openingStock(bench.house, {
      people: bench.stockers,
      warehouse: bench.place.id,
      lines: bench.goods.map((one) => ({ sku_id: one.id, qty: 10 })),
    });
    bench.house.clock.advance(60_000);
  });
  afterEach(async () => {
    expect(await brokenInvariants(bench.house.db)).toEqual([]);
  });
  return bench;
}
