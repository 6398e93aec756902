import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { barcodeOf, encodeEpc, keyOfEpc } from '#contract/areas/codes/epc.ts';
import { goodsPool } from '#contract/areas/codes/goods-pool.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { findCodes } from '#server/ledger/codes.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { codedGoods } from '#tests/factories/coded.ts';
import {
  bound,
  codeOrders,
  codePeople,
  codeReturns,
  codesOf,
  freshEpc,
  issued,
  stockedCodes,
} from '#tests/factories/codes.ts';
import { ordered } from '#tests/factories/purchasing.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjust, adjustment, openingStock } from '#tests/factories/stock.ts';
import { noteArrivals } from './order/arrive.ts';

// Codes as people make, bind, move, lose, find and give them back (domain.md §4.18, amendments E, G18).

let house: House;
let people: { maker: Actor; judge: Actor };
let goods: number;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await codePeople(house);
  goods = (await codedGoods(house.db))[0]?.id ?? 0;
});

afterEach(async () => {
  // Orders and contracts of a test stand in the tables without their history.
  const broken = await brokenInvariants(house.db);
  expect(broken.filter(({ name }) => !/^(i43|i59)/.test(name))).toEqual([]);
});

const log = createLog({ level: 'silent' });
const add = (body: object) => house.ask(people.maker, codeOrders.add, body as never);
const lines = (qty: number, sku = goods) => [{ sku_id: sku, qty }];
const statusOf = async (id: number) => (await house.ask(people.maker, codeOrders.detail, { id })).status;

describe('an order of codes', () => {
  it('is not of goods without codes, of too many, of a grade to come, or of a source that is not there', async () => {
    const plain = (await pieces(house.db))[0]?.id ?? 0;
    for (const [body, field] of [
      [{ source_type: 1, lines: lines(2, plain) }, 'lines.0.sku_id'],
      [{ source_type: 1, lines: [] }, 'lines'],
      [{ source_type: 1, lines: [...lines(50_000), ...lines(1, (await codedGoods(house.db))[0]?.id)] }, 'lines'],
      [{ source_type: 1, lines: [{ sku_id: goods, qty: 1, imperfect_type: 1 }] }, 'lines.0.imperfect_type'],
      [{ source_type: 2, lines: lines(1) }, 'source_no'],
      [{ source_type: 2, source_no: 'CG00', lines: lines(1) }, 'source_no'],
      [{ source_type: 4, lines: lines(1) }, 'warehouse_id'],
    ] as const)
      await expect(add(body), JSON.stringify(body)).rejects.toMatchObject({ kind: 'invalid', field });
  });

  it('of a purchase order takes its supplier and warehouse, and no more codes than it has pieces', async () => {
    const { supplier_id, warehouse_id, lines: taken } = await ordered(house.db);
    const { rows } = await sql<{ no: string; sku_id: number; qty: number }>`
      select o.purchase_no as no, l.sku_id, l.qty from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id where l.id = ${taken[0] ?? 0}`.execute(
      house.db,
    );
    const { no = '', sku_id = 0, qty = 0 } = rows[0] ?? {};
    await sql`update spu set is_code_managed = true where id = (select spu_id from sku where id = ${sku_id})`.execute(
      house.db,
    );
    const made = await add({ source_type: 2, source_no: no, lines: lines(qty - 1, sku_id) });
    expect(await house.ask(people.maker, codeOrders.detail, { id: made.id })).toMatchObject({
      supplier_id,
      warehouse_id,
    });
    await expect(add({ source_type: 2, source_no: no, lines: lines(2, sku_id) })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'lines.0.qty',
      message: expect.stringContaining('还可制码 1 件') as unknown,
    });
    await add({ source_type: 2, source_no: no, lines: lines(1, sku_id) });
  });

  it('makes codes of 16 digits that no other order has, is voided whole, and not once a piece is there', async () => {
    const one = await issued(house, { people, sku: goods, qty: 3 });
    const other = await issued(house, { people, sku: goods, qty: 3 });
    const numbers = [...one.codes, ...other.codes].map(({ unique_code }) => unique_code);
    expect(new Set(numbers).size).toBe(6);
    expect(numbers.every((number) => /^\d{16}$/.test(number))).toBe(true);
    await house.ask(people.maker, codeOrders.cancel, { id: one.order, reason: '编号重发' });
    expect((await codesOf(house.db, one.order)).map(({ status }) => status)).toEqual([-1, -1, -1]);
    const { order, codes } = await stockedCodes(house, { people, qty: 2 });
    await expect(house.ask(people.maker, codeOrders.cancel, { id: order, reason: '不要了' })).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining(codes[0]?.unique_code ?? '-') as unknown,
    });
  });

  it('goes on with the first code that comes in, and gives back what nobody used by a second person', async () => {
    const { order } = await stockedCodes(house, { people, qty: 2 });
    expect(await statusOf(order)).toBe(2);
    const arrive = () => noteArrivals({ db: house.db, clock: house.clock, log }, house.kit.registry);
    expect(await arrive()).toBeGreaterThan(0);
    expect([await statusOf(order), await arrive()]).toEqual([3, 0]);
    const spare = await issued(house, { people, sku: goods, qty: 2 });
    await house.ask(people.judge, codeOrders.finish, { id: spare.order, unused: 1 });
    const { list } = await house.ask(people.judge, codeReturns.list, {
      source_no: (await house.ask(people.judge, codeOrders.detail, { id: spare.order })).code_order_no ?? '',
    });
    const id = list[0]?.id ?? 0;
    await expect(house.ask(people.judge, codeReturns.confirm, { id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.maker, codeReturns.confirm, { id, result: 1 });
    expect((await codesOf(house.db, spare.order)).map(({ status }) => status)).toEqual([-1, -1]);
  });
});

