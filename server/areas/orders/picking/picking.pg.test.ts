import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outEntryCalls } from '#contract/areas/orders/out-entry.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type CodeRow, codeKeys, codesOf, stockedCodes } from '#tests/factories/codes.ts';
import { next } from '#tests/factories/goods.ts';
import { insert } from '#tests/factories/insert.ts';
import { OutTablet } from '#tests/factories/out-tablet.ts';
import {
  openOut,
  orderClerk,
  orderSteps,
  outs,
  payOrder,
  placeOnlineOrder,
  shopAt,
} from '#tests/factories/pushed-orders.ts';
import { everybody, type Supplied, supplied } from '#tests/factories/returns.ts';
import { shelf } from '#tests/factories/shelf.ts';

// Deliveries of orders picked and shipped by entries of tablets (amendments G12; decision 0106).

let house: House;
let people: Awaited<ReturnType<typeof everybody>>;
let clerk: Actor;
let picker: Actor;
let logistics: number;
let goods: Supplied;
let other: Supplied;
let shop: { id: number; shop_no: string };
let order: { id: number; order_no: string };
let out: Awaited<ReturnType<typeof openOut>>;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await everybody(house);
  clerk = await orderClerk(house);
  logistics = await insert(house.db, 'logistics', { code: `WL${next()}`, name: `物流${next()}`, type: 1 });
});

