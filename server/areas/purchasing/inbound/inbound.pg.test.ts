// Over 400 lines: one batch from its beginning to its red reversal, at one dock, with the invariants asked after each test.
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dealType, diffType } from '#contract/areas/purchasing/inbound-enums.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import {
  atDock,
  batchOf,
  beginBatch,
  countBatch,
  type Dock,
  type DockPeople,
  differenceOf,
  dockPeople,
  inbound,
  receiveWhole,
  settleDifference,
} from '#tests/factories/inbound.ts';
import { type Piece, pieces } from '#tests/factories/shelf.ts';
import { adjustment, openingStock, stockPeople } from '#tests/factories/stock.ts';

let house: House;
let people: DockPeople;
let goods: Piece[];
let dock: Dock;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await dockPeople(house);
});

beforeEach(async () => {
  goods = await pieces(house.db, 3);
  dock = await atDock(house.db, { lines: [{ sku_id: at(0) }, { sku_id: at(1), price: 999, qty: 20 }] });
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const at = (place: number): number => goods[place]?.id ?? 0;

interface Shelf {
  sku_id: number;
  grade: number;
  qty: number;
  cost: number;
}

async function shelves(): Promise<Shelf[]> {
  const { rows } = await sql<Shelf>`
    select sku_id, imperfect_type as grade, qty_remain as qty, cost_amount as cost from stock_batch
    where warehouse_id = ${dock.warehouse} and qty_remain > 0 order by 1, 2, in_ware_detail_id`.execute(house.db);
  return rows;
}

interface Ordered {
  qty: number;
  booked_qty: number;
  in_qty: number;
  closed_qty: number;
}

async function ordered(): Promise<{ status: number; lines: Ordered[]; arrival: number }> {
  const { rows: lines } = await sql<Ordered>`
    select qty, booked_qty, in_qty, closed_qty from purchase_order_line where purchase_order_id = ${dock.purchase} order by id`.execute(
    house.db,
  );
  const { rows } = await sql<{ status: number; arrival: number }>`
    select o.status, a.status as arrival from purchase_order o, arrival_order a where o.id = ${dock.purchase} and a.id = ${dock.arrival}`.execute(
    house.db,
  );
  return { status: rows[0]?.status ?? 0, arrival: rows[0]?.arrival ?? 0, lines };
}

/** A batch that was counted in full and waits to be judged. */
async function submitted(counts = {}): Promise<number> {
  const id = await beginBatch(house, people.counter, dock.arrival);
  await countBatch(house, people.counter, { id, counts });
  await house.ask(people.counter, inbound.submit, { id });
  return id;
}

describe('refusals', () => {
  it('begins no batch of goods that are not there, of none that are left, or of another appointment than it began with', async () => {
    await sql`update arrival_order set status = 3 where id = ${dock.arrival}`.execute(house.db);
    await expect(beginBatch(house, people.counter, dock.arrival)).rejects.toMatchObject({
      kind: 'invalid',
      field: 'arrival_id',
      message: expect.stringContaining('待到货') as string,
    });
    await sql`update arrival_order set status = 4 where id = ${dock.arrival}`.execute(house.db);
    const id = await beginBatch(house, people.counter, dock.arrival);
    await expect(beginBatch(house, people.counter, dock.arrival)).rejects.toMatchObject({ field: 'arrival_id' });
    const elsewhere = await atDock(house.db, { lines: [{ sku_id: at(0) }] });
    const { version } = await batchOf(house, people.counter, id);
    await expect(
      house.ask(people.counter, inbound.calls.edit, { id, version, arrival_id: elsewhere.arrival }),
    ).rejects.toMatchObject({ field: 'arrival_id' });
  });

  it('counts no line of another batch, none that was split off, and none twice; half a piece and less than nothing are none', async () => {
    const id = await beginBatch(house, people.counter, dock.arrival);
    const foreign = await atDock(house.db, { lines: [{ sku_id: at(0) }] });
    const other = await batchOf(house, people.counter, await beginBatch(house, people.counter, foreign.arrival));
    const { lines } = await batchOf(house, people.counter, id);
    const line_id = lines[0]?.id ?? 0;
    const count = (...told: object[]) => house.ask(people.counter, inbound.count, { id, lines: told as never });
    await expect(count({ line_id: other.lines[0]?.id, qty: 1 })).rejects.toMatchObject({ kind: 'notFound' });
    for (const qty of [-1, 0.5, '1', null, 1e15])
      await expect(count({ line_id, qty }), String(qty)).rejects.toMatchObject({ field: 'lines.0.qty' });
    await expect(count({ line_id, qty: 1 }, { line_id, qty: 2 })).rejects.toMatchObject({ field: 'lines.1.line_id' });
    await expect(count({ line_id, qty: 1, imperfect_type: 9 })).rejects.toMatchObject({
      field: 'lines.0.imperfect_type',
    });
    await expect(
      count({ line_id, qty: 1, production_date: '2026-03-01', expire_at: '2026-02-01' }),
    ).rejects.toMatchObject({ field: 'lines.0.expire_at' });
    await count({ line_id, qty: 1 }, { line_id, qty: 2, imperfect_type: 1 });
    const split = (await batchOf(house, people.counter, id)).lines.find(({ split_of_id }) => split_of_id === line_id);
    await expect(count({ line_id: split?.id, qty: 5 })).rejects.toMatchObject({ field: 'lines.0.line_id' });
  });

  it('submits nothing that is not counted, and no goods that expire without a date to come', async () => {
    const id = await beginBatch(house, people.counter, dock.arrival);
    const { lines } = await batchOf(house, people.counter, id);
    const [first, second] = lines.map(({ id: line_id }) => line_id);
    await house.ask(people.counter, inbound.count, { id, lines: [{ line_id: first ?? 0, qty: 10 }] });
    await expect(house.ask(people.counter, inbound.submit, { id })).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/第 2 行 .* 还没有清点/) as string,
    });
    await sql`update spu set is_expire_managed = true where id = (select spu_id from sku where id = ${at(1)})`.execute(
      house.db,
    );
    const told = (expire_at: string | null) => [
      { line_id: first ?? 0, qty: 0 },
      { line_id: second ?? 0, qty: 20, expire_at },
    ];
    for (const [day, words] of [
      [null, '请填写到期日期'],
      ['2026-03-02', '不晚于今天'],
    ] as const) {
      await house.ask(people.counter, inbound.count, { id, lines: told(day) });
      await expect(house.ask(people.counter, inbound.submit, { id })).rejects.toMatchObject({
        message: expect.stringContaining(words) as string,
      });
    }
    await house.ask(people.counter, inbound.count, { id, lines: told('2026-03-03') });
    await house.ask(people.counter, inbound.submit, { id });
  });

  it('is judged by nobody who counted, submitted or made it', async () => {
    const id = await beginBatch(house, people.counter, dock.arrival);
    await countBatch(house, people.counter, { id });
    const [line] = (await batchOf(house, people.counter, id)).lines;
    await house.ask(people.other, inbound.count, { id, lines: [{ line_id: line?.id ?? 0, qty: 10 }] });
    await house.ask(people.counter, inbound.submit, { id });
    await expect(house.ask(people.other, inbound.audit, { id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('清点人') as string,
    });
    expect((await batchOf(house, people.other, id)).status).toBe(3);
    await house.ask(people.judge, inbound.audit, { id, result: 1 });
  });

  it('is not posted before its differences are dealt with and audited, nor into a warehouse that is switched off', async () => {
    const id = await submitted({ [at(0)]: 9 });
    const audit = () => house.ask(people.judge, inbound.audit, { id, result: 1 });
    await expect(audit()).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('待处理') as string,
    });
    await settleDifference(house, people, { batch: id });
    await sql`update warehouse set status = 0 where id = ${dock.warehouse}`.execute(house.db);
    await expect(audit()).rejects.toMatchObject({ field: 'warehouse_id' });
    await sql`update warehouse set status = 1 where id = ${dock.warehouse}`.execute(house.db);
    await audit();
    await expect(audit()).rejects.toMatchObject({ kind: 'illegalTransition' });
  });

  it('adds no goods twice and makes no planned line one of other goods', async () => {
    const id = await beginBatch(house, people.counter, dock.arrival);
    const { lines } = await batchOf(house, people.counter, id);
    const edit = async (put: object[]) =>
      house.ask(people.counter, inbound.calls.edit, {
        id,
        version: (await batchOf(house, people.counter, id)).version,
        line_changes: { put: put as never, remove: [] },
      });
    await expect(edit([{ sku_id: at(0) }])).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
    await expect(edit([{ id: lines[0]?.id, sku_id: at(2) }])).rejects.toMatchObject({ kind: 'invalid' });
    await edit([{ sku_id: at(2) }]);
    await expect(edit([{ sku_id: at(2) }])).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('what is counted', () => {
  it('is a line for each grade and date; what is said of a line takes the place of what was said before', async () => {
    const id = await beginBatch(house, people.counter, dock.arrival);
    const { lines: planned } = await batchOf(house, people.counter, id);
    const line_id = planned[0]?.id ?? 0;
    const count = (...told: object[]) =>
      house.ask(people.counter, inbound.count, { id, lines: told.map((one) => ({ line_id, ...one })) as never });
    await count(
      { qty: 2, imperfect_type: 3 },
      { qty: 5, expire_at: '2027-01-31' },
      { qty: 3, expire_at: '2027-02-28' },
      { qty: 0, imperfect_type: 1 },
    );
    const shown = async () =>
      (await batchOf(house, people.counter, id)).lines
        .filter((one) => one.id === line_id || one.split_of_id === line_id)
        .map((one) => [one.id === line_id, one.plan_qty, one.imperfect_type, one.count_qty, one.expire_at]);
    expect(await shown()).toEqual([
      [true, 10, 0, 5, '2027-01-31'],
      [false, 0, 0, 3, '2027-02-28'],
      [false, 0, 3, 2, null],
    ]);
    expect(await batchOf(house, people.counter, id)).toMatchObject({ status: 2, count_qty: 10, imperfect_qty: 2 });
    await count({ qty: 10 });
    expect(await shown()).toEqual([[true, 10, 0, 10, null]]);
    await count({ qty: 0 });
    expect(await shown()).toEqual([[true, 10, 0, 0, null]]);
  });

  it('is counted again after a rejection; what was found out about it before is closed', async () => {
    const id = await submitted({ [at(0)]: 9 });
    const first = await differenceOf(house.db, id);
    await house.ask(people.judge, inbound.audit, { id, result: 2, remark: '重新清点' });
    expect(await differenceOf(house.db, id)).toBeUndefined();
    await countBatch(house, people.counter, { id });
    await house.ask(people.counter, inbound.submit, { id });
    expect(await differenceOf(house.db, id)).toBeUndefined();
    await house.ask(people.judge, inbound.audit, { id, result: 1 });
    expect((await batchOf(house, people.judge, id)).in_qty).toBe(30);
    const { rows } = await sql`select status from difference_order where id = ${first?.id}`.execute(house.db);
    expect(rows).toEqual([{ status: -1 }]);
  });
});

describe('a batch that is posted', () => {
  it('is worked out by hand: two lines at 13 % tax, one piece short, one damaged', async () => {
    // 10 × 11.30 and 20 × 9.99, tax included. Of the first 9 come, of the second 20, one of them damaged.
    const id = await receiveWhole(house, {
      people,
      arrival: dock.arrival,
      counts: { [at(0)]: 9, [at(1)]: { 0: 19, 1: 1 } },
      deals: { [diffType.short]: dealType.asCounted, [diffType.quality]: dealType.asCounted },
    });
    // 1130 / 1.13 = 1000; 999 / 1.13 = 884.07…, so 884 a piece.
    expect(await shelves()).toEqual([
      { sku_id: at(0), grade: 0, qty: 9, cost: 9000 },
      { sku_id: at(1), grade: 0, qty: 19, cost: 16_796 },
      { sku_id: at(1), grade: 1, qty: 1, cost: 884 },
    ]);
    const batch = await batchOf(house, people.judge, id);
    expect(batch).toMatchObject({
      status: 4,
      plan_qty: 30,
      count_qty: 29,
      in_qty: 29,
      imperfect_qty: 1,
      in_amount: 26_680,
    });
    expect(batch.in_stock_no).toMatch(/^IS260302\d{5}$/);
    expect(await ordered()).toEqual({
      status: 5,
      arrival: 6,
      lines: [
        { qty: 10, booked_qty: 0, in_qty: 9, closed_qty: 1 },
        { qty: 20, booked_qty: 0, in_qty: 20, closed_qty: 0 },
      ],
    });
    // What is owed: 9 × 11.30 + 20 × 9.99 = 301.50, of which 34.70 is tax.
    const { rows } = await sql<{ payload: { lines: Record<string, number>[]; co_model: number } }>`
      select payload from event_log where name = 'goodsReceived' order by id desc limit 1`.execute(house.db);
    const told = rows[0]?.payload;
    const sum = (name: string) => told?.lines.reduce((all, line) => all + (line[name] ?? 0), 0);
    expect([told?.co_model, sum('qty'), sum('amount'), sum('cost'), sum('tax_amount')]).toEqual([
      1, 29, 30_150, 26_680, 3470,
    ]);
    const { rows: head } = await sql`select in_qty, in_amount from purchase_order where id = ${dock.purchase}`.execute(
      house.db,
    );
    expect(head).toEqual([{ in_qty: 29, in_amount: 30_150 }]);
  });

  it('leaves open what the supplier still brings, and takes in no piece that was refused', async () => {
    await receiveWhole(house, {
      people,
      arrival: dock.arrival,
      counts: { [at(0)]: 8, [at(1)]: { 0: 18, 2: 2 } },
      deals: { [diffType.short]: dealType.resupply, [diffType.quality]: dealType.refuse },
    });
    expect((await shelves()).map(({ grade, qty }) => [grade, qty])).toEqual([
      [0, 8],
      [0, 18],
    ]);
    expect(await ordered()).toEqual({
      status: 4,
      arrival: 6,
      lines: [
        { qty: 10, booked_qty: 0, in_qty: 8, closed_qty: 0 },
        { qty: 20, booked_qty: 0, in_qty: 18, closed_qty: 0 },
      ],
    });
  });

  it('takes in too many as far as the order lets in, and what nobody ordered as a line of its own', async () => {
    dock = await atDock(house.db, { over: 1000, lines: [{ sku_id: at(0) }, { sku_id: at(1), qty: 5 }] });
    const id = await beginBatch(house, people.counter, dock.arrival);
    const { version } = await batchOf(house, people.counter, id);
    const put = [{ sku_id: at(2) }];
    await house.ask(people.counter, inbound.calls.edit, {
      id,
      version,
      line_changes: { put: put as never, remove: [] },
    });
    await countBatch(house, people.counter, { id, counts: { [at(0)]: 13, [at(2)]: 4 } });
    await house.ask(people.counter, inbound.submit, { id });
    await settleDifference(house, people, {
      batch: id,
      deals: { [diffType.over]: dealType.accept, [diffType.wrong]: dealType.accept },
    });
    await house.ask(people.judge, inbound.audit, { id, result: 1 });
    expect((await shelves()).map(({ sku_id, qty }) => [sku_id, qty])).toEqual([
      [at(0), 11],
      [at(1), 5],
      [at(2), 4],
    ]);
    expect((await ordered()).lines).toMatchObject([
      { qty: 10, in_qty: 11 },
      { qty: 5, in_qty: 5 },
      { qty: 4, in_qty: 4 },
    ]);
    // Taken back, nobody expects what nobody had ordered.
    await house.ask(people.second, inbound.cancel, { id, reason: '供应商发错货' });
    expect(await ordered()).toMatchObject({ status: 3, arrival: 5 });
    expect((await ordered()).lines).toEqual([
      { qty: 10, booked_qty: 10, in_qty: 0, closed_qty: 0 },
      { qty: 5, booked_qty: 5, in_qty: 0, closed_qty: 0 },
    ]);
    const { rows } = await sql`select total_qty, total_amount from purchase_order where id = ${dock.purchase}`.execute(
      house.db,
    );
    expect(rows).toEqual([{ total_qty: 15, total_amount: 15 * 1130 }]);
  });

  it('receives an appointment in several batches, which is finished with the last of them', async () => {
    const first = (
      await house.ask(people.counter, inbound.calls.add, {
        arrival_id: dock.arrival,
        lines: [{ sku_id: at(1) }] as never,
      })
    ).id;
    expect((await batchOf(house, people.counter, first)).plan_qty).toBe(20);
    const second = await beginBatch(house, people.counter, dock.arrival);
    expect((await batchOf(house, people.counter, second)).plan_qty).toBe(10);
    for (const [place, id] of [first, second].entries()) {
      await countBatch(house, people.counter, { id });
      await house.ask(people.counter, inbound.submit, { id });
      await house.ask(people.judge, inbound.audit, { id, result: 1 });
      expect((await ordered()).arrival).toBe(place === 0 ? 5 : 6);
    }
  });

  it('gives the goods of a batch that is voided to the next one', async () => {
    const id = await submitted({ [at(0)]: 9 });
    await house.ask(people.judge, inbound.cancel, { id, reason: '送错仓库' });
    expect(await differenceOf(house.db, id)).toBeUndefined();
    expect((await ordered()).arrival).toBe(5);
    await receiveWhole(house, { people, arrival: dock.arrival });
    expect((await ordered()).arrival).toBe(6);
  });
});

describe('a batch that is taken back', () => {
  it('is not, by whoever made, counted or judged it, nor where another document brought the goods', async () => {
    const id = await receiveWhole(house, { people, arrival: dock.arrival });
    for (const by of [people.judge]) {
      await expect(house.ask(by, inbound.cancel, { id, reason: '送错了' })).rejects.toMatchObject({
        kind: 'illegalTransition',
      });
      expect((await batchOf(house, by, id)).allowed.transitions).toEqual([]);
    }
    const stockers = await stockPeople(house);
    await openingStock(house, { people: stockers, warehouse: dock.warehouse, lines: [{ sku_id: at(2), qty: 3 }] });
    const { rows } = await sql<{ id: number }>`
      select id from in_ware_batch where in_type = 6 and warehouse_id = ${dock.warehouse}`.execute(house.db);
    await expect(
      house.ask(people.second, inbound.cancel, { id: rows[0]?.id ?? 0, reason: '送错了' }),
    ).rejects.toMatchObject({ message: expect.stringContaining('期初入库') as string });
  });

  it('is not once a piece of it has left, changed its grade or is promised to somebody', async () => {
    const stockers = await stockPeople(house);
    const adjust = async (adjust_type: number, extra: object = {}) => {
      const { id } = await house.ask(stockers.maker, adjustment.calls.add, {
        warehouse_id: dock.warehouse,
        adjust_type,
        reason: '测试',
        lines: [{ sku_id: at(0), qty: 1, ...extra }] as never,
      });
      await house.ask(stockers.maker, adjustment.submit, { id });
      return id;
    };
    for (const [type, extra, posts, words] of [
      [2, {}, false, '可用'],
      [2, {}, true, '只剩 9 件'],
      [3, { to_imperfect_type: 1 }, true, '只剩 9 件'],
    ] as const) {
      const other = await atDock(house.db, { warehouse: dock.warehouse, lines: [{ sku_id: at(0) }] });
      const id = await receiveWhole(house, { people, arrival: other.arrival });
      const adjusted = await adjust(type, extra);
      if (posts) await house.ask(stockers.judge, adjustment.audit, { id: adjusted, result: 1 });
      await expect(house.ask(people.second, inbound.cancel, { id, reason: '送错了' }), words).rejects.toMatchObject({
        message: expect.stringContaining(words) as string,
      });
      expect((await batchOf(house, people.second, id)).status).toBe(4);
      goods = await pieces(house.db, 3);
      dock = await atDock(house.db, { lines: [{ sku_id: at(0) }] });
    }
  });

  it('gives back all that it brought and closed, and is received again', async () => {
    const counts = { [at(0)]: 7, [at(1)]: { 0: 19, 1: 1 } };
    const id = await receiveWhole(house, { people, arrival: dock.arrival, counts });
    expect((await ordered()).status).toBe(5);
    await house.ask(people.second, inbound.cancel, { id, reason: '供应商发错货' });
    expect(await shelves()).toEqual([]);
    expect(await ordered()).toEqual({
      status: 3,
      arrival: 5,
      lines: [
        { qty: 10, booked_qty: 10, in_qty: 0, closed_qty: 0 },
        { qty: 20, booked_qty: 20, in_qty: 0, closed_qty: 0 },
      ],
    });
    expect(await batchOf(house, people.second, id)).toMatchObject({ status: -1, in_qty: 27 });
    expect(await differenceOf(house.db, id)).toBeUndefined();
    const { rows } = await sql<{ name: string; payload: { lines: { cost: number }[] } }>`
      select name, payload from event_log order by id desc limit 1`.execute(house.db);
    expect(rows[0]).toMatchObject({ name: 'receiptReversed', payload: { batch_id: id, reason: '供应商发错货' } });
    await receiveWhole(house, { people, arrival: dock.arrival });
    expect(await ordered()).toMatchObject({ status: 5, arrival: 6 });
  });
});
