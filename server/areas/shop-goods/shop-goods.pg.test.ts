import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { priceCalls } from '#contract/areas/price/price-calls.ts';
import { goodsPush, pushState } from '#contract/areas/shop-goods/goods-push.ts';
import { goodsPushResult } from '#contract/areas/shop-goods/push-result.ts';
import { shelfCall, shelved, shopGoods } from '#contract/areas/shop-goods/shop-goods.ts';
import { onlineShelf, shopShelf } from '#contract/areas/shop-goods/shop-shelf.ts';
import { cancelTask } from '#contract/areas/tasks/calls.ts';
import { bulkCalls } from '#contract/kit/bulk.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { bulk, pushes } from '#server/works.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { bulkHouse } from '#tests/factories/bulk.ts';
import { addSku, addSpu } from '#tests/factories/goods.ts';
import { anyone, officeOf } from '#tests/factories/office.ts';
import { person } from '#tests/factories/people.ts';
import { addDistrictShop, addPrice } from '#tests/factories/prices.ts';
import { settlePushes } from './push/settle-pushes.ts';

// Goods of shops and the pushes that bring them there (domain.md §3.2, §4.1): what is refused, what each shop gets, and what stopping a style does.

const database = await testDatabase();
const { db } = database;
const house = await bulkHouse(database);
const office = officeOf(db);
const push = { ...callsOf(goodsPush), cancel: transitionCall(goodsPush, 'cancel') };
const keys = ['tools:view', 'tools:batchPush', 'tools:batchEdit', 'goods:view', 'goods:shelf', 'spu:view', 'task:add'];
let clerk: Actor;
let shops: { id: number; district_id: number }[];
let styles: number[];

beforeAll(async () => {
  clerk = await person(db, { keys });
});
beforeEach(async () => {
  shops = [await addDistrictShop(db), await addDistrictShop(db)];
  styles = [await addStyle(2), await addStyle(1)];
});
afterEach(async () => {
  await house.rest();
});
afterAll(async () => {
  expect((await brokenInvariants(db)).filter(({ name }) => /^k11[01]/.test(name))).toEqual([]);
});

async function addStyle(pieces: number): Promise<number> {
  const id = await addSpu(office);
  for (let n = 0; n < pieces; n += 1) await addSku(office, db, { spu_id: id });
  await office.call(callsOf(spu).status, { ids: [id], status: 1 });
  return id;
}

const written = (more: object = {}) => ({
  shop_ids: shops.map(({ id }) => id),
  sale_channel_type: 'shop',
  shelf_status: shelved.on,
  lines: styles.map((spu_id) => ({ spu_id })),
  ...more,
});
const add = async (more: object = {}, by = clerk) => (await house.ask(by, push.add, written(more) as never)).id;
const pushNow = async (id: number) => await house.ask(anyone(), push.detail, { id });
const resultsOf = async (id: number, by = clerk) =>
  (await house.ask(by, callsOf(goodsPushResult).list, { goods_push_id: [id], page_size: 100 })).list;
const listed = async (asked: object = {}, by = clerk) =>
  (await house.ask(by, callsOf(shopShelf).list, { page_size: 500, shop_id: shops.map(({ id }) => id), ...asked })).list;

/** The push once it has run. */
async function over(id: number) {
  await house.takeDue();
  await house.work([pushes, bulk]);
  for (let tries = 0; tries < 1000; tries += 1) {
    const found = await pushNow(id);
    if (found.status > pushState.running) return found;
    await sleep(20);
  }
  throw new Error(`push ${id} does not end`);
}

