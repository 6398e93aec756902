import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberCalls } from '#contract/areas/members/member-calls.ts';
import { paidMembership } from '#contract/areas/members/paid-membership.ts';
import { paidPlan } from '#contract/areas/members/paid-plan.ts';
import { user } from '#contract/areas/members/user.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { afterSalesPeople, refunds, services } from '#tests/factories/after-sales.ts';
import { next } from '#tests/factories/goods.ts';
import { addMember } from '#tests/factories/orders.ts';
import {
  orderClerk,
  orderSteps,
  payOrder,
  placeOnlineOrder,
  placeTillOrder,
  shopAt,
} from '#tests/factories/pushed-orders.ts';
import { everybody, type Supplied, supplied } from '#tests/factories/returns.ts';

// Paid memberships: bought by hand or by an order, one behind another, over by the clock, given back with a second person, booked to the fen.

const keys = [
  ...['view', 'paidPlanSave', 'paidAdd', 'paidRefund'].map((verb) => `userBusiness:${verb}`),
  'user:view',
  'user:status',
];
const plans = callsOf(paidPlan);
const memberships = { ...callsOf(paidMembership), refund: transitionCall(paidMembership, 'refund') };
const reason = '顾客不想要了，经确认';
let house: House;
let me: Actor;
let other: Actor;
let clerk: Actor;
let people: Awaited<ReturnType<typeof afterSalesPeople>>;
let keeper: Awaited<ReturnType<typeof everybody>>;
let member: number;
let user_no: string;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  me = await house.person('营销', keys);
  other = await house.person('财务', keys);
  clerk = await orderClerk(house);
  people = await afterSalesPeople(house);
  keeper = await everybody(house);
});
beforeEach(async () => {
  user_no = `HYP${next()}`;
  member = await addMember(house.db, { user_no });
});
afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const plan = async (more: object = {}): Promise<number> =>
  (
    await house.ask(me, plans.add, {
      name: `年卡${next()}`,
      price: 9900,
      days: 365,
      discount_x10: 95,
      benefits: '全年 9.5 折',
      ...more,
    } as never)
  ).id;
const buy = (plan_id: number, more: object = {}) =>
  house.ask(me, memberships.add, { user_id: member, plan_id, pay_type: 3, ...more } as never);
const shown = async (id: number) =>
  (await house.ask(me, memberships.detail, { id })) as unknown as Record<string, unknown>;
const until = async () =>
  ((await house.ask(me, callsOf(user).detail, { id: member })) as { paid_until: unknown }).paid_until;
const booked = async (no: unknown): Promise<[string, number, number][]> =>
  (
    await sql<{ code: string; debit: number; credit: number }>`
      select s.code, e.debit, e.credit from voucher v join voucher_entry e on e.voucher_id = v.id join account_subject s on s.id = e.subject_id
      where v.source_no = ${String(no)} order by e.id`.execute(house.db)
  ).rows.map(({ code, debit, credit }) => [code, debit, credit]);
const day = 86_400_000;
const inDays = (days: number) => new Date(house.clock.now().getTime() + days * day).toISOString();

