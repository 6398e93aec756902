import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shopBill } from '#contract/areas/cashier/shop-bill.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import type { FileStore } from '#server/platform/file-store.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { bookedFor } from '#tests/factories/costs.ts';
import { testStore } from '#tests/factories/files.ts';
import { insert } from '#tests/factories/insert.ts';
import { attach } from '#tests/factories/settlement.ts';
import {
  billsOf,
  type Sale,
  sell,
  settleBill,
  shopBills,
  tillBills,
  tillKeys,
  tillShop,
} from '#tests/factories/tills.ts';

// Bills of shops (domain.md §4.23, amendments D, G16, voucher 19), by hand to the fen: refusals first.

let house: House;
let store: FileStore;
let people: Record<'cashier' | 'second' | 'fin' | 'fin2' | 'head' | 'head2' | 'keeper', Actor>;
let shop: Sale['shop'];

const [wechat, cash] = [1, 3];
const month = { period_type: 2, period: '2026-02' };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  store = await testStore();
  const one = (name: string) => house.person(name, tillKeys);
  people = {
    cashier: await one('收银员'),
    second: await one('收银员二'),
    fin: await one('财务'),
    fin2: await one('出纳'),
    head: await one('财务经理'),
    head2: await one('副经理'),
    keeper: await one('店长'),
  };
});

