import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { orderCalls } from '#contract/areas/orders/order-calls.ts';
import type { PushedOrder } from '#contract/areas/orders/order-push.ts';
import { mostWaitingRefusals, pushRefusal, pushRefusalCalls } from '#contract/areas/orders/push-refusal.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { addShop } from '#tests/factories/partners.ts';
import { orderClerk, pushOf, shopAt } from '#tests/factories/pushed-orders.ts';
import { everybody, type Supplied, supplied } from '#tests/factories/returns.ts';
import { shelf } from '#tests/factories/shelf.ts';

// What is refused of a till is not lost: it is kept with its reason until it is taken in, or somebody says why it is no order.

let house: House;
let till: Actor;
let clerk: Actor;
let people: Awaited<ReturnType<typeof everybody>>;
let goods: Supplied;
let shop: { id: number; shop_no: string };
const keys = ['order:pushView', 'order:pushDeal', 'order:view'];

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await everybody(house);
  till = await orderClerk(house, '收银机');
  clerk = await house.person('订单员', keys);
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
  payments: [{ pay_type: 3, amount: 10_000 }],
  ...more,
});
const refusedPush = async (told: unknown) => {
  await expect(house.ask(till, orderCalls.push, told as PushedOrder)).rejects.toMatchObject({ kind: 'invalid' });
};
const listed = async (by: Actor, no: string) =>
  (await house.ask(by, callsOf(pushRefusal).list, { source_order_no: no } as never)).list;

it('is kept once for each receipt with its last reason, and taken in once the cause is gone', async () => {
  const told = receipt({ shop_no: `N${shop.shop_no}`.slice(0, 16) });
  await refusedPush(told);
  await refusedPush(told);
  const [found, ...more] = await listed(clerk, told.source_order_no);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ push_count: 2, error_field: 'shop_no', status: 1 });
  const id = found?.id ?? 0;
  await expect(house.ask(clerk, pushRefusalCalls.retry, { id })).rejects.toMatchObject({ field: 'shop_no' });
  const place = (await shelf(house.db)).id;
  await addShop(house.db, { shop_no: told.shop_no, warehouse_id: place });
  const { id: order } = await house.ask(clerk, pushRefusalCalls.retry, { id });
  expect(await listed(clerk, told.source_order_no)).toMatchObject([{ status: 2, order_id: order }]);
  // The till has sold it, not whoever took it in.
  const { rows } = await sql`select cashier_id, status from sale_order where id = ${order}`.execute(house.db);
  expect(rows).toEqual([{ cashier_id: till.id, status: 5 }]);
  await expect(house.ask(clerk, pushRefusalCalls.retry, { id })).rejects.toMatchObject({ kind: 'illegalTransition' });
  expect((await house.ask(till, orderCalls.push, told)).id).toBe(order);
});

it('settles itself where the till tells it right, and stays where another content claims the receipt', async () => {
  const told = receipt();
  await refusedPush({ ...told, colour: 'red' });
  const { id } = await house.ask(till, orderCalls.push, told);
  expect(await listed(clerk, told.source_order_no)).toMatchObject([{ status: 2, order_id: id }]);
  await refusedPush({ ...told, payments: [{ pay_type: 1, amount: 10_000 }] });
  await house.ask(till, orderCalls.push, told);
  const [conflict] = await listed(clerk, told.source_order_no);
  expect(conflict).toMatchObject({ status: 1, error_field: 'source_order_no' });
  const ids = [conflict?.id ?? 0];
  await expect(house.ask(clerk, pushRefusalCalls.ignore, { ids, reason: '' })).rejects.toMatchObject({
    field: 'reason',
  });
  await house.ask(clerk, pushRefusalCalls.ignore, { ids, reason: '收银机重打小票' });
  expect(await listed(clerk, told.source_order_no)).toMatchObject([{ status: 3 }, { status: 2 }]);
});

it.each<[string, object]>([
  ['a\0b', {}],
  ['a\0b', { goods_amount: -1 }],
  ['half a pair \ud83d', { goods_amount: -1 }],
])('is kept of what no database holds (%j), and not taken in with the sign that stands for it', async (text, more) => {
  const told = receipt();
  await refusedPush({ ...told, buyer_remark: text, ...more });
  const [found] = await listed(clerk, told.source_order_no);
  expect(found).toMatchObject({ status: 1, push_count: 1 });
  await expect(house.ask(clerk, pushRefusalCalls.retry, { id: found?.id ?? 0 })).rejects.toThrow('无法保存的字符');
  const { id: order } = await house.ask(till, orderCalls.push, { ...told, buyer_remark: 'ab' });
  expect(await listed(clerk, told.source_order_no)).toMatchObject([{ status: 2, order_id: order }]);
});

it('of one till waits no more often than may be; others are kept, and this one again once some are settled', async () => {
  const noisy = await orderClerk(house, '坏了的收银机');
  await sql`
    insert into push_refusal (source, channel, source_order_no, error, status, created_by)
    select 1, 'x', 'N' || n, '试', 1, ${noisy.id} from generate_series(1, ${mostWaitingRefusals}) n`.execute(house.db);
  const told = receipt({ goods_amount: -1 });
  await expect(house.ask(noisy, orderCalls.push, told)).rejects.toMatchObject({ kind: 'invalid' });
  expect(await listed(clerk, told.source_order_no)).toEqual([]);
  await refusedPush(told);
  expect(await listed(clerk, told.source_order_no)).toHaveLength(1);
  await sql`update push_refusal set status = 3, ignore_reason = '试' where created_by = ${noisy.id} and source_order_no = 'N1'`.execute(
    house.db,
  );
  const other = receipt({ goods_amount: -1 });
  await expect(house.ask(noisy, orderCalls.push, other)).rejects.toMatchObject({ kind: 'invalid' });
  expect(await listed(clerk, other.source_order_no)).toHaveLength(1);
  await sql`delete from push_refusal where created_by = ${noisy.id} and source_order_no like 'N%'`.execute(house.db);
});

it('is not kept of who may not push, nor of what names no receipt; and is seen within the data scope', async () => {
  const told = receipt({ goods_amount: -1 });
  await expect(house.ask(clerk, orderCalls.push, told)).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await listed(clerk, told.source_order_no)).toEqual([]);
  await refusedPush({ source: 1 });
  await refusedPush(told);
  const [own, other] = [
    await house.person('本店', keys, [{ shop: [shop.id] }]),
    await house.person('外店', keys, [{ shop: [(await shopAt(house, (await shelf(house.db)).id)).id] }]),
  ];
  const [found] = await listed(own, told.source_order_no);
  expect(found).toMatchObject({ status: 1, shop_id: shop.id });
  expect(await listed(other, told.source_order_no)).toEqual([]);
  await expect(
    house.ask(other, pushRefusalCalls.ignore, { ids: [found?.id ?? 0], reason: '不是本店' }),
  ).rejects.toMatchObject({ kind: 'notFound' });
});