describe('a push is refused', () => {
  it.each<[string, () => object, string]>([
    ['to no shop', () => ({ shop_ids: [] }), 'shop_ids'],
    ['of nothing', () => ({ lines: [] }), 'lines'],
    ['of a style twice', () => ({ lines: [{ spu_id: styles[0] }, { spu_id: styles[0] }] }), 'lines.1.spu_id'],
    ['to a channel without saying which', () => ({ sale_channel_type: 'mall' }), 'sale_channel_values'],
    ['to a named channel of shops', () => ({ sale_channel_values: ['小程序'] }), 'sale_channel_values'],
    ['to a shelf online of goods that are not sold there', () => ({ online_shelf_status: 1 }), 'online_shelf_status'],
    ['by whoever writes what follows', () => ({ push_fields: ['x'] }), 'push_fields'],
  ])('%s', async (_what, more, field) => {
    await expect(add(more())).rejects.toMatchObject({ kind: 'invalid', field });
  });

  it('to a shop that is closed, of a style that is not sold, and outside the data scope', async () => {
    await sql`update shop set status = 3 where id = ${shops[1]?.id}`.execute(db);
    await expect(add()).rejects.toMatchObject({ field: 'shop_ids', message: expect.stringContaining('未营业') });
    await sql`update shop set status = 1 where id = ${shops[1]?.id}`.execute(db);
    await office.call(callsOf(spu).status, { ids: [styles[1] ?? 0], status: 2 });
    await expect(add()).rejects.toMatchObject({ field: 'lines.1.spu_id' });
    const limited = await person(db, { keys, scope: [{ shop: [shops[0]?.id ?? 0] }] });
    await expect(add({ lines: [{ spu_id: styles[0] }] }, limited)).rejects.toMatchObject({ field: 'shop_ids' });
  });

  it('to be edited or cancelled while it runs', async () => {
    const id = await add();
    await house.takeDue();
    const { version, status } = await pushNow(id);
    expect(status).toBe(pushState.running);
    await expect(house.ask(clerk, push.edit, { id, version, shelf_status: 2 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await expect(house.ask(clerk, push.cancel, { id, version, reason: '不推了' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await over(id);
  });
});

describe('a push', () => {
  it('brings every piece in use to every shop, says what it did there, and says so again with nothing to do', async () => {
    const id = await add({ lines: [{ spu_id: styles[0] }, { spu_id: styles[1], shelf_status: shelved.off }] });
    expect(await over(id)).toMatchObject({ status: pushState.done, spu_count: 2, ok_count: 4, error_count: 0 });
    expect((await resultsOf(id)).map((row) => [row.outcome, row.added, row.changed])).toEqual([
      [1, 2, 0],
      [1, 1, 0],
      [1, 2, 0],
      [1, 1, 0],
    ]);
    const rows = await listed();
    expect(rows).toHaveLength(6);
    expect(new Set(rows.map((row) => `${row.spu_id} ${row.shelf_status}`))).toEqual(
      new Set([`${styles[0]} ${shelved.on}`, `${styles[1]} ${shelved.off}`]),
    );
    await house.rest();
    const again = await add({ lines: [{ spu_id: styles[0] }], shelf_status: null, online: 1 });
    await over(again);
    expect((await resultsOf(again)).map((row) => [row.added, row.changed])).toEqual([
      [0, 2],
      [0, 2],
    ]);
    // What it did not name stays; online it is on no shelf before somebody puts it there.
    expect(await listed({ spu_id: [styles[0]] })).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ shelf_status: shelved.on, is_online: true, online_shelf_status: shelved.off }),
      ]),
    );
  });

  it('says of each shop what was not done, and is pushed again once it has been edited', async () => {
    const id = await add();
    await house.takeDue();
    await office.call(callsOf(spu).status, { ids: [styles[1] ?? 0], status: 2 });
    await sql`update shop set status = 3 where id = ${shops[1]?.id}`.execute(db);
    expect(await over(id)).toMatchObject({ status: pushState.partly, ok_count: 1, error_count: 3 });
    expect((await resultsOf(id)).map((row) => row.error)).toEqual([null, '商品未启用', '门店未营业', '门店未营业']);
    expect(await listed()).toHaveLength(2);
    await sql`update shop set status = 1 where id = ${shops[1]?.id}`.execute(db);
    await office.call(callsOf(spu).status, { ids: [styles[1] ?? 0], status: 1 });
    await house.rest();
    const { version } = await pushNow(id);
    await house.ask(clerk, push.edit, { id, version, shelf_status: shelved.off });
    expect(await pushNow(id)).toMatchObject({ status: pushState.waiting, ok_count: 0, error_count: 0 });
    expect(await over(id)).toMatchObject({ status: pushState.done, ok_count: 4 });
    expect((await listed()).map((row) => row.shelf_status)).toEqual(Array.from({ length: 6 }, () => shelved.off));
  });

  it('waits for its time, and is given up before', async () => {
    const at = new Date(house.clock.now().getTime() + 3_600_000).toISOString();
    const [id, other] = [await add({ push_at: at }), await add({ push_at: at })];
    await house.takeDue();
    expect((await pushNow(id)).status).toBe(pushState.waiting);
    await house.ask(clerk, push.cancel, { id, version: 1, reason: '改期' });
    house.clock.advance(3_600_001);
    expect((await over(other)).status).toBe(pushState.done);
    expect((await pushNow(id)).status).toBe(pushState.cancelled);
  });

  it('whose task was cancelled ends with what was done, and the rest is told as not done', async () => {
    const id = await add();
    await house.takeDue();
    const { task_id } = await pushNow(id);
    await house.ask(clerk, cancelTask, { task_id: Number(task_id) });
    const settle = () =>
      settlePushes({ db, clock: systemClock, log: createLog({ level: 'silent' }) }, house.kit.registry);
    expect(await settle()).toBe(1);
    expect(await settle()).toBe(0);
    expect(await pushNow(id)).toMatchObject({ status: pushState.partly, error_count: 4 });
  });

  it('to channels makes goods of each beside those of the shop', async () => {
    await over(await add({ shop_ids: [shops[0]?.id], lines: [{ spu_id: styles[1] }] }));
    await house.rest();
    const mall = {
      sale_channel_type: 'mall',
      sale_channel_values: ['小程序', 'H5'],
      online: 1,
      online_shelf_status: 1,
    };
    await over(await add({ shop_ids: [shops[0]?.id], lines: [{ spu_id: styles[1] }], ...mall }));
    const rows = await listed();
    expect(new Set(rows.map((row) => row.sale_channel_value))).toEqual(new Set(['H5', '小程序', null]));
    expect(rows).toHaveLength(3);
    const online = await house.ask(clerk, callsOf(onlineShelf).list, { shop_id: [shops[0]?.id] });
    expect(online.list.map((row) => row.online_shelf_status)).toEqual([1, 1]);
  });
});

describe('goods of shops', () => {
  const stocked = async () => {
    await over(await add());
    return await listed();
  };
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

  it('leave every shelf when their style or they alone are stopped, and do not come back by themselves', async () => {
    const rows = await stocked();
    const [style, other] = styles as [number, number];
    await office.call(callsOf(spu).status, { ids: [style], status: 2 });
    const one = rows.find((row) => row.spu_id === other);
    const { rows: pieces } = await sql<{
      id: number;
    }>`select sku_id as id from shop_goods where id = ${one?.id}`.execute(db);
    const piece = pieces[0]?.id ?? 0;
    const { version } = await house.ask(anyone(), callsOf(sku).detail, { id: piece });
    await office.call(callsOf(sku).edit, { id: piece, version, status: 2 });
    expect((await listed()).map((row) => row.shelf_status)).toEqual(rows.map(() => shelved.off));
    const refused = { kind: 'illegalTransition', message: expect.stringContaining('未启用') as unknown };
    const order = { ids: idsOf(rows.filter((row) => row.spu_id === style)), shelf_status: 1 as const };
    await expect(house.ask(clerk, shelfCall, order)).rejects.toMatchObject(refused);
    await office.call(callsOf(spu).status, { ids: [style], status: 1 });
    expect((await listed()).map((row) => row.shelf_status)).toEqual(rows.map(() => shelved.off));
    expect(await house.ask(clerk, shelfCall, order)).toEqual({ count: 4 });
    expect(await house.ask(clerk, shelfCall, order)).toEqual({ count: 0 });
  });

  it('are moved all or none, within the data scope, and say what they were', async () => {
    const rows = await stocked();
    const limited = await person(db, { keys, scope: [{ shop: [shops[0]?.id ?? 0] }] });
    await expect(house.ask(limited, shelfCall, { ids: idsOf(rows), shelf_status: 2 })).rejects.toMatchObject({
      kind: 'notFound',
    });
    expect(await listed({}, limited)).toHaveLength(3);
    await expect(house.ask(clerk, shelfCall, { ids: idsOf(rows), online_shelf_status: 1 })).rejects.toMatchObject({
      field: 'online_shelf_status',
    });
    const [first] = rows;
    await house.ask(clerk, shelfCall, { ids: [first?.id ?? 0], is_online: 1 });
    const shown = await house.ask(clerk, callsOf(shopGoods).detail, { id: first?.id ?? 0 });
    expect(shown.audit.at(-1)?.changes).toEqual({
      is_online: { before: false, after: true },
      online_shelf_status: { before: null, after: shelved.off },
    });
  });

  it('are changed by the tool for many, and back', async () => {
    const rows = await stocked();
    const { order } = bulkCalls(shopGoods);
    const asked = { type: 3, ids: idsOf(rows), fields: { shelf_status: shelved.off } };
    const { batch_id: id } = await house.ask(clerk, order, asked);
    expect((await house.over(clerk, id)).ok_count).toBe(rows.length);
    expect((await listed()).map((row) => row.shelf_status)).toEqual(rows.map(() => shelved.off));
  });

  it('show the price that is asked of prices, whatever holds there, and what of them is free', async () => {
    const rows = await stocked();
    const { rows: pieces } = await sql<{
      id: number;
    }>`select distinct sku_id as id from shop_goods where id = any(${idsOf(rows)})`.execute(db);
    const [one = 0, two = 0] = pieces.map(({ id }) => id);
    const [shop, far] = shops as [(typeof shops)[0], (typeof shops)[0]];
    await addPrice(db, { sku_id: one, price: 9900 });
    await addPrice(db, { sku_id: one, price: 8800, scope_type: 2, scope_value: String(shop.district_id) });
    await addPrice(db, { sku_id: one, price: 9400, price_type: 3, scope_type: 3, scope_value: String(far.id) });
    await addPrice(db, { sku_id: two, price: 7700, scope_type: 3, scope_value: String(shop.id) });
    house.clock.set(new Date());
    for (const { id } of shops) {
      const asked = await house.ask(anyone(), priceCalls.simulate, {
        sku_ids: pieces.map((piece) => piece.id),
        shop_id: id,
        at: new Date().toISOString(),
      });
      const shown = await listed({ shop_id: [id] });
      expect(new Map(shown.map((row) => [row.sku_no, row.sale_price]))).toEqual(
        new Map(asked.list.map((row) => [row.sku_no, row.price])),
      );
    }
    await sql`
      insert into stock_balance (location_id, warehouse_id, sku_id, imperfect_type, on_hand, guarded)
      select l.id, l.warehouse_id, ${one}, 0, 7, true from location l join shop s on s.warehouse_id = l.warehouse_id where l.kind = 'warehouse' and s.id = ${shop.id}`.execute(
      db,
    );
    const there = (await listed({ shop_id: [shop.id] })).map((row) => row.stock_qty as number);
    expect(there.toSorted((a, b) => a - b)).toEqual([0, 0, 7]);
    // No posting brought them.
    await sql`delete from stock_balance where sku_id = ${one}`.execute(db);
  });
});

describe('the books find', () => {
  it.each<[string, () => ReturnType<typeof sql>, string]>([
    ['goods on a shelf of a style that is off', () => sql`update spu set status = 2 where id = ${styles[0]}`, 'k110'],
    ['a push that counts more than was done', () => sql`update goods_push set ok_count = ok_count + 1`, 'k111'],
    ['a push without one of its results', () => sql`delete from goods_push_result where spu_id = ${styles[1]}`, 'k111'],
  ])('%s', async (_what, plant, law) => {
    await over(await add());
    expect(await brokenBy(db, [plant()])).toEqual([law]);
  });
});