/** A shop that has 30.5 % of what comes in, with three bills of February: 1 000.03 taken, of which 5.00 of cash is missing. */
beforeEach(async () => {
  shop = await tillShop(house.db, { type: 2, share_rate_bp: 3050 });
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

async function february(): Promise<void> {
  house.clock.set('2026-02-10T04:00:00Z');
  await sell(house, { shop, cashier: people.cashier, payments: [[cash, 50_000]], given: { promotion_amount: 700 } });
  await sell(house, { shop, cashier: people.second, payments: [[wechat, 30_003, 'F1']] });
  house.clock.set('2026-02-11T04:00:00Z');
  await sell(house, { shop, cashier: people.cashier, payments: [[cash, 20_000]] });
  await sql`update order_payment set fee_amount = 18 where trade_no = 'F1'`.execute(house.db);
  for (const [place, { id }] of (await billsOf(house.db, shop.id)).entries())
    await settleBill(house, id, {
      by: { cashier: people.keeper, fin: people.fin, head: people.head },
      ...(place === 0 ? { actual: { [cash]: 49_500 } } : {}),
    });
  house.clock.set('2026-03-02T02:00:00Z');
}

const generate = async (asked: object = {}) =>
  (await house.ask(people.fin, shopBills.generate, { shop_ids: [shop.id], ...month, ...asked })).bill_nos;
const billNamed = async (no: string | undefined) => {
  const { rows } = await sql<{ id: number }>`select id from shop_bill where bill_no = ${no}`.execute(house.db);
  return rows[0]?.id ?? 0;
};
const shown = (id: number) => house.ask(people.fin, shopBills.detail, { id });
const listed = async (call: typeof shopBills.store | typeof shopBills.people | typeof shopBills.account, id: number) =>
  (await house.ask(people.fin, call as typeof shopBills.store, { bill_id: [id], sort: 'business_date' } as never)).list;

async function passed(): Promise<{ id: number; no: string }> {
  const [no = ''] = await generate();
  const id = await billNamed(no);
  await house.ask(people.keeper, shopBills.confirm, { id, result: 1 });
  await house.ask(people.head, shopBills.audit, { ids: [id], result: 1 });
  return { id, no };
}

describe("a shop's bill", () => {
  it('is refused of a period that is none or not over, of open bills, and of a shop without its rate', async () => {
    for (const period of ['2026-13', '2026-2-1', '2026-03'])
      await expect(generate({ period })).rejects.toMatchObject({ field: 'period' });
    await expect(generate({ period_type: 1, period: '2026-02-30' })).rejects.toMatchObject({ field: 'period' });
    house.clock.set('2026-02-10T04:00:00Z');
    await sell(house, { shop, cashier: people.cashier, payments: [[cash, 100]] });
    house.clock.set('2026-03-02T02:00:00Z');
    await expect(generate()).rejects.toMatchObject({ kind: 'illegalTransition', field: 'shop_ids' });
    const without = await tillShop(house.db, { type: 3 });
    await expect(generate({ shop_ids: [without.id] })).rejects.toMatchObject({ field: 'shop_ids' });
    await expect(generate({ shop_ids: [999_999] })).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('worked by hand: 30.5 % of 1 000.03 less 0.18, less 120.00 of rent and 5.00 that is missing', async () => {
    await february();
    const rent = { department_id: await insert(house.db, 'organize', { name: '门店部', code: `MD${shop.id}` }) };
    const of = { shop_id: shop.id, expense_type: 1, amount: 12_000, tax_amount: 0 };
    const items = async (no: string, more: object) => {
      const id = await insert(house.db, 'expense', { expense_no: `${no}${shop.id}`, ...rent, ...of, ...more });
      await insert(house.db, 'expense_line', { expense_id: id, item: '租金', amount: 12_000 });
    };
    await items('FYA', { happen_date: '2026-02-28', status: 2 });
    // Not passed, and of another month.
    await items('FYB', { happen_date: '2026-02-28', status: 1 });
    await items('FYC', { happen_date: '2026-03-01', status: 3 });
    const [no] = await generate();
    const id = await billNamed(no);
    // They came by no step of theirs.
    await sql`delete from expense where shop_id = ${shop.id}`.execute(house.db);
    // 3050 / 10000 × (100003 − 18) = 30495.425.
    expect(await shown(id)).toMatchObject({
      status: 1,
      cashier_bill_count: 3,
      order_count: 3,
      sale_amount: 100_003,
      refund_amount: 0,
      discount_amount: 700,
      receive_amount: 100_003,
      fee_amount: 18,
      cash_diff_amount: -500,
      expense_amount: 12_000,
      share_amount: 30_495,
      settle_amount: 30_495 - 12_000 - 500,
    });
    expect(await listed(shopBills.store, id)).toMatchObject([
      { business_date: '2026-02-10', receive_amount: 80_003, order_count: 2 },
      { business_date: '2026-02-11', receive_amount: 20_000, order_count: 1 },
    ]);
    expect(await listed(shopBills.people, id)).toHaveLength(3);
    expect(await listed(shopBills.account, id)).toHaveLength(3);
    const line = sql`id = (select max(id) from shop_bill_line where bill_id = ${id})`;
    expect(
      await brokenBy(house.db, [
        sql`update shop_bill_line set sale_amount = sale_amount + 1, receive_amount = receive_amount + 1 where ${line}`,
      ]),
    ).toEqual(['i52']);
    expect(
      await brokenBy(house.db, [sql`update shop_bill set settle_amount = settle_amount + 1 where id = ${id}`]),
    ).toEqual(['k142']);
  });

  it('is confirmed by the shop, passed by another, settled by a third to the fen with its slip, and booked', async () => {
    await february();
    const [no = ''] = await generate();
    const id = await billNamed(no);
    await expect(generate()).rejects.toMatchObject({ kind: 'illegalTransition' });
    // Of a shop that shares, no day is billed again either.
    await expect(generate({ period_type: 1, period: '2026-02-10' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await expect(house.ask(people.fin, shopBills.confirm, { id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.keeper, shopBills.confirm, { id, result: 1 });
    await expect(house.ask(people.keeper, shopBills.audit, { ids: [id], result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.head, shopBills.audit, { ids: [id], result: 1 });
    const paying = { id, settle_date: '2026-03-02', settle_amount: 29_995 };
    await expect(house.ask(people.fin2, shopBills.settle, { ...paying, settle_amount: 29_994 })).rejects.toMatchObject({
      field: 'settle_amount',
    });
    for (const settle_date of ['2026-03-03', '2026-02-27'])
      await expect(house.ask(people.fin2, shopBills.settle, { ...paying, settle_date })).rejects.toMatchObject({
        field: 'settle_date',
      });
    await expect(house.ask(people.fin2, shopBills.settle, paying)).rejects.toMatchObject({ field: 'files' });
    await attach(house, { store, by: people.fin2, definition: shopBill, id, kind: 'slip' });
    for (const by of [people.fin, people.head])
      await expect(house.ask(by, shopBills.settle, paying)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await house.ask(people.fin2, shopBills.settle, paying);
    expect(await shown(id)).toMatchObject({ status: 4, settled_amount: 29_995, settle_date: '2026-03-02' });
    expect(await bookedFor(house.db, no)).toEqual([
      ['6601.09', 29_995, 0],
      ['2241', 0, 29_995],
    ]);
    // What is counted is not taken back under it.
    const [bill] = await billsOf(house.db, shop.id);
    await expect(
      house.ask(people.head2, tillBills.reverse, { id: bill?.id ?? 0, reason: '核错' }),
    ).rejects.toMatchObject({ kind: 'illegalTransition', message: expect.stringContaining(no) });
  });

  it('sent back or taken back is made again; a pass is taken back by a second person alone', async () => {
    await february();
    const [no = ''] = await generate();
    const id = await billNamed(no);
    await house.ask(people.keeper, shopBills.confirm, { id, result: 2, remark: '少算一天' });
    expect(await shown(id)).toMatchObject({ status: 5 });
    await expect(generate()).rejects.toMatchObject({ kind: 'illegalTransition' });
    await house.ask(people.fin, shopBills.cancel, { id, reason: '重新生成' });
    const again = await passed();
    await expect(house.ask(people.fin, shopBills.cancel, { id: again.id, reason: '作废' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await expect(house.ask(people.head, shopBills.reverse, { id: again.id, reason: '重算' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.head2, shopBills.reverse, { id: again.id, reason: '重算' });
    expect(await shown(again.id)).toMatchObject({ status: -1 });
    const last = await passed();
    await house.ask(people.head2, shopBills.reverse, { id: last.id, reason: '再算一次' });
    const rejected = await billNamed((await generate())[0]);
    await house.ask(people.keeper, shopBills.confirm, { id: rejected, result: 1 });
    await house.ask(people.head, shopBills.audit, { ids: [rejected], result: 2, remark: '费用未入账' });
    expect(await shown(rejected)).toMatchObject({ status: 5 });
  });

  it('below zero the shop owes us; one of our own settles nothing and needs no slip', async () => {
    await february();
    await sql`update shop set share_rate_bp = 0 where id = ${shop.id}`.execute(house.db);
    const owing = await passed();
    expect(await shown(owing.id)).toMatchObject({ share_amount: 0, settle_amount: -500 });
    await attach(house, { store, by: people.fin2, definition: shopBill, id: owing.id, kind: 'slip' });
    await house.ask(people.fin2, shopBills.settle, { id: owing.id, settle_date: '2026-03-01', settle_amount: -500 });
    expect(await bookedFor(house.db, owing.no)).toEqual([
      ['1122', 500, 0],
      ['2241', 0, 500],
    ]);
    shop = await tillShop(house.db, { type: 1 });
    await february();
    const own = await passed();
    expect(await shown(own.id)).toMatchObject({ receive_amount: 100_003, settle_amount: 0 });
    await house.ask(people.fin2, shopBills.settle, { id: own.id, settle_date: '2026-03-02', settle_amount: 0 });
    expect(await bookedFor(house.db, own.no)).toEqual([]);
  });

  it('a fee that a channel tells after its payment was billed is on the next bill, once, also where that is made again', async () => {
    await february();
    const first = await billNamed((await generate())[0]);
    await sql`
      update order_payment p set fee_amount = 60 from sale_order o
      where o.id = p.order_id and o.shop_id = ${shop.id} and p.trade_no = 'F1'`.execute(house.db);
    expect(await shown(first)).toMatchObject({ fee_amount: 18 });
    house.clock.set('2026-03-20T04:00:00Z');
    await sell(house, { shop, cashier: people.cashier, payments: [[cash, 2000]] });
    house.clock.set('2026-04-20T04:00:00Z');
    await sell(house, { shop, cashier: people.cashier, payments: [[cash, 1000]] });
    for (const { id } of (await billsOf(house.db, shop.id)).filter(({ status }) => status === 1))
      await settleBill(house, id, { by: { cashier: people.keeper, fin: people.fin, head: people.head } });
    house.clock.set('2026-05-02T02:00:00Z');
    const march = async () => await billNamed((await generate({ period: '2026-03' }))[0]);
    const made = await march();
    // 3050 / 10000 × (2000 − 42) = 597.19.
    expect(await shown(made)).toMatchObject({ receive_amount: 2000, fee_amount: 42, share_amount: 597 });
    await house.ask(people.fin, shopBills.cancel, { id: made, reason: '重新生成' });
    expect(await shown(await march())).toMatchObject({ fee_amount: 42 });
    const april = await billNamed((await generate({ period: '2026-04' }))[0]);
    expect(await shown(april)).toMatchObject({ receive_amount: 1000, fee_amount: 0, share_amount: 305 });
    house.clock.set('2026-03-02T02:00:00Z');
  });

  it('a bill of a cashier that comes late is on the next one, once', async () => {
    await february();
    await generate();
    house.clock.set('2026-02-20T04:00:00Z');
    await sell(house, { shop, cashier: people.cashier, payments: [[cash, 1000]] });
    house.clock.set('2026-03-20T04:00:00Z');
    await sell(house, { shop, cashier: people.cashier, payments: [[cash, 2000]] });
    for (const { id } of (await billsOf(house.db, shop.id)).filter(({ status }) => status === 1))
      await settleBill(house, id, { by: { cashier: people.keeper, fin: people.fin, head: people.head } });
    house.clock.set('2026-04-02T02:00:00Z');
    const id = await billNamed((await generate({ period: '2026-03' }))[0]);
    expect(await shown(id)).toMatchObject({ cashier_bill_count: 2, receive_amount: 3000 });
    house.clock.set('2026-03-02T02:00:00Z');
  });
});
