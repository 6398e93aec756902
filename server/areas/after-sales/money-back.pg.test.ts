import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { afterSalesPeople, refunds, services } from '#tests/factories/after-sales.ts';
import { consign } from '#tests/factories/consign.ts';
import { next } from '#tests/factories/goods.ts';
import { addMember } from '#tests/factories/orders.ts';
import {
  orderClerk,
  orderSteps,
  payOrder,
  placeOnlineOrder,
  placeTillOrder,
  shipOrder,
  shopAt,
} from '#tests/factories/pushed-orders.ts';
import { everybody, type Supplied, supplied } from '#tests/factories/returns.ts';

// What goes back of an order in parts leaves nothing behind: neither tax, nor points, nor what a supplier is owed (amendments C, E, H1).

let house: House;
let clerk: Actor;
let keeper: Awaited<ReturnType<typeof everybody>>;
let people: Awaited<ReturnType<typeof afterSalesPeople>>;
let goods: Supplied;
let shop: { id: number; shop_no: string };
let user: number;
let user_no: string;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  keeper = await everybody(house);
  clerk = await orderClerk(house);
  people = await afterSalesPeople(house);
});
beforeEach(async () => {
  goods = await supplied(house, keeper, [[9, 4000]]);
  await sql`update spu set tax_rate_bp = 1300 where id = (select spu_id from sku where id = ${goods.sku})`.execute(
    house.db,
  );
  shop = await shopAt(house, goods.warehouse);
  user_no = `HYM${next()}`;
  user = await addMember(house.db, { user_no });
});
afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const placed = (qty: number, given: object = {}) => ({
  by: clerk,
  shop: shop.shop_no,
  items: [{ sku_no: goods.skuNo, qty, ...given }],
  more: { user_no },
});
const itemOf = async (order: number): Promise<number> =>
  (await sql<{ id: number }>`select id from sale_order_item where sale_order_id = ${order}`.execute(house.db)).rows[0]
    ?.id ?? 0;
const ask = async (order: number, type: number, [qty, amount]: readonly [number, number]): Promise<number> => {
  const { id } = await house.ask(people.clerk, services.add, {
    order_id: order,
    service_type: type,
    reason: '尺码不合',
    lines: [{ order_item_id: await itemOf(order), qty, refund_amount: amount }],
  } as never);
  await house.ask(people.clerk, services.deal, { id, result: 1 });
  return id;
};
const bring = async (service: number, qty: number) => {
  const { lines } = await house.ask(people.clerk, services.detail, { id: service });
  await house.ask(people.keeper, services.return, {
    id: service,
    lines: [{ line_id: lines[0]?.id ?? 0, return_qty: qty, imperfect_type: 0, code_ids: [] }],
  });
};
const payOut = async (where: ReturnType<typeof sql>, audit = true) => {
  const { rows } = await sql<{
    id: number;
  }>`select id from order_refund where ${where} order by id desc limit 1`.execute(house.db);
  const id = rows[0]?.id ?? 0;
  if (audit) await house.ask(people.auditor, refunds.audit, { id, result: 1 });
  await house.ask(people.payer, refunds.refund, { id, refund_way: 2 });
};
/** Goods come back, or not, and their money goes back. */
const goBack = async (order: number, type: number, part: readonly [number, number]): Promise<number> => {
  const service = await ask(order, type, part);
  if (type === 2) await bring(service, part[0]);
  await payOut(sql`service_id = ${service}`);
  return service;
};
const member = async () =>
  (
    await sql<{ point_balance: number; growth_value: number; total_amount: number }>`
      select point_balance, growth_value, total_amount from member_user where id = ${user}`.execute(house.db)
  ).rows[0];
const balanceOf = async (code: string): Promise<number> =>
  (
    await sql<{ sum: number }>`
      select coalesce(sum(e.debit - e.credit), 0)::bigint as sum from voucher_entry e join account_subject s on s.id = e.subject_id where s.code = ${code}`.execute(
      house.db,
    )
  ).rows[0]?.sum ?? 0;

describe('tax', () => {
  it('of a line that goes back in three parts is what it was sold with', async () => {
    const before = await balanceOf('2221.03');
    // 13 % within 100.01 is 11.51; of 33.33, 33.34 and 33.34 by themselves 3.83, 3.84 and 3.84.
    const { id } = await placeTillOrder(house, placed(3, { sale_price: 3334, final_amount: 10_001 }));
    expect((await balanceOf('2221.03')) - before).toBe(-1151);
    for (const amount of [3333, 3333, 3335]) await goBack(id, 1, [1, amount]);
    expect((await balanceOf('2221.03')) - before).toBe(0);
  });
});

