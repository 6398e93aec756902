import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paidMembership } from '#contract/areas/members/paid-membership.ts';
import { paidPlan } from '#contract/areas/members/paid-plan.ts';
import { rebate } from '#contract/areas/members/rebate.ts';
import { userStored } from '#contract/areas/members/user-stored.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { afterSalesPeople, refunds, services } from '#tests/factories/after-sales.ts';
import { next } from '#tests/factories/goods.ts';
import { addMember } from '#tests/factories/orders.ts';
import { orderClerk, placeTillOrder, shopAt } from '#tests/factories/pushed-orders.ts';
import { everybody, type Supplied, supplied } from '#tests/factories/returns.ts';

// Rebates: counted to the fen from what stays paid in money, lessened by what goes back, paid out once, late enough and by somebody else, booked.

const keys = ['view', 'paidPlanSave', 'paidAdd', 'paidRefund', 'rebateSettle'].map((verb) => `userBusiness:${verb}`);
const rebates = { ...callsOf(rebate), settle: transitionCall(rebate, 'settle') };
const day = 86_400_000;
let house: House;
let me: Actor;
let other: Actor;
let clerk: Actor;
let people: Awaited<ReturnType<typeof afterSalesPeople>>;
let keeper: Awaited<ReturnType<typeof everybody>>;
let goods: Supplied;
let shop: { id: number; shop_no: string };
let member: number;
let user_no: string;
let began: Date;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  me = await house.person('营销', keys);
  other = await house.person('财务', keys);
  clerk = await orderClerk(house);
  people = await afterSalesPeople(house);
  keeper = await everybody(house);
});
beforeEach(async () => {
  began = house.clock.now();
  goods = await supplied(house, keeper, [[9, 4000]]);
  shop = await shopAt(house, goods.warehouse);
  user_no = `HYR${next()}`;
  member = await addMember(house.db, { user_no });
});
afterEach(async () => {
  house.clock.set(began);
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const join = async (more: object = {}): Promise<number> => {
  const plan = { name: `年卡${next()}`, price: 9900, days: 365, rebate_rate_bp: 200, benefits: '返利 2%', ...more };
  const { id: plan_id } = await house.ask(me, callsOf(paidPlan).add, plan as never);
  return (await house.ask(me, callsOf(paidMembership).add, { user_id: member, plan_id, pay_type: 3 } as never)).id;
};
const sell = (amount: number, more: object = {}) =>
  placeTillOrder(house, {
    by: clerk,
    shop: shop.shop_no,
    items: [{ sku_no: goods.skuNo, qty: 1, sale_price: amount }],
    more: { user_no, ...more },
  });
const of = async (order: number) =>
  (
    await sql<{ id: number; rebate_no: string; status: number; base_amount: number; amount: number }>`
      select id, rebate_no, status, base_amount, amount from rebate where order_id = ${order}`.execute(house.db)
  ).rows[0];
const settle = (by: Actor, id: number) => house.ask(by, rebates.settle, { ids: [id] });
const stored = async (): Promise<number> =>
  (await sql<{ sum: number }>`select stored_balance as sum from member_user where id = ${member}`.execute(house.db))
    .rows[0]?.sum ?? Number.NaN;
const booked = async (no: string): Promise<[string, number, number][]> =>
  (
    await sql<{ code: string; debit: number; credit: number }>`
      select s.code, e.debit, e.credit from voucher v join voucher_entry e on e.voucher_id = v.id join account_subject s on s.id = e.subject_id
      where v.source_no = ${no} order by e.id`.execute(house.db)
  ).rows.map(({ code, debit, credit }) => [code, debit, credit]);
const refund = async (order: number, amount: number) => {
  const { rows } = await sql<{ id: number }>`select id from sale_order_item where sale_order_id = ${order}`.execute(
    house.db,
  );
  const { id } = await house.ask(people.clerk, services.add, {
    order_id: order,
    service_type: 1,
    reason: '有瑕疵',
    lines: [{ order_item_id: rows[0]?.id ?? 0, qty: 1, refund_amount: amount }],
  } as never);
  await house.ask(people.clerk, services.deal, { id, result: 1 });
  const { rows: asked } = await sql<{ id: number }>`select id from order_refund where service_id = ${id}`.execute(
    house.db,
  );
  const refund_id = asked[0]?.id ?? 0;
  await house.ask(people.auditor, refunds.audit, { id: refund_id, result: 1 });
  await house.ask(people.payer, refunds.refund, { id: refund_id, refund_way: 2 });
};

describe('a rebate', () => {
  it('is none without a membership, before it begins, after it ends, of a plan without one, and of less than a fen', async () => {
    expect(await of((await sell(10_000)).id)).toBeUndefined();
    await join({ days: 10 });
    const early = { ordered_at: new Date(began.getTime() - 60_000).toISOString() };
    expect(await of((await sell(10_000, early)).id)).toBeUndefined();
    expect(await of((await sell(49)).id)).toBeUndefined();
    expect(await of((await sell(50)).id)).toMatchObject({ amount: 1 });
    house.clock.advance(10 * day);
    expect(await of((await sell(10_000)).id)).toBeUndefined();
    await house.takeDue();
    await join({ rebate_rate_bp: 0 });
    expect(await of((await sell(10_000)).id)).toBeUndefined();
  });

  it('is of what was paid in money: stored value brings none', async () => {
    await join();
    const { id } = await sell(12_345);
    expect(await of(id)).toMatchObject({ status: 1, base_amount: 12_345, amount: 246 });
    await sql`insert into member_stored (user_id, biz_type, change_value, at, admin_id) values (${member}, 3, 5000, now(), 1)`.execute(
      house.db,
    );
    const payments = [
      { pay_type: 5, amount: 5000 },
      { pay_type: 3, amount: 5000 },
    ];
    expect(await of((await sell(10_000, { payments })).id)).toMatchObject({ base_amount: 5000, amount: 100 });
  });

  it('is paid out neither early, nor without the key, nor by whoever sold the membership, and once', async () => {
    await join();
    const { id } = (await of((await sell(10_000)).id)) as { id: number };
    await expect(settle(other, id)).rejects.toThrow('仍可申请售后');
    house.clock.advance(30 * day);
    await expect(settle(clerk, id)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(settle(me, id)).rejects.toThrow('付费会员开通人');
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => settle(other, id)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stored()).toBe(200);
    const { list } = await house.ask(me, callsOf(userStored).list, { user_id: [member] });
    expect(list.map(({ biz_type, change_value, after_value }) => [biz_type, change_value, after_value])).toEqual([
      [4, 200, 200],
    ]);
  });

  it('is not paid out by who took the money or sold the goods', async () => {
    await join();
    const { id: order } = await sell(10_000);
    const { id } = (await of(order)) as { id: number };
    house.clock.advance(30 * day);
    for (const column of ['cashier_id', 'sales_id']) {
      await sql`update sale_order set ${sql.ref(column)} = ${other.id} where id = ${order}`.execute(house.db);
      await expect(settle(other, id)).rejects.toThrow(column === 'cashier_id' ? '收银员' : '导购');
      await sql`update sale_order set ${sql.ref(column)} = ${column === 'cashier_id' ? clerk.id : null} where id = ${order}`.execute(
        house.db,
      );
    }
    await settle(other, id);
  });

  it('is less by what goes back, lapses with the last of it, and comes out of stored value where it was paid out', async () => {
    await join();
    const [waiting, paid] = [await sell(10_000), await sell(10_000)];
    await refund(waiting.id, 2555);
    expect(await of(waiting.id)).toMatchObject({ status: 1, base_amount: 7445, amount: 148 });
    await refund(waiting.id, 7445);
    expect(await of(waiting.id)).toMatchObject({ status: -1, amount: 0 });
    const { id, rebate_no } = (await of(paid.id)) as { id: number; rebate_no: string };
    house.clock.advance(30 * day);
    await settle(other, id);
    await sql`insert into member_stored (user_id, biz_type, change_value, at, admin_id) values (${member}, 1, -150, now(), 1)`.execute(
      house.db,
    );
    await refund(paid.id, 10_000);
    expect(await of(paid.id)).toMatchObject({ status: 2, amount: 0 });
    expect(await stored()).toBe(-150);
    await expect(sell(10_000, { payments: [{ pay_type: 5, amount: 10_000 }] })).rejects.toThrow('不够支付');
    expect(await booked(rebate_no)).toEqual([
      ['6601', 200, 0],
      ['2203.02', 0, 200],
      ['2203.02', 200, 0],
      ['6601', 0, 200],
    ]);
  });
});