describe('plans', () => {
  it('are refused without a price, without days, without saying what they bring, twice under one name, and without the key', async () => {
    const whole = { name: `卡${next()}`, price: 9900, days: 365, discount_x10: 95, benefits: '全年 9.5 折' };
    for (const [given, field] of [
      [{ ...whole, price: 0 }, 'price'],
      [{ ...whole, days: 0 }, 'days'],
      [{ ...whole, days: 3651 }, 'days'],
      [{ ...whole, discount_x10: 100 }, 'discount_x10'],
      [{ ...whole, rebate_rate_bp: 5001 }, 'rebate_rate_bp'],
      [{ name: whole.name, price: 1, days: 1 }, 'benefits'],
    ] as const)
      await expect(house.ask(me, plans.add, given as never)).rejects.toMatchObject({ kind: 'invalid', field });
    await house.ask(me, plans.add, whole as never);
    await expect(house.ask(me, plans.add, whole as never)).rejects.toMatchObject({ field: 'name' });
    const reader = await house.person('客服', ['userBusiness:view']);
    await expect(house.ask(reader, plans.add, { ...whole, name: '别的' } as never)).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  it('are saved by one call, and what was bought keeps the terms of its day', async () => {
    const id = await plan();
    const bought = await buy(id);
    await house.ask(me, plans.edit, { id, version: 1, price: 19_900, days: 30, discount_x10: 90 } as never);
    expect(await shown(bought.id)).toMatchObject({ amount: 9900, discount_x10: 95, end_at: inDays(365) });
  });
});

describe('a membership bought by hand', () => {
  it('is refused of a plan that is off, for who is frozen, without how it was paid, and without the number of the payment', async () => {
    const id = await plan();
    await expect(buy(id, { pay_type: 5 })).rejects.toMatchObject({ field: 'pay_type' });
    await expect(buy(id, { pay_type: undefined })).rejects.toMatchObject({ field: 'pay_type' });
    await expect(buy(id, { pay_type: 1 })).rejects.toMatchObject({ field: 'trade_no' });
    await expect(buy(999_999)).rejects.toMatchObject({ field: 'plan_id' });
    await expect(buy(id, { amount: 1 })).rejects.toMatchObject({ kind: 'invalid' });
    await house.ask(me, plans.status, { ids: [id], status: 0 });
    await expect(buy(id)).rejects.toMatchObject({ field: 'plan_id' });
    await house.ask(me, memberCalls.status, { ids: [member], status: 2, reason });
    await expect(buy(await plan())).rejects.toMatchObject({ field: 'user_id' });
  });

  it('costs what its plan says, is owed until its time is over, and is earned with its tax then', async () => {
    const { id, no } = await buy(await plan({ tax_rate_bp: 600 }));
    expect(await shown(id)).toMatchObject({ status: 1, amount: 9900, start_at: inDays(0), end_at: inDays(365) });
    expect(await until()).toBe(inDays(365));
    expect(await booked(no)).toEqual([
      ['1001', 9900, 0],
      ['2203.03', 0, 9900],
    ]);
    const now = house.clock.now();
    house.clock.advance(365 * day - 1000);
    await house.takeDue();
    expect((await shown(id))['status']).toBe(1);
    house.clock.advance(1000);
    await house.takeDue();
    await house.takeDue();
    expect([(await shown(id))['status'], await until()]).toEqual([2, null]);
    expect((await booked(no)).slice(2)).toEqual([
      ['2203.03', 9340, 0],
      ['6051', 0, 9340],
      ['2203.03', 560, 0],
      ['2221.03', 0, 560],
    ]);
    house.clock.set(now);
  });

  it('stands behind the one that runs, and begins earlier when that is given back', async () => {
    const id = await plan({ days: 30 });
    const [first, second] = [await buy(id), await buy(id, { pay_type: 1, trade_no: 'WX1' })];
    expect(await shown(second.id)).toMatchObject({ start_at: inDays(30), end_at: inDays(60) });
    expect(await until()).toBe(inDays(60));
    const now = house.clock.now();
    house.clock.advance(10 * day);
    const ask = (by: Actor, refund_amount: number, one = first) =>
      house.ask(by, memberships.refund, { id: one.id, refund_amount, reason });
    await expect(ask(me, 6600)).rejects.toThrow('您是制单人');
    await expect(ask(other, 9901)).rejects.toMatchObject({ field: 'refund_amount' });
    await expect(ask(other, -1)).rejects.toMatchObject({ field: 'refund_amount' });
    await ask(other, 6600);
    await expect(ask(other, 6600)).rejects.toMatchObject({ kind: 'illegalTransition' });
    expect(await shown(second.id)).toMatchObject({ start_at: inDays(0), end_at: inDays(30) });
    expect((await booked(first.no)).slice(2)).toEqual([
      ['2203.03', 6600, 0],
      ['1001', 0, 6600],
      ['2203.03', 3113, 0],
      ['6051', 0, 3113],
      ['2203.03', 187, 0],
      ['2221.03', 0, 187],
    ]);
    await ask(other, 9900, second);
    expect((await booked(second.no)).slice(2)).toEqual([
      ['2203.03', 9900, 0],
      ['1012.01', 0, 9900],
    ]);
    expect(await until()).toBeNull();
    house.clock.set(now);
  });

  it('stands one behind another whoever buys at once', async () => {
    const id = await plan({ days: 10 });
    const bought = await Promise.all(Array.from({ length: 8 }, () => buy(id)));
    expect(new Set(bought.map(({ id: one }) => one)).size).toBe(8);
    expect(await until()).toBe(inDays(80));
  });

  it('is seen within the scope of its shop alone, and nobody moves the end beside it', async () => {
    const { id } = await buy(await plan());
    const elsewhere = await house.person('店长', keys, [{ shop: [999_999] }]);
    await expect(house.ask(elsewhere, memberships.detail, { id })).rejects.toMatchObject({ kind: 'notFound' });
    await expect(sql`update member_user set paid_until = now() where id = ${member}`.execute(house.db)).rejects.toThrow(
      'append-only',
    );
  });
});

describe('a membership bought by an order', () => {
  let goods: Supplied;
  let shop: { id: number; shop_no: string };
  let card: number;

  beforeEach(async () => {
    goods = await supplied(house, keeper, [[9, 4000]]);
    shop = await shopAt(house, goods.warehouse);
    card = await plan({ sku_id: goods.sku, days: 30 });
  });
  const placed = (qty: number, more: object = {}) => ({
    by: clerk,
    shop: shop.shop_no,
    items: [{ sku_no: goods.skuNo, qty }],
    more: { user_no, ...more },
  });
  const ofOrder = async (order: number) =>
    (
      await sql<{ id: number; status: number; amount: number; plan_id: number; days: number }>`
        select id, status, amount, plan_id, round(extract(epoch from end_at - start_at) / 86400)::int as days from paid_membership
        where order_id = ${order} order by id`.execute(house.db)
    ).rows;
  const itemOf = async (order: number): Promise<number> =>
    (await sql<{ id: number }>`select id from sale_order_item where sale_order_id = ${order}`.execute(house.db)).rows[0]
      ?.id ?? 0;
  const giveBack = async (order: number, type: number, [qty, amount]: readonly [number, number]) => {
    const { id } = await house.ask(people.clerk, services.add, {
      order_id: order,
      service_type: type,
      reason: '不想要了',
      lines: [{ order_item_id: await itemOf(order), qty, refund_amount: amount }],
    } as never);
    await house.ask(people.clerk, services.deal, { id, result: 1 });
    if (type === 2) {
      const { lines } = await house.ask(people.clerk, services.detail, { id });
      await house.ask(people.keeper, services.return, {
        id,
        lines: [{ line_id: lines[0]?.id ?? 0, return_qty: qty, imperfect_type: 0, code_ids: [] }],
      });
    }
    const { rows } = await sql<{ id: number }>`select id from order_refund where service_id = ${id}`.execute(house.db);
    const refund = rows[0]?.id ?? 0;
    await house.ask(people.auditor, refunds.audit, { id: refund, result: 1 });
    await house.ask(people.payer, refunds.refund, { id: refund, refund_way: 2 });
  };

  it('is one for each card, for what each was sold for, and none of a stranger or of a plan that is off', async () => {
    const { id } = await placeTillOrder(house, placed(3));
    const bought = await ofOrder(id);
    expect(bought.map(({ status, amount, plan_id, days }) => [status, amount, plan_id, days])).toEqual(
      Array.from({ length: 3 }, () => [1, 10_000, card, 30]),
    );
    expect(await until()).toBe(inDays(90));
    // Its money is the order's: the books have it once.
    const { no } = (await shown(bought[0]?.id ?? 0)) as { no: unknown };
    expect(await booked(no)).toEqual([]);
    const stranger = await placeTillOrder(house, { ...placed(1), more: {} });
    expect(await ofOrder(stranger.id)).toEqual([]);
    await house.ask(me, plans.status, { ids: [card], status: 0 });
    // Whoever paid for a card has what it is for, whatever became of the plan since it was put on the shelf.
    const late = await placeTillOrder(house, placed(1));
    expect((await ofOrder(late.id)).map(({ status, days }) => [status, days])).toEqual([[1, 30]]);
  });

  it('is given back with the order alone: by cards that come back and by money, the last one first', async () => {
    const { id } = await placeTillOrder(house, placed(3));
    const [first, second, third] = await ofOrder(id);
    await expect(
      house.ask(other, memberships.refund, { id: first?.id ?? 0, refund_amount: 100, reason }),
    ).rejects.toThrow('请在订单退款');
    await giveBack(id, 2, [1, 10_000]);
    expect((await ofOrder(id)).map(({ status }) => status)).toEqual([1, 1, -1]);
    await giveBack(id, 1, [1, 5000]);
    expect((await ofOrder(id)).map(({ status }) => status)).toEqual([1, 1, -1]);
    await giveBack(id, 2, [2, 15_000]);
    expect((await ofOrder(id)).map(({ status }) => status)).toEqual([-1, -1, -1]);
    expect([await until(), (await shown(second?.id ?? 0))['refund_amount'], third?.amount]).toEqual([
      null,
      10_000,
      10_000,
    ]);
  });

  it('runs from the payment of an order that is not sent yet, and ends when that is cancelled', async () => {
    const { id, order_no } = await placeOnlineOrder(house, placed(1));
    expect(await ofOrder(id)).toEqual([]);
    await payOrder(house, clerk, order_no);
    expect((await ofOrder(id)).map(({ status }) => status)).toEqual([1]);
    await house.ask(clerk, orderSteps.cancel, { id, reason: '不想要了' });
    const { rows } = await sql<{ id: number }>`select id from order_refund where order_id = ${id}`.execute(house.db);
    await house.ask(people.payer, refunds.refund, { id: rows[0]?.id ?? 0, refund_way: 2 });
    expect((await ofOrder(id)).map(({ status }) => status)).toEqual([-1]);
  });
});
