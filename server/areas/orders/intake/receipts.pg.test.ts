import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushedOrder } from '#contract/areas/orders/order-push.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { orderClerk, orderSteps, pushOf, shopAt } from '#tests/factories/pushed-orders.ts';
import { everybody, type Supplied, supplied } from '#tests/factories/returns.ts';
import { shelf } from '#tests/factories/shelf.ts';

// Which receipt is which, and when it was (amendments B, H7): each till and channel counts its own, and anew each year.

let house: House;
let clerk: Actor;
let people: Awaited<ReturnType<typeof everybody>>;
let goods: Supplied;
let shop: { id: number; shop_no: string };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await everybody(house);
  clerk = await orderClerk(house);
});
beforeEach(async () => {
  goods = await supplied(house, people, [[9, 4000]]);
  shop = await shopAt(house, goods.warehouse);
});
afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const receipt = (more: Partial<PushedOrder> = {}): PushedOrder => ({
  ...pushOf({ shop: shop.shop_no, items: [{ sku_no: goods.skuNo, qty: 1 }] }, house.clock.now().toISOString()),
  source_order_no: '0001',
  payments: [{ pay_type: 3, amount: 10_000 }],
  ...more,
});
const push = async (more: Partial<PushedOrder> = {}) => await house.ask(clerk, orderSteps.push, receipt(more));
const online = (more: Partial<PushedOrder> = {}) =>
  push({ source: 4, sale_channel_type: 'platform', sale_channel_value: `甲${shop.shop_no}`, payments: [], ...more });
const refusal = async (asked: Promise<unknown>): Promise<string> =>
  await asked.then(
    () => 'taken',
    ({ kind, field }) => `${kind} ${field}`,
  );
const onHand = async () =>
  (
    await sql<{ on_hand: number }>`
      select on_hand from stock_balance where warehouse_id = ${goods.warehouse} and sku_id = ${goods.sku} and imperfect_type = 0`.execute(
      house.db,
    )
  ).rows[0]?.on_hand;

describe('a receipt', () => {
  it('counts once for 16 clients who tell it at the same time', async () => {
    const told = receipt({ source_order_no: `ONCE-${shop.shop_no}` });
    const clients = Array.from({ length: 16 }, async () => {
      const ids: number[] = [];
      for (let again = 0; again < 12; again += 1) ids.push((await house.ask(clerk, orderSteps.push, told)).id);
      return ids;
    });
    expect(new Set((await Promise.all(clients)).flat()).size).toBe(1);
    expect(await onHand()).toBe(8);
  });

  it('0001 of another shop, of another channel and of another year is another order', async () => {
    const other = await shopAt(house, (await shelf(house.db)).id);
    const lastYear = `${house.clock.now().getUTCFullYear() - 1}-12-30T03:00:00Z`;
    const orders = [
      await push(),
      await push({ shop_no: other.shop_no }),
      await push({ ordered_at: lastYear }),
      await online(),
      await online({ sale_channel_value: `乙${shop.shop_no}` }),
    ];
    expect(new Set(orders.map(({ id }) => id)).size).toBe(5);
    expect((await push()).id).toBe(orders[0]?.id);
    // A new year begins at midnight in Shanghai.
    const newYear = `${house.clock.now().getUTCFullYear() - 1}-12-31T16:00:00Z`;
    expect(await refusal(push({ ordered_at: newYear }))).toBe('invalid source_order_no');
  });

  it('with another content is refused and merged with nothing', async () => {
    const first = await push();
    expect(await refusal(push({ payments: [{ pay_type: 1, amount: 10_000 }] }))).toBe('invalid source_order_no');
    const { rows } = await sql`select pay_type, amount from order_payment where order_id = ${first.id}`.execute(
      house.db,
    );
    expect(rows).toEqual([{ pay_type: 3, amount: 10_000 }]);
  });

  it('of a day to come is refused, of a clock that is a little fast it is now', async () => {
    const ahead = (minutes: number) => new Date(house.clock.now().getTime() + minutes * 60_000).toISOString();
    expect(await refusal(push({ ordered_at: ahead(60) }))).toBe('invalid ordered_at');
    expect(await refusal(push({ payments: [{ pay_type: 3, amount: 10_000, paid_at: ahead(60) }] }))).toBe(
      'invalid payments.0.paid_at',
    );
    expect(await refusal(push({ ordered_at: '1999-12-31T03:00:00Z' }))).toBe('invalid ordered_at');
    const { id } = await push({ ordered_at: ahead(4) });
    const { rows } = await sql<{ late: boolean }>`
      select ordered_at > ${house.clock.now().toISOString()} as late from sale_order where id = ${id}`.execute(
      house.db,
    );
    expect(rows).toEqual([{ late: false }]);
  });
});

it('a payment finds the order of its channel, and asks where a number is of several', async () => {
  const no = `P-${shop.shop_no}`;
  const [one, two] = [
    await online({ source_order_no: no }),
    await online({ source_order_no: no, sale_channel_value: `乙${shop.shop_no}` }),
  ];
  const pay = (trade: string, more: object = {}) =>
    house.ask(clerk, orderSteps.pay, {
      source: 4,
      source_order_no: no,
      payments: [{ pay_type: 1, amount: 10_000, trade_no: `${trade}-${shop.shop_no}` }],
      ...more,
    });
  expect(await refusal(pay('A'))).toBe('invalid source_order_no');
  expect((await pay('A', { sale_channel_type: 'platform', sale_channel_value: `乙${shop.shop_no}` })).id).toBe(two.id);
  // Told again it is the payment of that order, and does not pay the other one.
  expect((await pay('A')).id).toBe(two.id);
  expect((await pay('B')).id).toBe(one.id);
  expect(await refusal(pay('C', { source_order_no: `${no}-2` }))).toBe('notFound source_order_no');
});

it('a channel whose data scope is one shop tells of no other, and is told of no other order', async () => {
  const other = await shopAt(house, (await shelf(house.db)).id);
  const keys = ['order:push', 'order:view'];
  const own = await house.person('本店收银机', keys, [{ shop: [shop.id] }]);
  const [mine, theirs] = [receipt(), receipt({ shop_no: other.shop_no })];
  const { order_no } = await house.ask(clerk, orderSteps.push, theirs);
  expect(await refusal(house.ask(own, orderSteps.push, theirs))).toBe('invalid shop_no');
  expect(await refusal(house.ask(own, orderSteps.push, { ...theirs, source_order_no: '0002' }))).toBe(
    'invalid shop_no',
  );
  expect((await house.ask(own, orderSteps.push, mine)).status).toBe(5);
  const payments = [{ pay_type: 3, amount: 10_000 }];
  expect(await refusal(house.ask(own, orderSteps.pay, { order_no, payments }))).toBe('notFound order_no');
});