describe('points', () => {
  it('that an order earned go with the money that goes back, to nothing with the last of it', async () => {
    const { id } = await placeTillOrder(house, placed(3, { sale_price: 3334, final_amount: 10_000 }));
    expect(await member()).toEqual({ point_balance: 100, growth_value: 100, total_amount: 10_000 });
    await goBack(id, 2, [1, 3333]);
    expect(await member()).toEqual({ point_balance: 66, growth_value: 66, total_amount: 6667 });
    await goBack(id, 1, [1, 1]);
    await goBack(id, 2, [2, 6666]);
    expect(await member()).toEqual({ point_balance: 0, growth_value: 0, total_amount: 0 });
  });

  it('are not earned twice by an exchange', async () => {
    const { id } = await placeTillOrder(house, placed(2));
    const service = await ask(id, 3, [1, 10_000]);
    await bring(service, 1);
    await house.ask(people.clerk, services.exchange, { id: service });
    expect((await member())?.point_balance).toBe(100);
    const { new_order_id } = await house.ask(people.clerk, services.detail, { id: service });
    await shipOrder(house, clerk, Number(new_order_id));
    await house.ask(clerk, orderSteps.receive, { id: Number(new_order_id) });
    expect(await member()).toEqual({ point_balance: 200, growth_value: 200, total_amount: 20_000 });
  });

  it('that it was priced with are used, and come back by the pieces that come back', async () => {
    await sql`insert into member_point (user_id, biz_type, change_value, at, admin_id) values (${user}, 6, 1000, now(), 1)`.execute(
      house.db,
    );
    const { id } = await placeTillOrder(house, placed(3, { sale_price: 4000, point_amount: 1000 }));
    // 1000 less 1000, and 110 earned by 110.00.
    expect((await member())?.point_balance).toBe(110);
    await goBack(id, 2, [1, 3666]);
    // A third of 1000 rounded down, less what 36.66 had earned.
    expect((await member())?.point_balance).toBe(110 + 333 - 37);
    await goBack(id, 2, [2, 7334]);
    expect((await member())?.point_balance).toBe(1000);
    await expect(placeOnlineOrder(house, placed(1, { point_amount: 1001 }))).rejects.toMatchObject({
      field: 'point_amount',
    });
    const online = await placeOnlineOrder(house, placed(1, { point_amount: 600 }));
    expect((await member())?.point_balance).toBe(400);
    await house.ask(clerk, orderSteps.cancel, { id: online.id, reason: '客户不要了' });
    expect((await member())?.point_balance).toBe(1000);
  });
});

it('pieces that left one batch in two shipments come back one by one, and go again', async () => {
  const { id, order_no } = await placeOnlineOrder(house, placed(3));
  await payOrder(house, clerk, order_no);
  await shipOrder(house, clerk, id, [1]);
  await shipOrder(house, clerk, id, [1]);
  await shipOrder(house, clerk, id, [1]);
  const onHand = async () =>
    (
      await sql<{ on_hand: number }>`
        select on_hand from stock_balance where warehouse_id = ${goods.warehouse} and sku_id = ${goods.sku} and imperfect_type = 0`.execute(
        house.db,
      )
    ).rows[0]?.on_hand;
  expect(await onHand()).toBe(6);
  const first = await ask(id, 2, [2, 20_000]);
  await bring(first, 2);
  expect(await onHand()).toBe(8);
  const { rows } = await sql<{ returned_qty: number }>`
    select b.returned_qty from order_item_batch b where b.order_item_id = ${await itemOf(id)} order by b.id`.execute(
    house.db,
  );
  expect(rows.map(({ returned_qty }) => returned_qty)).toEqual([0, 1, 1]);
  const refund = await sql<{ id: number }>`select id from order_refund where service_id = ${first}`.execute(house.db);
  await house.ask(people.auditor, refunds.cancel, { id: refund.rows[0]?.id ?? 0, reason: '客户要求' });
  await house.ask(people.clerk, services.close, { id: first, reason: '寄回客户', sent_back_no: 'SF1' });
  expect(await onHand()).toBe(6);
  const last = await ask(id, 2, [3, 30_000]);
  await bring(last, 3);
  await payOut(sql`service_id = ${last}`);
  expect(await onHand()).toBe(9);
});

