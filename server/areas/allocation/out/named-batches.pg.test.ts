import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stockRule } from '#contract/areas/warehouse/stock-rule.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { AllotTablet } from '#tests/factories/allot-tablet.ts';
import { allots, asked, outs, passed, type TransferRoute, transferRoute } from '#tests/factories/allots.ts';

// Allots of goods that a rule of stock lets go by their batch alone (domain.md §2 out_order, decision 0063).

let house: House;
let way: TransferRoute;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

// Two batches of the first goods: 4 at 10.01, then 8 at 12.34; one of the second.
beforeEach(async () => {
  way = await transferRoute(house);
  await way.bring(4, 1001);
  await way.bring(8, 1234);
  await way.bring(5, 500, { place: 1 });
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

async function ruled(): Promise<void> {
  const keeper = await house.person('规则', ['stock:ruleView', 'stock:ruleSave']);
  await house.ask(keeper, callsOf(stockRule).add, {
    rule_type: 3,
    out_order: 3,
    warehouse_ids: [way.sender],
    priority: 1,
  } as never);
}

async function batches(place = 0, warehouse = way.sender) {
  const { rows } = await sql<{ id: number; qty: number; locked: number }>`
    select id, qty_remain as qty, qty_locked as locked from stock_batch
    where warehouse_id = ${warehouse} and sku_id = ${way.goods[place]?.id} order by id`.execute(house.db);
  return rows;
}
const figures = async () => (await batches()).map(({ qty, locked }) => [qty, locked]);

/** An allot that somebody who sees the sender's batches asked for, and that was passed. */
async function passedOf(lines: Parameters<typeof asked>[1]): Promise<{ id: number; out: number }> {
  const { id } = await house.ask(way.head, allots.add, asked(way, lines));
  await house.ask(way.judge, allots.check, { id, result: 1 });
  const { list } = await house.ask(way.from, outs.list, { allot_id: id });
  return { id, out: list[0]?.id ?? 0 };
}

async function pick(out: number, answers: readonly object[]): Promise<void> {
  const { lines } = await house.ask(way.from, outs.detail, { id: out });
  await house.ask(way.from, outs.pick, {
    id: out,
    lines: answers.map((answer, place) => ({ line_id: lines[place]?.id ?? 0, ...answer })) as never,
  });
}

describe('an allot of goods that leave by their batch alone', () => {
  it('is refused by its line at picking until the batch is named: never the oldest in silence', async () => {
    await ruled();
    const { out } = await passed(house, way, [
      [1, 1],
      [0, 3],
    ]);
    const [other] = await batches(1);
    await expect(pick(out, [{ pick_qty: 1, stock_batch_id: other?.id }, { pick_qty: 3 }])).rejects.toMatchObject({
      kind: 'invalid',
      field: 'lines.1.stock_batch_id',
      message: expect.stringContaining('第 2 行') as unknown,
    });
    await expect(
      pick(out, [
        { pick_qty: 1, stock_batch_id: other?.id },
        { pick_qty: 3, stock_batch_id: other?.id },
      ]),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'lines.1.stock_batch_id' });
    expect(await figures()).toEqual([
      [4, 0],
      [8, 0],
    ]);
  });

  it('takes the batch that picking names, and no more than it holds', async () => {
    await ruled();
    const { id, out } = await passed(house, way, [[0, 9]]);
    const [, young] = await batches();
    await expect(pick(out, [{ pick_qty: 9, stock_batch_id: young?.id }])).rejects.toMatchObject({
      kind: 'stockShort',
      field: 'lines.0.stock_batch_id',
      message: expect.stringContaining('可用 8 件') as unknown,
    });
    await pick(out, [{ pick_qty: 6, stock_batch_id: young?.id }]);
    expect(await figures()).toEqual([
      [4, 0],
      [8, 6],
    ]);
    // Picked again, of the same batch: what it held of it counts as free.
    await pick(out, [{ pick_qty: 8, stock_batch_id: young?.id }]);
    const { lines } = await house.ask(way.from, outs.detail, { id: out });
    await house.ask(way.from, outs.pack, {
      id: out,
      lines: [{ line_id: lines[0]?.id ?? 0, carton_place: 1, qty: 8 }],
    });
    await house.ask(way.from, allots.send, { id });
    expect((await figures())[0]).toEqual([4, 0]);
    // 8 × 12.34: the older and cheaper batch stays.
    expect(await house.ask(way.judge, allots.detail, { id })).toMatchObject({ send_qty: 8, cost_amount: 9872 });
  });

  it('takes the batch that its form names, which the desk and a tablet find there', async () => {
    await ruled();
    const [, young] = await batches();
    const [strange] = await batches(1);
    await expect(
      house.ask(way.judge, allots.add, asked(way, [[0, 2, { stock_batch_id: strange?.id }]])),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'lines.0.stock_batch_id' });
    const { out } = await passedOf([[0, 2, { stock_batch_id: young?.id }]]);
    expect((await house.ask(way.from, outs.detail, { id: out })).lines[0]).toMatchObject({
      stock_batch_id: young?.id,
    });
    await pick(out, [{ pick_qty: 2 }]);
    expect(await figures()).toEqual([
      [4, 0],
      [8, 2],
    ]);
    expect((await house.ask(way.from, outs.detail, { id: out })).lines[0]).toMatchObject({
      stock_batch_id: young?.id,
    });
  });

  it('is picked by tablets once its batch is named, and no more than that holds', async () => {
    await ruled();
    const [old] = await batches();
    const allot = await passedOf([
      [0, 6, { stock_batch_id: old?.id }],
      [1, 2],
    ]);
    house.clock.advance(60_000);
    const tablet = new AllotTablet(house, way.from, { end: 'out', id: allot.id });
    const { rows } = await sql<{ no: string }>`select serial_no as no from stock_batch where id = ${old?.id}`.execute(
      house.db,
    );
    const told = async () => (await tablet.sheet()).goods.map(({ batch, batch_wanted }) => [batch, batch_wanted]);
    const lines = [
      [{ no: rows[0]?.no, most: 4 }, false],
      [null, true],
    ];
    expect(await told()).toEqual(lines);
    tablet.add(way.goods[0]?.barcode, { qty: 3 });
    tablet.add(way.goods[0]?.barcode, { qty: 1 });
    tablet.add(way.goods[0]?.barcode, { qty: 1 });
    tablet.add(way.goods[1]?.barcode, { qty: 1 });
    expect(await tablet.send()).toMatchObject([
      { outcome: 'accepted' },
      { outcome: 'accepted' },
      { outcome: 'refused', msg: expect.stringContaining('只有 4 件') as unknown },
      { outcome: 'refused', msg: expect.stringContaining('须指定批次') as unknown },
    ]);
    expect(await figures()).toEqual([
      [4, 4],
      [8, 0],
    ]);
    // What it has picked of the batch is still for it.
    expect(await told()).toEqual(lines);
  });

  it('goes in the order in which batches leave where no rule says otherwise, and by its batch where one is named all the same', async () => {
    const [, young] = await batches();
    const free = await passed(house, way, [[0, 2]]);
    await pick(free.out, [{ pick_qty: 2 }]);
    const named = await passed(house, way, [[0, 2]]);
    await pick(named.out, [{ pick_qty: 2, stock_batch_id: young?.id }]);
    expect(await figures()).toEqual([
      [4, 2],
      [8, 2],
    ]);
  });
});