describe('a tag', () => {
  it('is told what is wrong with it, each by itself, and the others are bound', async () => {
    const { codes } = await issued(house, { people, sku: goods, qty: 4 });
    const [one, two, three, four] = codes.map(({ unique_code }) => unique_code);
    const other = (await codedGoods(house.db))[0];
    const tag = { scheme: 'sgtin-96', filter: 1, company: '6909999', item: '000001', serial: '1' } as const;
    await sql`insert into sku_barcode (sku_id, barcode) values (${other?.id}, ${barcodeOf(keyOfEpc(tag))})`.execute(
      house.db,
    );
    const used = freshEpc();
    const answer = await house.ask(people.maker, codeCalls.bind, {
      items: [
        { unique_code: one ?? '', epc: used },
        { unique_code: two ?? '', epc: used },
        { unique_code: '9999999999999999', epc: freshEpc() },
        { unique_code: two ?? '', epc: '12' },
        { unique_code: three ?? '', epc: freshEpc(), sku_id: other?.id ?? 0 },
        // A tag that says the barcode of other goods.
        {
          unique_code: three ?? '',
          epc: encodeEpc(tag),
        },
        { unique_code: four ?? '', epc: 'E28011704000021D35AFADD9' },
      ],
    });
    expect(answer.ok_count).toBe(2);
    expect(answer.errors.map(({ place, error }) => [place, error])).toEqual([
      [1, '与第 1 行重复'],
      [2, '唯一码不存在'],
      [3, 'EPC 应为 24 或 52 位十六进制'],
      [4, expect.stringContaining('与所填货品不符')],
      [5, expect.stringContaining('商品条码不是')],
    ]);
    const again = await house.ask(people.maker, codeCalls.bind, {
      items: [
        { unique_code: one ?? '', epc: freshEpc() },
        { unique_code: two ?? '', epc: used },
      ],
    });
    expect(again.errors.map(({ error }) => error)).toEqual([
      expect.stringContaining('已绑定'),
      `EPC 已绑定唯一码 ${one}`,
    ]);
  });

  it('is changed for another with a reason, and one that is taken is refused', async () => {
    const { codes } = await bound(house, { people, sku: goods, qty: 2 });
    const [one, two] = codes;
    const rebind = (epc: string) =>
      house.ask(people.judge, codeCalls.rebind, { code_id: one?.id ?? 0, epc, reason: '标签损坏' });
    await expect(rebind(two?.epc ?? '')).rejects.toMatchObject({ kind: 'duplicate', field: 'epc' });
    await expect(rebind('12')).rejects.toMatchObject({ kind: 'invalid', field: 'epc' });
    const epc = freshEpc();
    await rebind(epc);
    const track = await house.ask(people.maker, codeCalls.track, { epc });
    expect(track.code).toMatchObject({ id: one?.id, epc, status: 2 });
    expect(track.records.map((record) => record.event_type)).toEqual([1, 2, 19]);
    // What a document scans is a number or a tag, however it is typed; what is nobody's is not in the answer.
    const scanned = await findCodes(house.db, [two?.unique_code ?? '', epc.toLowerCase(), one?.epc ?? '']);
    expect([...scanned.values()].map(({ id }) => id)).toEqual([two?.id, one?.id]);
    expect(track.tag).toMatchObject({ uri: expect.stringContaining('sgtin-96') as unknown });
  });

  it('of goods that are there comes in with its code, as far as there are pieces without one', async () => {
    const place = (await shelf(house.db)).id;
    await openingStock(house, { people, warehouse: place, lines: [{ sku_id: goods, qty: 2 }] });
    const { codes } = await issued(house, { people, sku: goods, qty: 3, warehouse: place, ofStock: true });
    const items = codes.map(({ unique_code }) => ({ unique_code, epc: freshEpc() }));
    await expect(house.ask(people.maker, codeCalls.bind, { items })).rejects.toMatchObject({ kind: 'stockShort' });
    await house.ask(people.maker, codeCalls.bind, { items: items.slice(0, 2) });
    expect((await codesOf(house.db, (await orderOf(codes[0]?.id ?? 0)) ?? 0)).map(({ status }) => status)).toEqual([
      3, 3, 1,
    ]);
  });
});

