import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { inWareCode } from '#contract/areas/codes/in-ware-code.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { codedGoods } from '#tests/factories/coded.ts';
import { type CodeRow, codeOrders, codePeople, codesOf, freshEpc } from '#tests/factories/codes.ts';
import {
  atDock,
  batchOf,
  beginBatch,
  countBatch,
  type Dock,
  type DockPeople,
  dockPeople,
  inbound,
  receiveWhole,
  settleDifference,
} from '#tests/factories/inbound.ts';

// Codes of purchases and appointments come into stock with their pieces (domain.md §4.18, 2→3 and 2→8).

let house: House;
let people: DockPeople;
let clerks: { maker: Actor; judge: Actor };
let sku: number;
let dock: Dock;

const nameCodes = transitionCall(inWareBatch, 'nameCodes');
const reverse = transitionCall(inWareBatch, 'reverse');
const cancelAdjustment = transitionCall(stockAdjustment, 'cancel');

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await dockPeople(house);
  clerks = await codePeople(house);
});

beforeEach(async () => {
  sku = (await codedGoods(house.db))[0]?.id ?? 0;
  dock = await atDock(house.db, { lines: [{ sku_id: sku, qty: 6 }] });
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

/** Codes that are made for what the dock brings, bound to tags. */
async function made(
  qty: number,
  source: 'arrival' | 'purchase' = 'arrival',
): Promise<{ order: number; codes: CodeRow[] }> {
  const { rows } = await sql<{ no: string }>`
    select ${source === 'arrival' ? sql`arrival_no` : sql`purchase_no`} as no from ${source === 'arrival' ? sql`arrival_order` : sql`purchase_order`}
    where id = ${source === 'arrival' ? dock.arrival : dock.purchase}`.execute(house.db);
  const { id } = await house.ask(clerks.maker, codeOrders.add, {
    source_type: source === 'arrival' ? 3 : 2,
    source_no: rows[0]?.no,
    lines: [{ sku_id: sku, qty }],
  } as never);
  await house.ask(clerks.judge, codeOrders.issue, { id });
  const items = (await codesOf(house.db, id)).map(({ unique_code }) => ({ unique_code, epc: freshEpc() }));
  await house.ask(clerks.maker, codeCalls.bind, { items });
  return { order: id, codes: await codesOf(house.db, id) };
}

const states = async (order: number) => (await codesOf(house.db, order)).map(({ status }) => status);
const told = async (id: number) =>
  ((await batchOf(house, people.judge, id)).audit as unknown as { action: string; remark: string | null }[]).flatMap(
    ({ action, remark }) => (action === 'codes' ? [remark] : []),
  );
const numbers = (codes: readonly CodeRow[]) => codes.map(({ unique_code }) => unique_code);

/** A batch that waits to be judged, with the ids of its lines. */
async function waiting(counts = {}): Promise<{ id: number; lines: number[] }> {
  const id = await beginBatch(house, people.counter, dock.arrival);
  await countBatch(house, people.counter, { id, counts });
  await house.ask(people.counter, inbound.submit, { id });
  await settleDifference(house, people, { batch: id });
  return { id, lines: (await batchOf(house, people.counter, id)).lines.map((line) => line.id) };
}

const name = (id: number, lines: { line_id: number | undefined; codes: string[] }[], by = people.counter) =>
  house.ask(by, nameCodes, { id, lines: lines as never });

describe('codes that are on the pieces of a batch', () => {
  it('are refused where they are nobody’s, of other goods, of pieces that are in, said twice, or more than the pieces', async () => {
    const { codes } = await made(6);
    const [one = '', two = ''] = numbers(codes);
    const { id, lines } = await waiting();
    const refused = (said: string[], words: string) =>
      expect(name(id, [{ line_id: lines[0], codes: said }])).rejects.toMatchObject({
        kind: 'invalid',
        field: 'lines.0.codes',
        message: expect.stringContaining(words) as unknown,
      });
    await refused(['9999999999999999'], '不是此货品');
    await refused([one, codes[0]?.epc ?? ''], '重复');
    await refused([...numbers(codes), '1'], '不是此货品');
    await house.ask(clerks.maker, codeCalls.void, { code_ids: [codes[1]?.id ?? 0], reason: '吊牌印坏' });
    await refused([two], '已作废');
    await expect(name(id, [{ line_id: lines[0], codes: [one] }], people.judge)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    // Still in the hands of whoever counts.
    const open = await atDock(house.db, { lines: [{ sku_id: sku, qty: 2 }] });
    const batch = await beginBatch(house, people.counter, open.arrival);
    await expect(name(batch, [{ line_id: lines[0], codes: [one] }])).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
  });

  it('come in with them, each by its line, and are listed with the batch', async () => {
    const { order, codes } = await made(4);
    const id = await receiveWhole(house, { people, arrival: dock.arrival });
    expect(await states(order)).toEqual([3, 3, 3, 3]);
    expect(await told(id)).toEqual([expect.stringContaining('入库 6 件，4 件带唯一码，2 件没有唯一码')]);
    const { list } = await house.ask(clerks.maker, callsOf(inWareCode).list, { sku_id: sku });
    expect(list).toHaveLength(4);
    expect(list[0]).toMatchObject({ batch_id: id, in_warehouse_id: dock.warehouse, status: 3 });
    const shown = await house.ask(clerks.maker, codeOrders.detail, { id: order });
    expect(shown).toMatchObject({ in_qty: 4 });
    expect((await batchOf(house, people.judge, id)).lines).toMatchObject([{ in_qty: 6, coded_qty: 4 }]);
    expect(codes).toHaveLength(4);
  });

  it('of an order for several appointments stay bound and are told, until somebody says which', async () => {
    const later = await made(6, 'purchase');
    const id = await receiveWhole(house, { people, arrival: dock.arrival, counts: { [sku]: 4 }, deals: { 1: 2 } });
    expect(await states(later.order)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(await told(id)).toEqual([expect.stringContaining('入库 4 件，0 件带唯一码，另有 6 个已绑定的码未指明')]);
    const line = (await batchOf(house, people.counter, id)).lines[0]?.id;
    await expect(name(id, [{ line_id: line, codes: numbers(later.codes).slice(0, 5) }])).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('还有 4 件') as unknown,
    });
    await name(id, [{ line_id: line, codes: numbers(later.codes).slice(2, 5) }]);
    expect(await states(later.order)).toEqual([2, 2, 3, 3, 3, 2]);
    // One piece is left without.
    await name(id, [{ line_id: line, codes: [later.codes[5]?.epc ?? ''] }]);
    await expect(name(id, [{ line_id: line, codes: [later.codes[0]?.epc ?? ''] }])).rejects.toMatchObject({
      kind: 'invalid',
    });
    expect((await batchOf(house, people.judge, id)).lines[0]).toMatchObject({ coded_qty: 4 });
  });

  it('of pieces in two grades come in as whoever counted says, and as nothing where nobody does', async () => {
    const { order, codes } = await made(6);
    const { id, lines } = await waiting({ [sku]: { 0: 4, 1: 2 } });
    await name(id, [
      { line_id: lines[0], codes: numbers(codes).slice(0, 4) },
      { line_id: lines[1], codes: [codes[5]?.epc ?? ''] },
    ]);
    // Said again: the list of a line takes the place of the one before.
    await name(id, [{ line_id: lines[0], codes: numbers(codes).slice(0, 3) }]);
    await house.ask(people.judge, inbound.audit, { id, result: 1 });
    expect(await states(order)).toEqual([3, 3, 3, 2, 2, 8]);
    expect(await told(id)).toEqual([expect.stringContaining('4 件带唯一码，另有 2 个')]);
    const guess = await atDock(house.db, { lines: [{ sku_id: sku, qty: 2 }], warehouse: dock.warehouse });
    dock = guess;
    const other = await made(2);
    const second = await waiting({ [sku]: { 0: 1, 1: 1 } });
    await house.ask(people.judge, inbound.audit, { id: second.id, result: 1 });
    expect(await states(other.order)).toEqual([2, 2]);
  });

  it('go back to where they were with a batch that is taken back, and not once a piece is held', async () => {
    const { order, codes } = await made(6);
    const id = await receiveWhole(house, { people, arrival: dock.arrival });
    await house.ask(clerks.maker, codeCalls.lost, { code_ids: [codes[0]?.id ?? 0], op: 1, reason: '巡检未找到' });
    await expect(house.ask(people.second, reverse, { id, reason: '批号不符' })).rejects.toMatchObject({
      kind: 'stockShort',
    });
    const { rows } = await sql<{ id: number }>`select id from stock_adjustment order by id desc limit 1`.execute(
      house.db,
    );
    await house.ask(clerks.maker, cancelAdjustment, { id: rows[0]?.id ?? 0, reason: '找到了' });
    await house.ask(people.second, reverse, { id, reason: '批号不符' });
    expect(await states(order)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(await house.ask(clerks.maker, codeOrders.detail, { id: order })).toMatchObject({ in_qty: 0 });
    await receiveWhole(house, { people, arrival: dock.arrival });
    expect(await states(order)).toEqual([3, 3, 3, 3, 3, 3]);
  });
});