it('a joint venture is owed nothing any more for what was lowered first and came back then', async () => {
  const { rows: batches } = await sql<{ id: number; batch: number }>`
    select d.id, d.in_ware_batch_id as batch from in_ware_batch_detail d join stock_batch b on b.in_ware_detail_id = d.id
    where b.warehouse_id = ${goods.warehouse} and b.sku_id = ${goods.sku}`.execute(house.db);
  const { id = 0, batch = 0 } = batches[0] ?? {};
  await sql`update in_ware_batch set supplier_id = ${goods.supplier}, co_model = 3 where id = ${batch}`.execute(
    house.db,
  );
  await sql`update in_ware_batch_detail set tax_rate_bp = 1300, price_state = 1 where id = ${id}`.execute(house.db);
  await consign(house.db, [id], { model: 3, supplier: goods.supplier });
  await sql`update supplier set take_rate_bp = 3000 where id = ${goods.supplier}`.execute(house.db);
  const owed = async () =>
    (
      await sql<{ amount: number; tax: number }>`
        select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(tax_amount), 0)::bigint as tax from settle_item where supplier_id = ${goods.supplier}`.execute(
        house.db,
      )
    ).rows[0];
  const order = await placeTillOrder(house, placed(3, { sale_price: 3334, final_amount: 10_001 }));
  expect(await owed()).toEqual({ amount: 7001, tax: 805 });
  await goBack(order.id, 1, [1, 3000]);
  expect((await owed())?.amount).toBe(4901);
  for (const part of [
    [1, 2333],
    [1, 2334],
    [1, 2334],
  ] as const)
    await goBack(order.id, 2, part);
  expect(await owed()).toEqual({ amount: 0, tax: 0 });
});

describe('an order that goods were exchanged for', () => {
  const exchanged = async () => {
    const { id } = await placeTillOrder(house, placed(2));
    const service = await ask(id, 3, [2, 20_000]);
    await bring(service, 2);
    await house.ask(people.clerk, services.exchange, { id: service });
    const { new_order_id } = await house.ask(people.clerk, services.detail, { id: service });
    return { service, order: Number(new_order_id) };
  };
  const refundOf = async (order: number) =>
    (
      await sql<{ id: number; status: number; amount: number }>`
        select id, status, amount from order_refund where order_id = ${order}`.execute(house.db)
    ).rows[0];

  it('gives its money back by three hands where it is cancelled, and leaves its after-sales done', async () => {
    const { service, order } = await exchanged();
    await house.ask(clerk, orderSteps.cancel, { id: order, reason: '客户改退货' });
    const refund = await refundOf(order);
    expect(refund).toMatchObject({ status: 1, amount: 20_000 });
    const id = refund?.id ?? 0;
    await expect(house.ask(people.payer, refunds.refund, { id, refund_way: 2 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    // Whoever dealt with the exchange judges it no more than the one who cancelled.
    await expect(house.ask(people.clerk, refunds.audit, { id, result: 1 })).rejects.toBeDefined();
    await expect(house.ask(people.auditor, refunds.audit, { id, result: 2, remark: '不退' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await payOut(sql`order_id = ${order}`);
    expect((await house.ask(people.clerk, services.detail, { id: service })).status).toBe(5);
  });

  it('is done with when the rest of it is given up', async () => {
    const { service, order } = await exchanged();
    await shipOrder(house, clerk, order, [1]);
    await house.ask(clerk, orderSteps.cancelRest, { id: order, reason: '仓库缺货' });
    expect(await refundOf(order)).toMatchObject({ status: 1, amount: 10_000 });
    expect((await house.ask(people.clerk, services.detail, { id: service })).status).toBe(5);
    await payOut(sql`order_id = ${order}`);
  });
});

it('an order closes with the last fen, whichever refund is the last', async () => {
  const { id, order_no } = await placeOnlineOrder(house, placed(2));
  await payOrder(house, clerk, order_no);
  await shipOrder(house, clerk, id, [1]);
  await house.ask(clerk, orderSteps.cancelRest, { id, reason: '仓库缺货' });
  await goBack(id, 2, [1, 10_000]);
  await payOut(sql`order_id = ${id} and service_id is null`, false);
  const { rows } = await sql<{ status: number }>`select status from sale_order where id = ${id}`.execute(house.db);
  expect(rows).toEqual([{ status: 7 }]);
});

it('money of a till whose cashier is not known is on the bill of whoever told of it', async () => {
  const { id } = await placeTillOrder(house, { ...placed(1), more: { cashier: 'nobody' } });
  const { rows } = await sql<{ cashier: number; amount: number }>`
    select b.cashier_id as cashier, r.amount from cashier_bill_receipt r join cashier_bill b on b.id = r.cashier_bill_id where r.order_id = ${id}`.execute(
    house.db,
  );
  expect(rows).toEqual([{ cashier: clerk.id, amount: 10_000 }]);
});