describe('pieces with codes', () => {
  it('do not leave by a document that does not say which', async () => {
    const { warehouse, sku, codes } = await stockedCodes(house, { people, qty: 3 });
    await openingStock(house, { people, warehouse, lines: [{ sku_id: sku, qty: 1 }] });
    await adjust(house, { people, warehouse, type: adjustType.loss, lines: [{ sku_id: sku, qty: 1 }] });
    await expect(
      adjust(house, { people, warehouse, type: adjustType.loss, lines: [{ sku_id: sku, qty: 2 }] }),
    ).rejects.toMatchObject({
      kind: 'invalid',
      field: 'lines.0.code_ids',
      message: expect.stringContaining('请扫码指明其中 2 件') as unknown,
    });
    expect(codes).toHaveLength(3);
  });

  it('are moved within a warehouse, all or none', async () => {
    const { codes } = await stockedCodes(house, { people, qty: 2 });
    const notInStockYet = (await issued(house, { people, sku: goods, qty: 1 })).codes;
    const ids = codes.map(({ id }) => id);
    const move = (code_ids: number[]) => house.ask(people.maker, codeCalls.move, { code_ids, position: 'A-01-02' });
    await expect(move([...ids, notInStockYet[0]?.id ?? 0])).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining(notInStockYet[0]?.unique_code ?? '-') as unknown,
    });
    await expect(move([999_999_999])).rejects.toMatchObject({ kind: 'notFound' });
    expect(await move(ids)).toEqual({ count: 2 });
    const { list } = await house.ask(people.maker, poolList, { unique_code: codes[0]?.unique_code ?? '' });
    expect(list).toMatchObject([{ position: 'A-01-02', status: 3, last_event: 18 }]);
  });

  it('are voided only while there is no piece', async () => {
    const { codes } = await stockedCodes(house, { people, qty: 1 });
    const drop = (id: number) => house.ask(people.maker, codeCalls.void, { code_ids: [id], reason: '吊牌印坏' });
    await expect(drop(codes[0]?.id ?? 0)).rejects.toMatchObject({ kind: 'illegalTransition' });
    const { codes: fresh } = await bound(house, { people, sku: goods, qty: 1 });
    await drop(fresh[0]?.id ?? 0);
    // Its tag may say another code from then on.
    const { codes: next } = await issued(house, { people, sku: goods, qty: 1 });
    const answer = await house.ask(people.maker, codeCalls.bind, {
      items: [{ unique_code: next[0]?.unique_code ?? '', epc: fresh[0]?.epc ?? '' }],
    });
    expect(answer).toEqual({ ok_count: 1, errors: [] });
  });
});

describe('a lost piece', () => {
  const report = (op: 1 | 2, ids: number[], by = people.maker) =>
    house.ask(by, codeCalls.lost, { code_ids: ids, op, reason: op === 1 ? '巡检未找到' : '理货时找到' });
  const adjustmentOf = async (no: string | undefined) =>
    (await sql<{ id: number }>`select id from stock_adjustment where adjust_no = ${no ?? ''}`.execute(house.db)).rows[0]
      ?.id ?? 0;
  const states = async (order: number) => (await codesOf(house.db, order)).map(({ status }) => status);

  it('is lost by the word of a second person, held meanwhile, and found again the same way', async () => {
    const { order, codes, warehouse, sku } = await stockedCodes(house, { people, qty: 3 });
    const ids = codes.slice(0, 2).map(({ id }) => id);
    const [no] = (await report(1, ids)).adjust_nos;
    const id = await adjustmentOf(no);
    expect(await states(order)).toEqual([4, 4, 3]);
    await expect(report(1, ids)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await expect(house.ask(people.maker, adjustment.audit, { id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.judge, adjustment.audit, { id, result: 1 });
    expect(await states(order)).toEqual([9, 9, 3]);
    const onHand = async () =>
      (
        await sql<{
          on_hand: number;
          coded: number;
        }>`select on_hand, coded from stock_balance where warehouse_id = ${warehouse} and sku_id = ${sku}`.execute(
          house.db,
        )
      ).rows[0];
    expect(await onHand()).toEqual({ on_hand: 1, coded: 1 });
    const [found] = (await report(2, [ids[0] ?? 0])).adjust_nos;
    await expect(report(2, [ids[0] ?? 0])).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining(found ?? '-') as unknown,
    });
    await house.ask(people.judge, adjustment.audit, { id: await adjustmentOf(found), result: 1 });
    expect([await states(order), await onHand()]).toEqual([[3, 9, 3], { on_hand: 2, coded: 2 }]);
  });

  it('is free again where that is refused', async () => {
    const { order, codes } = await stockedCodes(house, { people, qty: 1 });
    const [no] = (await report(1, [codes[0]?.id ?? 0])).adjust_nos;
    await house.ask(people.judge, adjustment.audit, { id: await adjustmentOf(no), result: 2, remark: '再找找' });
    expect(await states(order)).toEqual([3]);
    await house.ask(people.maker, adjustment.cancel, { id: await adjustmentOf(no), reason: '找到了' });
  });
});

const poolList = callsOf(goodsPool).list;
const orderOf = async (code: number) =>
  (await sql<{ id: number }>`select code_order_id as id from piece_code where id = ${code}`.execute(house.db)).rows[0]
    ?.id;
