import { type Kysely, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expiringCall, expiringExportCall } from '#contract/areas/shell/expiring.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import { FileAnswer } from '#server/kit/file-answer.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { addStockBatch } from '#tests/factories/purchasing.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';
import { adjust, openingStock, stockPeople } from '#tests/factories/stock.ts';

// 2026-03-02, 10 o'clock in Shanghai.
const soon = { expire_day: [2], op: 2 } as const;

let db: Kysely<unknown>;
let house: House;
let people: { maker: Actor; judge: Actor };
let warehouse: { id: number; code: string };
let goods: Piece;
let clerk: Actor;

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  people = await stockPeople(house);
  clerk = await house.person('仓管', []);
});

beforeEach(async () => {
  // Lines name batches, and what tablets sent in of lines is never taken back: the triggers that say so rest here.
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`truncate stock_batch cascade`.execute(tx);
  });
  warehouse = await shelf(db);
  goods = (await pieces(db))[0] as Piece;
});

describe('what is asked', () => {
  it.each([
    ['no day', { op: 2 }],
    ['no days at all', { ...soon, expire_day: [] }],
    ['a day before today', { ...soon, expire_day: -1 }],
    ['another comparison', { ...soon, op: 1 }],
    ['what nobody knows', { ...soon, warehouse_id: 1 }],
  ])('is refused with %s', async (_what, input) => {
    await expect(house.ask(clerk, expiringCall, input as never)).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('goods that expire', () => {
  it('are none where nothing is on hand, nothing remains or the day is unknown or later', async () => {
    const nothing = { list: [], total: 0 };
    await batch({ expire: '2026-03-03', qty: 5 });
    expect(await house.ask(clerk, expiringCall, soon)).toEqual(nothing);
    await sql`update stock_batch set qty_remain = 0`.execute(db);
    await stocked(10);
    await batch({ expire: null, qty: 5 });
    await batch({ expire: '2026-03-05', qty: 5 });
    expect(await house.ask(clerk, expiringCall, soon)).toEqual(nothing);
  });

  it('are those until the last day asked for, expired ones first, one row for each warehouse, goods and day', async () => {
    await stocked(30);
    await batch({ expire: '2026-03-04', qty: 2 });
    await batch({ expire: '2026-03-04', qty: 3 });
    await batch({ expire: '2026-02-28', qty: 4 });
    const { list, total } = await house.ask(clerk, expiringCall, soon);
    const row = { spu_name: expect.stringMatching(/^商品/), sku_no: goods.sku_no, warehouse_name: expect.any(String) };
    expect(list).toEqual([
      { ...row, expire_at: '2026-02-28', qty: 4 },
      { ...row, expire_at: '2026-03-04', qty: 5 },
    ]);
    expect(total).toBe(2);
    expect((await house.ask(clerk, expiringCall, { ...soon, expire_day: [1, 0] })).total).toBe(1);
  });

  it('follow the day of Shanghai', async () => {
    await stocked(5);
    await batch({ expire: '2026-03-05', qty: 5 });
    house.clock.set('2026-03-02T15:59:59.000Z');
    expect((await house.ask(clerk, expiringCall, soon)).total).toBe(0);
    house.clock.set('2026-03-02T16:00:00.000Z');
    expect((await house.ask(clerk, expiringCall, soon)).total).toBe(1);
    house.clock.set('2026-03-02T02:00:00.000Z');
  });

  it('are what is left of each batch, of which the first to expire leaves first', async () => {
    await stocked(10);
    await batch({ expire: '2026-03-03', qty: 6 });
    await batch({ expire: '2026-03-04', qty: 4 });
    await adjust(house, {
      people,
      warehouse: warehouse.id,
      type: adjustType.loss,
      lines: [{ sku_id: goods.id, qty: 3 }],
    });
    const { list } = await house.ask(clerk, expiringCall, soon);
    expect(list.map(({ expire_at, qty }) => [expire_at, qty])).toEqual([
      ['2026-03-03', 3],
      ['2026-03-04', 4],
    ]);
  });

  it('come in pages, with the total on each, also behind the last', async () => {
    await stocked(9);
    for (const expire of ['2026-03-01', '2026-03-02', '2026-03-03']) await batch({ expire, qty: 3 });
    const page = (n: number) => house.ask(clerk, expiringCall, { ...soon, page: n, page_size: 2 });
    expect((await page(2)).list.map((row) => row.expire_at)).toEqual(['2026-03-03']);
    expect(await page(3)).toEqual({ list: [], total: 3 });
  });

  it('are those of the caller’s data scope', async () => {
    await stocked(5);
    await batch({ expire: '2026-03-03', qty: 5 });
    const there = await house.person('店长', [], [{ warehouse: [warehouse.id], brand: [goods.brand_id] }]);
    const elsewhere = await house.person('店长', [], [{ warehouse: [warehouse.id], brand: [goods.brand_id + 1000] }]);
    expect((await house.ask(there, expiringCall, soon)).total).toBe(1);
    expect((await house.ask(elsewhere, expiringCall, soon)).total).toBe(0);
    const file = await exported(elsewhere);
    expect(file.body.split('\r\n')).toHaveLength(2);
  });
});

it('the file has every row and the name that was asked for, and runs nothing', async () => {
  await sql`update spu set name = '=1+1' where id = (select spu_id from sku where id = ${goods.id})`.execute(db);
  await stocked(5);
  await batch({ expire: '2026-03-03', qty: 5 });
  const file = await exported(clerk);
  expect(file.name).toBe('临期商品.csv');
  expect(file.body).toBe(
    `\uFEFF商品名称,到期日期,SKU编码,仓库,数量\r\n'=1+1,2026-03-03,${goods.sku_no},仓库 ${warehouse.code},5\r\n`,
  );
});

async function stocked(qty: number): Promise<void> {
  await openingStock(house, { people, warehouse: warehouse.id, lines: [{ sku_id: goods.id, qty }] });
}

async function batch({ expire, qty }: { expire: string | null; qty: number }): Promise<void> {
  await addStockBatch(db, { warehouse_id: warehouse.id, sku_id: goods.id, qty_remain: qty, expire_at: expire });
}

async function exported(actor: Actor): Promise<FileAnswer> {
  const answer: unknown = await house.ask(actor, expiringExportCall, { ...soon, export: 1, fileName: '临期商品' });
  if (!(answer instanceof FileAnswer)) throw new Error('no file came');
  return answer;
}