beforeEach(async () => {
  goods = await supplied(house, people, [[6, 4000]]);
  other = await supplied(house, people, [[4, 5000]], { warehouse: goods.warehouse });
  shop = await shopAt(house, goods.warehouse);
  picker = await house.person('拣货员', ['order:outShip', 'order:outView'], [{ warehouse: [goods.warehouse] }]);
  [order, out] = await placed([3, 1]);
  tick();
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

/** A paid order of so many pieces of the two goods. */
async function placed([qty, more]: readonly [number, number]) {
  const items = [
    { sku_no: goods.skuNo, qty },
    { sku_no: other.skuNo, qty: more },
  ].filter((item) => item.qty > 0);
  const taken = await placeOnlineOrder(house, { by: clerk, shop: shop.shop_no, items });
  await payOrder(house, clerk, taken.order_no);
  return [taken, await openOut(house, taken.id)] as const;
}

const code = (of: Supplied): string => `B-${of.skuNo.slice(2)}`;
const tablet = (who = picker, id = out.id) => new OutTablet(house, who, id);
const tick = () => house.clock.advance(1000);
const words = (answers: readonly { outcome: string }[]) => answers.map(({ outcome }) => outcome);
const carried = () => ({ logistics_id: logistics, waybill_no: `YD${next()}` });
const delivery = async (id = out.id) => await house.ask(clerk, outs.detail, { id });
const picked = async () => (await delivery()).lines.map(({ pick_qty }) => pick_qty);
const orderStatus = async () =>
  (await sql<{ status: number }>`select status from sale_order where id = ${order.id}`.execute(house.db)).rows[0]
    ?.status;
const waiting = async () => (await house.ask(picker, outEntryCalls.open, { id: out.id })).list;

describe('refusals', () => {
  it('are of whoever has the warehouse outside their data scope, or may not ship', async () => {
    const elsewhere = await house.person(
      '旁人',
      ['order:outShip', 'order:outView'],
      [{ warehouse: [(await shelf(house.db)).id] }],
    );
    const stranger = tablet(elsewhere);
    stranger.add(code(goods));
    await expect(stranger.send()).rejects.toMatchObject({ kind: 'notFound' });
    await expect(stranger.sheet()).rejects.toMatchObject({ kind: 'notFound' });
    expect((await house.ask(elsewhere, outEntryCalls.listed, {})).list).toEqual([]);
    const viewer = await house.person('客服', ['order:outView']);
    await expect(house.ask(viewer, outEntryCalls.listed, {})).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('say what is no entry, by its field', async () => {
    const refused = async (kind: 'add' | 'void' | 'send', more: object) => {
      const one = tablet();
      one.do(kind, more);
      return await one.send().then(
        () => 'taken',
        ({ kind: why, field }) => `${why} ${field}`,
      );
    };
    expect(await refused('add', { barcode: ' ' })).toBe('invalid entries.0.barcode');
    expect(await refused('add', { barcode: code(goods), qty: 0 })).toBe('invalid entries.0.qty');
    expect(await refused('send', { qty: 2 })).toBe('invalid entries.0.qty');
    expect(await refused('void', {})).toBe('invalid entries.0.voids');
    expect(await refused('add', { barcode: code(goods), carton: 1 })).toMatch(/^invalid/);
  });

  it('keep what nobody knows or is not of the order, refuse what is too many, and nothing is shipped while somebody must decide', async () => {
    const one = tablet();
    const lost = one.add('NIX-1');
    one.add(code(goods), { imperfect_type: 2 });
    one.add(code(other), { qty: 2 });
    one.add(code(other));
    one.add(code(other));
    const answers = await one.send();
    expect(words(answers)).toEqual(['unknown', 'unknown', 'refused', 'accepted', 'refused']);
    expect(answers[4]?.msg).toContain('应拣 1 件，已拣 1 件');
    expect(await picked()).toEqual([0, 1]);
    tick();
    one.do('send', carried());
    expect(await one.send()).toMatchObject([{ outcome: 'refused', msg: '还有 2 条扫描没有认定，请先处理' }]);
    // It was taken back as a whole: nothing of the step stands.
    expect(await delivery()).toMatchObject({ status: 2, short_confirmed: false });
    const open = await waiting();
    expect(open.map(({ barcode, outcome }) => [barcode, outcome])).toEqual([
      ['NIX-1', 'unknown'],
      [code(goods), 'unknown'],
    ]);
    await expect(
      house.ask(picker, outEntryCalls.decide, { id: out.id, op_ids: [lost], sku_id: other.sku }),
    ).rejects.toMatchObject({ field: 'sku_id', message: expect.stringContaining('超过应发数量') as unknown });
    await house.ask(picker, outEntryCalls.decide, { id: out.id, op_ids: [lost], sku_id: goods.sku });
    await house.ask(picker, outEntryCalls.decide, { id: out.id, op_ids: [open[1]?.op_id ?? ''], reason: '放回货架' });
    expect(await picked()).toEqual([1, 1]);
    await expect(
      house.ask(picker, outEntryCalls.decide, { id: out.id, op_ids: [lost], reason: '放回货架' }),
    ).rejects.toMatchObject({ field: 'op_ids' });
  });

  it('say of a step why it cannot be taken; the carrier is told anew, and it goes', async () => {
    const one = tablet();
    one.do('pack');
    one.do('send', carried());
    expect(await one.send()).toMatchObject([
      { outcome: 'refused', msg: '还没有拣到货品' },
      { outcome: 'refused', msg: '还没有拣到货品' },
    ]);
    one.add(code(goods), { qty: 3 });
    one.do('send');
    one.do('send', { logistics_id: logistics, waybill_no: ' ' });
    expect(await one.send()).toMatchObject([
      { outcome: 'accepted' },
      { outcome: 'refused', msg: '线上订单须填写物流公司' },
      { outcome: 'refused', msg: '线上订单须填写物流单号' },
    ]);
    one.do('send', carried());
    expect(words(await one.send())).toEqual(['accepted']);
    one.do('send', carried());
    expect(await one.send()).toMatchObject([{ outcome: 'refused', msg: '此单已发货' }]);
  });

  it('of an order that was cancelled while it was picked in the dark wait for its person; what was scanned is kept and held by nobody', async () => {
    const one = tablet();
    one.add(code(goods), { qty: 2 });
    one.do('send', carried());
    tick();
    await house.ask(clerk, orderSteps.cancel, { id: order.id, reason: '客户不要了' });
    expect(await one.send()).toMatchObject([
      { outcome: 'late', msg: '到达时此单已取消' },
      { outcome: 'refused', msg: '此单已取消' },
    ]);
    const [late] = await waiting();
    const op_ids = [late?.op_id ?? ''];
    await expect(
      house.ask(picker, outEntryCalls.decide, { id: out.id, op_ids, sku_id: goods.sku }),
    ).rejects.toMatchObject({ message: '此单已取消，只能搁置' });
    await house.ask(picker, outEntryCalls.decide, { id: out.id, op_ids, reason: '放回货架' });
    expect(await waiting()).toEqual([]);
    await expect(one.sheet()).rejects.toMatchObject({ kind: 'illegalTransition' });
    expect((await goods.batches()).map(({ qty, locked }) => [qty, locked])).toEqual([[6, 0]]);
  });

  it('are of taking back what is not mine, or twice', async () => {
    const [one, two] = [tablet(), tablet()];
    const mine = one.add(code(goods));
    await one.send();
    two.do('void', { voids: mine });
    one.do('void', { voids: mine });
    one.do('void', { voids: mine });
    expect(words(await two.send())).toEqual(['refused']);
    expect(words(await one.send())).toEqual(['accepted', 'refused']);
    expect(await picked()).toEqual([0, 0]);
  });
});

it('two pick what one order asks for in the dark; what was not found goes into another delivery, and every scan counts once', async () => {
  expect((await house.ask(picker, outEntryCalls.listed, {})).list).toMatchObject([
    { id: out.id, order_no: order.order_no, plan_qty: 4, counted_qty: 0, status: 1 },
  ]);
  const [one, two] = [tablet(), tablet(clerk)];
  expect(await one.sheet()).toMatchObject({
    order_no: order.order_no,
    carrier_wanted: true,
    own_seq: 0,
    goods: [
      { sku_no: goods.skuNo, barcodes: [code(goods)], plan_qty: 3, counted_qty: 0, imperfect_type: 0 },
      { sku_no: other.skuNo, plan_qty: 1 },
    ],
  });
  one.add(code(goods));
  const slip = one.add(code(goods));
  one.do('void', { voids: slip, barcode: code(goods) });
  two.add(code(other));
  two.add(code(goods));
  await one.send({ lost: true });
  expect(words(await one.send())).toEqual(['accepted', 'accepted', 'accepted']);
  expect(words(await two.send())).toEqual(['accepted', 'accepted']);
  expect(await picked()).toEqual([2, 1]);
  expect(await delivery()).toMatchObject({ status: 2, pick_qty: 3 });
  expect(await one.sheet()).toMatchObject({ own_seq: 3, goods: [{ counted_qty: 2 }, { counted_qty: 1 }] });
  await house.ask(clerk, outEntryCalls.report, { id: out.id, device_id: two.device, rev: 1, unsent: 2 });
  expect((await one.sheet()).others).toMatchObject([{ counter_name: '订单员', unsent: 2 }]);
  one.do('pack');
  two.do('pack');
  expect(words([...(await one.send()), ...(await two.send())])).toEqual(['accepted', 'accepted']);
  expect(await delivery()).toMatchObject({ status: 3, short_confirmed: true });
  two.add(code(goods));
  expect(await two.send()).toMatchObject([{ outcome: 'late', msg: '到达时此单已拣货完成' }]);
  const [late] = await waiting();
  await house.ask(picker, outEntryCalls.decide, { id: out.id, op_ids: [late?.op_id ?? ''], reason: '放回货架' });
  one.do('send', { logistics_id: logistics, waybill_no: 'YD-1' });
  expect(words(await one.send())).toEqual(['accepted']);
  expect(await delivery()).toMatchObject({ status: 4, waybill_no: 'YD-1', logistics_id: logistics });
  expect(await orderStatus()).toBe(3);
  const rest = await openOut(house, order.id);
  expect(rest.lines.map(({ qty }) => qty)).toEqual([1]);
  const last = tablet(picker, rest.id);
  last.add(code(goods));
  last.do('send', carried());
  expect(words(await last.send())).toEqual(['accepted', 'accepted']);
  expect(await orderStatus()).toBe(4);
  expect((await goods.batches()).map(({ qty }) => qty)).toEqual([3]);
});

it('what a desk says is picked counts from then on: an earlier scan waits for a person, a later one adds to it', async () => {
  const one = tablet();
  const early = one.add(code(goods));
  await one.send();
  one.add(code(goods));
  tick();
  const lines = out.lines.map(({ id }, place) => ({ line_id: id, pick_qty: place === 0 ? 2 : 0 }));
  await house.ask(clerk, outs.pick, { id: out.id, lines });
  tick();
  one.do('void', { voids: early });
  one.add(code(other));
  expect(await one.send()).toMatchObject([
    { outcome: 'late', msg: '扫描之后，此单已在电脑上拣货' },
    { outcome: 'late' },
    { outcome: 'accepted' },
  ]);
  expect(await picked()).toEqual([2, 1]);
});

it('goods that an order asks for twice fill its lines one after the other', async () => {
  const items = [
    { sku_no: goods.skuNo, qty: 1 },
    { sku_no: goods.skuNo, qty: 1, sale_price: 1, is_gift: true },
  ];
  const taken = await placeOnlineOrder(house, { by: clerk, shop: shop.shop_no, items });
  await payOrder(house, clerk, taken.order_no);
  out = await openOut(house, taken.id);
  const one = tablet();
  expect((await one.sheet()).goods).toMatchObject([{ plan_qty: 2 }]);
  one.add(code(goods));
  await one.send();
  expect(await picked()).toEqual([1, 0]);
  one.add(code(goods));
  one.do('send', carried());
  expect(words(await one.send())).toEqual(['accepted', 'accepted']);
});

describe('pieces with codes', () => {
  let made: { order: number; codes: CodeRow[] };
  const pieceCode = (at: number): string => made.codes[at]?.unique_code ?? '';
  const states = async () => (await codesOf(house.db, made.order)).map(({ status }) => status);

  beforeEach(async () => {
    goods = await supplied(house, people, []);
    await sql`update spu set is_code_managed = true where id = (select spu_id from sku where id = ${goods.sku})`.execute(
      house.db,
    );
    const maker = await house.person('制码', codeKeys);
    const judge = await house.person('主管', codeKeys);
    made = await stockedCodes(house, {
      people: { maker, judge },
      qty: 3,
      warehouse: goods.warehouse,
      sku: goods.sku,
    });
    shop = await shopAt(house, goods.warehouse);
    picker = await house.person('拣货员', ['order:outShip', 'order:outView'], [{ warehouse: [goods.warehouse] }]);
    [order, out] = await placed([2, 0]);
    tick();
  });

  it('count once, are held from the scan on, and leave by their codes without being named again', async () => {
    const one = tablet();
    expect((await one.sheet()).goods[0]?.pieces).toHaveLength(3);
    one.add(pieceCode(0), { qty: 2 });
    one.add(pieceCode(0));
    one.add(made.codes[0]?.epc ?? '');
    const slip = one.add(pieceCode(1));
    one.do('void', { voids: slip });
    expect(words(await one.send())).toEqual(['refused', 'accepted', 'refused', 'accepted', 'accepted']);
    expect(await states()).toEqual([4, 3, 3]);
    // Another order does not get it.
    const [, second] = await placed([1, 0]);
    const two = tablet(picker, second.id);
    two.add(pieceCode(0));
    expect(await two.send()).toMatchObject([{ outcome: 'unknown', msg: expect.stringContaining(order.order_no) }]);
    await house.ask(picker, outEntryCalls.decide, {
      id: second.id,
      op_ids: [(await house.ask(picker, outEntryCalls.open, { id: second.id })).list[0]?.op_id ?? ''],
      reason: '放回货架',
    });
    one.add(pieceCode(2));
    one.do('send', carried());
    expect(words(await one.send())).toEqual(['accepted', 'accepted']);
    expect(await states()).toEqual([6, 3, 6]);
  });

  it('are let go of with the order, with a delivery that is cancelled, and where a desk says that fewer are picked', async () => {
    const one = tablet();
    one.add(pieceCode(0));
    one.add(pieceCode(1));
    await one.send();
    expect(await states()).toEqual([4, 4, 3]);
    tick();
    await house.ask(clerk, outs.pick, { id: out.id, lines: out.lines.map(({ id }) => ({ line_id: id, pick_qty: 1 })) });
    expect(await states()).toEqual([3, 3, 3]);
    tick();
    one.add(pieceCode(2));
    await one.send();
    expect(await states()).toEqual([3, 3, 4]);
    await house.ask(clerk, outs.cancel, { id: out.id, reason: '改仓发货', warehouse_id: goods.warehouse });
    expect(await states()).toEqual([3, 3, 3]);
    out = await openOut(house, order.id);
    const two = tablet();
    two.add(pieceCode(1));
    await two.send();
    await house.ask(clerk, orderSteps.cancel, { id: order.id, reason: '客户不要了' });
    expect(await states()).toEqual([3, 3, 3]);
  });

  it('that were scanned may be named at a desk once more, with those that were not', async () => {
    const one = tablet();
    one.add(pieceCode(0));
    await one.send();
    tick();
    await house.ask(clerk, outs.pick, { id: out.id, lines: out.lines.map(({ id }) => ({ line_id: id, pick_qty: 2 })) });
    await house.ask(clerk, outs.ship, { id: out.id, ...carried(), unique_codes: [pieceCode(0), pieceCode(2)] });
    expect(await states()).toEqual([6, 3, 6]);
  });
});
