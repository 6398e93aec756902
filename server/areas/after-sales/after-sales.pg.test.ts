// What comes back of orders: pieces, money and invoices (domain.md §4.22; amendments B–E, G14, G15). One file and longer than others, since every
// test begins with the same order and all laws are asked after each.

import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { afterSalesCalls } from '#contract/areas/after-sales/after-sales-calls.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import {
  afterSalesPeople,
  invoices,
  refunds,
  type SoldOrder,
  services,
  soldAtTill,
} from '#tests/factories/after-sales.ts';
import { bookedFor } from '#tests/factories/costs.ts';
import { addMember } from '#tests/factories/orders.ts';

let house: House;
let people: Awaited<ReturnType<typeof afterSalesPeople>>;
let sold: SoldOrder;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await afterSalesPeople(house);
});

/** Three lines with shares of a coupon and of points: 2 for 96.00, 1 for 47.52, 3 for 95.98, paid 150.00 by WeChat and 89.50 in cash. */
beforeEach(async () => {
  sold = await soldAtTill(house, people.channel, {
    lines: [
      { qty: 2, final: 9600, coupon: 300, point: 100 },
      { qty: 1, final: 4752, coupon: 148, point: 50 },
      { qty: 3, final: 9598, coupon: 300, point: 101 },
    ],
    payments: [
      [1, 15_000],
      [3, 8950],
    ],
  });
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const ask = async (type: number, lines: readonly [item: number, qty: number, amount: number][], more: object = {}) =>
  (
    await house.ask(people.clerk, services.add, {
      order_id: sold.id,
      service_type: type,
      reason: '尺码不合',
      lines: lines.map(([place, qty, refund_amount]) => ({ order_item_id: sold.items[place], qty, refund_amount })),
      ...more,
    } as never)
  ).id;
const deal = (id: number, more: object = {}) => house.ask(people.clerk, services.deal, { id, result: 1, ...more });
const giveBack = async (id: number, back: readonly number[]) => {
  const { lines } = await house.ask(people.clerk, services.detail, { id });
  return await house.ask(people.keeper, services.return, {
    id,
    lines: lines.map((line, place) => ({
      line_id: line.id,
      return_qty: back[place] ?? 0,
      imperfect_type: 0,
      code_ids: [],
    })),
  });
};
const refundOf = async (service: number): Promise<number> =>
  (
    await sql<{
      id: number;
    }>`select id from order_refund where service_id = ${service} order by id desc limit 1`.execute(house.db)
  ).rows[0]?.id ?? 0;
const statusOf = async (id: number) => (await house.ask(people.clerk, services.detail, { id })).status;
const noOf = async (id: number) => (await house.ask(people.clerk, services.detail, { id })).service_no;
const orderRow = async () =>
  (
    await sql<{
      status: number;
      refund_amount: number;
    }>`select status, refund_amount from sale_order where id = ${sold.id}`.execute(house.db)
  ).rows[0];
/** Goods back or not, agreed on and audited: a refund that waits to be paid. */
const readyRefund = async (type: number, line: [number, number, number]) => {
  const service = await ask(type, [line]);
  await deal(service);
  if (type === 2) await giveBack(service, [line[1]]);
  const refund = await refundOf(service);
  await house.ask(people.auditor, refunds.audit, { id: refund, result: 1 });
  return { service, refund };
};

describe('an after-sales', () => {
  it('is refused beyond what left, what was paid and the days for it', async () => {
    await expect(ask(2, [[0, 3, 9600]])).rejects.toMatchObject({ field: 'lines.0.qty' });
    await expect(ask(2, [[0, 2, 9601]])).rejects.toMatchObject({ field: 'lines.0.refund_amount' });
    await expect(ask(1, [[0, 1, 0]])).rejects.toMatchObject({ field: 'lines.0.refund_amount' });
    await expect(
      ask(2, [
        [0, 1, 1],
        [0, 1, 1],
      ]),
    ).rejects.toMatchObject({ field: 'lines.1.order_item_id' });
    await expect(ask(2, [[0, 1, 1]], { order_id: null })).rejects.toMatchObject({ field: 'order_id' });
    await ask(2, [[0, 1, 4800]]);
    await expect(ask(2, [[0, 2, 4800]])).rejects.toMatchObject({ field: 'lines.0.qty' });
    house.clock.advance(31 * 86_400_000);
    await expect(ask(2, [[1, 1, 4752]])).rejects.toMatchObject({ field: 'order_id' });
    house.clock.advance(-31 * 86_400_000);
  });

  it('is rejected with a reason, agreed on with no more than was asked for, and closed while goods are not back', async () => {
    const one = await ask(2, [[0, 2, 9600]]);
    await expect(deal(one, { result: 2 })).rejects.toMatchObject({ field: 'remark' });
    await expect(deal(one, { deal_amount: 9601 })).rejects.toMatchObject({ field: 'deal_amount' });
    await deal(one, { result: 2, remark: '已穿着' });
    expect(await statusOf(one)).toBe(7);
    const other = await ask(2, [[0, 2, 9600]]);
    await deal(other, { deal_amount: 9001 });
    await expect(giveBack(other, [3])).rejects.toMatchObject({ field: 'lines.0.return_qty' });
    await expect(giveBack(other, [0])).rejects.toMatchObject({ field: 'lines.0.return_qty' });
    await house.ask(people.clerk, services.close, { id: other, reason: '客户不退了' });
    expect(await statusOf(other)).toBe(6);
  });

  it('refunds what came back, to the fen, and gives the money that was not taken free again', async () => {
    const id = await ask(2, [[2, 3, 9598]]);
    await deal(id, { deal_amount: 9500 });
    await giveBack(id, [2]);
    const { deal_amount, status } = await house.ask(people.clerk, services.detail, { id });
    // Two of three pieces of 95.00: 63.33, rounded down; the third would take the rest.
    expect([deal_amount, status]).toEqual([6333, 4]);
    const again = await ask(2, [[2, 1, 3265]]);
    expect(await statusOf(again)).toBe(1);
    await expect(ask(2, [[2, 1, 1]])).rejects.toMatchObject({ field: 'lines.0.qty' });
  });
});

describe('a refund', () => {
  it('takes three hands, and finance above what a shop may decide on', async () => {
    await sql`insert into config (key, name, value) values ('refund_shop_limit', '门店退款审核上限', '4000') on conflict (key) do update set value = excluded.value`.execute(
      house.db,
    );
    const service = await ask(2, [[0, 1, 4800]]);
    await deal(service);
    await giveBack(service, [1]);
    const id = await refundOf(service);
    await expect(house.ask(people.clerk, refunds.audit, { id, result: 1 })).rejects.toMatchObject({
      kind: expect.any(String),
    });
    await expect(house.ask(people.shop, refunds.audit, { id, result: 1 })).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(house.ask(people.payer, refunds.refund, { id, refund_way: 2 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.auditor, refunds.audit, { id, result: 1 });
    for (const who of [people.auditor, people.clerk, people.keeper])
      await expect(house.ask(who, refunds.refund, { id, refund_way: 2 })).rejects.toBeDefined();
    await house.ask(people.payer, refunds.refund, { id, refund_way: 2 });
    expect(await statusOf(service)).toBe(5);
    await sql`delete from config where key = 'refund_shop_limit'`.execute(house.db);
  });

  it('goes by the channel no further than what came by it, fails, is tried again and answered', async () => {
    const { refund, service } = await readyRefund(1, [0, 2, 9600]);
    await house.ask(people.payer, refunds.refund, { id: refund, refund_way: 1 });
    expect(await statusOf(service)).toBe(4);
    await house.ask(people.channel, refunds.answer, { id: refund, result: 2, remark: '账户异常' });
    expect(await house.ask(people.clerk, refunds.detail, { id: refund })).toMatchObject({
      status: 5,
      fail_reason: '账户异常',
    });
    await expect(house.ask(people.auditor, refunds.retry, { id: refund })).rejects.toBeDefined();
    await house.ask(people.payer, refunds.retry, { id: refund });
    await house.ask(people.channel, refunds.answer, { id: refund, result: 1, channel_no: 'WX1' });
    expect(await house.ask(people.clerk, refunds.detail, { id: refund })).toMatchObject({ status: 4, trade_no: 'WX1' });
    const other = await readyRefund(1, [2, 1, 9598]);
    await expect(house.ask(people.payer, refunds.refund, { id: other.refund, refund_way: 1 })).rejects.toMatchObject({
      field: 'refund_way',
    });
    await expect(house.ask(people.payer, refunds.refund, { id: other.refund, refund_way: 3 })).rejects.toMatchObject({
      field: 'refund_way',
    });
    await house.ask(people.auditor, refunds.cancel, { id: other.refund, reason: '客户放弃' });
    expect(await statusOf(other.service)).toBe(6);
  });

  it('that is rejected or cancelled after goods came back is agreed on anew, or the goods are sent back', async () => {
    const service = await ask(2, [[0, 1, 4800]]);
    await deal(service);
    await giveBack(service, [1]);
    await house.ask(people.auditor, refunds.audit, { id: await refundOf(service), result: 2, remark: '金额有误' });
    expect(await statusOf(service)).toBe(3);
    await expect(deal(service, { result: 2, remark: '不退' })).rejects.toMatchObject({ kind: 'illegalTransition' });
    await deal(service, { deal_amount: 4000 });
    await house.ask(people.auditor, refunds.cancel, { id: await refundOf(service), reason: '客户要求' });
    expect(await statusOf(service)).toBe(3);
    await expect(house.ask(people.clerk, services.close, { id: service, reason: '寄回客户' })).rejects.toMatchObject({
      field: 'sent_back_no',
    });
    await house.ask(people.clerk, services.close, { id: service, reason: '寄回客户', sent_back_no: 'SF1' });
    expect(await statusOf(service)).toBe(6);
    const { rows } = await sql<{
      returned_qty: number;
    }>`select returned_qty from sale_order_item where id = ${sold.items[0]}`.execute(house.db);
    expect(rows[0]?.returned_qty).toBe(0);
    expect(
      (await bookedFor(house.db, await noOf(service))).map(([code, debit, credit]) => [code, debit - credit]),
    ).toEqual([
      ['1405', 2000],
      ['6401.01', -2000],
      ['6401.01', 2000],
      ['1405', -2000],
    ]);
  });

  it('is paid once by two who pay it at the same time, and closes the order with the last fen', async () => {
    const service = await ask(1, [
      [0, 2, 9600],
      [1, 1, 4752],
      [2, 3, 9598],
    ]);
    await deal(service);
    const refund = await refundOf(service);
    await house.ask(people.auditor, refunds.audit, { id: refund, result: 1 });
    const second = await house.person('出纳二', ['OrderRefund:refund']);
    const outcomes = await Promise.allSettled(
      [people.payer, second].map((who) => house.ask(who, refunds.refund, { id: refund, refund_way: 2 })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await orderRow()).toEqual({ status: 7, refund_amount: 23_950 });
  });

  it('becomes stored value of the member, by its log', async () => {
    const user = await addMember(house.db);
    await sql`update sale_order set user_id = ${user} where id = ${sold.id}`.execute(house.db);
    const { refund } = await readyRefund(2, [1, 1, 4752]);
    await house.ask(people.payer, refunds.refund, { id: refund, refund_way: 3 });
    const { rows } = await sql<{ balance: number; log: number }>`
      select stored_balance as balance, (select sum(change_value) from member_stored where user_id = ${user})::bigint as log from member_user where id = ${user}`.execute(
      house.db,
    );
    expect(rows[0]).toEqual({ balance: 4752, log: 4752 });
  });
});

describe('worked example', () => {
  it('three lines: one returned, one exchanged, one lowered', async () => {
    // 1 of 2 comes back: 48.00 by WeChat.
    const back = await readyRefund(2, [0, 1, 4800]);
    await house.ask(people.payer, refunds.refund, { id: back.refund, refund_way: 1 });
    await house.ask(people.channel, refunds.answer, { id: back.refund, result: 1 });
    expect(await bookedFor(house.db, await noOf(back.service))).toEqual([
      ['1405', 2000, 0],
      ['6401.01', 0, 2000],
    ]);
    const { refund_no } = await house.ask(people.clerk, refunds.detail, { id: back.refund });
    // 13 % within 48.00 is 5.52.
    expect(await bookedFor(house.db, refund_no)).toEqual([
      ['6001', 4248, 0],
      ['1012.01', 0, 4248],
      ['2221.03', 552, 0],
      ['1012.01', 0, 552],
    ]);
    // 1 of 3 is exchanged for another of the same goods: a new order of 31.99, paid by what came back.
    const swap = await ask(3, [[2, 1, 3199]]);
    await deal(swap);
    await giveBack(swap, [1]);
    expect(await statusOf(swap)).toBe(3);
    await house.ask(people.clerk, services.exchange, { id: swap });
    const { new_order_id } = await house.ask(people.clerk, services.detail, { id: swap });
    const { rows } = await sql`
      select o.status, o.payable_amount, o.paid_amount, p.pay_type, p.amount from sale_order o join order_payment p on p.order_id = o.id where o.id = ${new_order_id}`.execute(
      house.db,
    );
    expect(rows).toEqual([{ status: 2, payable_amount: 3199, paid_amount: 3199, pay_type: 9, amount: 3199 }]);
    await expect(house.ask(people.clerk, services.exchange, { id: swap })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    expect((await bookedFor(house.db, await noOf(swap))).slice(-4)).toEqual([
      ['6001', 2831, 0],
      ['2203', 0, 2831],
      ['2221.03', 368, 0],
      ['2203', 0, 368],
    ]);
    // The third is worth 10.00 less, in cash.
    const less = await readyRefund(1, [1, 1, 1000]);
    await house.ask(people.payer, refunds.refund, { id: less.refund, refund_way: 2 });
    const cash = await house.ask(people.clerk, refunds.detail, { id: less.refund });
    expect(await bookedFor(house.db, cash.refund_no)).toEqual([
      ['6001', 885, 0],
      ['1001', 0, 885],
      ['2221.03', 115, 0],
      ['1001', 0, 115],
    ]);
    expect(await orderRow()).toEqual({ status: 5, refund_amount: 5800 });
    const { rows: items } = await sql`
      select returned_qty, refund_amount from sale_order_item where sale_order_id = ${sold.id} order by id`.execute(
      house.db,
    );
    expect(items).toEqual([
      { returned_qty: 1, refund_amount: 4800 },
      { returned_qty: 0, refund_amount: 1000 },
      { returned_qty: 1, refund_amount: 0 },
    ]);
  });

  it('never takes back more than left, whatever is asked', async () => {
    let seed = 7;
    const chance = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % (most + 1);
    };
    for (let turn = 0; turn < 25; turn += 1) {
      const asked = await ask(2, [[chance(2), 1 + chance(2), chance(5000)]]).catch(() => undefined);
      if (asked === undefined) continue;
      await deal(asked, chance(3) === 0 ? { deal_amount: chance(3000) } : {}).catch(() => undefined);
      if ((await statusOf(asked)) === 2) await giveBack(asked, [chance(3)]).catch(() => undefined);
    }
    const { rows } = await sql<{ over: boolean }>`
      select bool_or(returned_qty > shipped_qty) as over from sale_order_item where sale_order_id = ${sold.id}`.execute(
      house.db,
    );
    expect(rows[0]?.over).toBe(false);
  });
});

describe('an invoice', () => {
  const apply = async (amount: number, more: object = {}) =>
    (
      await house.ask(people.clerk, invoices.add, {
        order_ids: [sold.id],
        title_type: 1,
        title: '张先生',
        invoice_type: 3,
        amount,
        ...more,
      } as never)
    ).id;

  it('is for no more than was paid, and of a company with its tax number', async () => {
    await expect(apply(23_951)).rejects.toMatchObject({ field: 'amount' });
    await expect(apply(100, { title_type: 2 })).rejects.toMatchObject({ field: 'tax_no' });
    await expect(apply(100, { order_ids: [] })).rejects.toMatchObject({ field: 'order_ids' });
    await expect(apply(100, { invoice_type: 1 })).rejects.toMatchObject({ field: 'invoice_type' });
    const id = await apply(20_000);
    await expect(apply(3951)).rejects.toMatchObject({ field: 'amount' });
    await expect(house.ask(people.clerk, invoices.audit, { id, result: 1 })).rejects.toBeDefined();
    await house.ask(people.auditor, invoices.audit, { id, result: 1 });
    await expect(
      house.ask(people.payer, invoices.issue, { id, invoice_no: 'F1', issue_date: '2026-03-02' }),
    ).rejects.toMatchObject({ field: 'files' });
    // What is invoiced does not go back before the invoice does.
    const { refund } = await readyRefund(2, [1, 1, 4752]).catch(() => ({ refund: 0 }));
    await expect(house.ask(people.payer, refunds.refund, { id: refund, refund_way: 2 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.clerk, invoices.cancel, { id, reason: '先退款' });
    await house.ask(people.payer, refunds.refund, { id: refund, refund_way: 2 });
    await expect(apply(19_199)).rejects.toMatchObject({ field: 'amount' });
    await apply(19_198);
  });
});

describe('data scope', () => {
  it('hides orders of other shops from who asks or invoices', async () => {
    const keys = ['OrderService:add', 'order:invoiceApply'];
    const stranger = await house.person('外店', keys, [{ shop: [999_999] }]);
    await expect(house.ask(stranger, afterSalesCalls.addView, { order_id: sold.id })).rejects.toMatchObject({
      kind: 'notFound',
    });
    expect(await house.ask(stranger, afterSalesCalls.invoiceView, { order_ids: [sold.id] })).toEqual({ list: [] });
    // Nor are their invoices shown, told one by one, or given up.
    const { id } = await house.ask(people.clerk, invoices.add, {
      order_ids: [sold.id],
      title_type: 1,
      title: '王先生',
      invoice_type: 3,
      amount: 100,
    } as never);
    const outside = await house.person('外店店长', ['order:invoiceView', 'order:invoiceApply'], [{ shop: [999_999] }]);
    const inside = await house.person('本店店长', ['order:invoiceView'], [{ shop: [sold.shop] }]);
    expect((await house.ask(outside, invoices.list, {})).list).toEqual([]);
    expect((await house.ask(inside, invoices.list, { order_ids: [sold.id] } as never)).list).toHaveLength(1);
    await expect(house.ask(outside, invoices.detail, { id })).rejects.toMatchObject({ kind: 'notFound' });
    await expect(house.ask(outside, invoices.cancel, { id, reason: '不开了' })).rejects.toMatchObject({
      kind: 'notFound',
    });
    const { items } = await house.ask(people.clerk, afterSalesCalls.addView, { order_id: sold.id });
    expect(items.map(({ rest_qty, rest_amount }) => [rest_qty, rest_amount])).toEqual([
      [2, 9600],
      [1, 4752],
      [3, 9598],
    ]);
  });
});

describe('laws', () => {
  it('find what is corrupted', async () => {
    const { refund, service } = await readyRefund(2, [0, 1, 4800]);
    await house.ask(people.payer, refunds.refund, { id: refund, refund_way: 2 });
    const user = await addMember(house.db);
    const found = async (planted: ReturnType<typeof sql>) => await brokenBy(house.db, [planted]);
    expect(await found(sql`update order_refund_line set amount = 9601 where order_refund_id = ${refund}`)).toContain(
      'k130',
    );
    expect(
      await found(sql`update order_refund_part set amount = amount + 1 where order_refund_id = ${refund}`),
    ).toContain('k131');
    expect(
      await found(sql`update order_service_line set return_qty = 0 where order_service_id = ${service}`),
    ).toContain('k132');
    expect(await found(sql`update order_service set deal_amount = 1 where id = ${service}`)).toContain('k133');
    expect(
      await found(
        sql`insert into member_stored (user_id, biz_type, change_value, at, admin_id, after_value) values (${user}, 3, 5, now(), 1, 0)`,
      ),
    ).toContain('k134');
    const id = (
      await house.ask(people.clerk, invoices.add, {
        order_ids: [sold.id],
        title_type: 1,
        title: '李女士',
        invoice_type: 3,
        amount: 1000,
      } as never)
    ).id;
    expect(await found(sql`update invoice_share set amount = 99999 where invoice_apply_id = ${id}`)).toContain('i54');
  });
});
