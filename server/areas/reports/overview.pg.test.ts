import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { spu } from '#contract/areas/goods/spu.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { afterSalesPeople, refunds, services } from '#tests/factories/after-sales.ts';
import { addCategory } from '#tests/factories/goods.ts';
import { anyone, officeOf } from '#tests/factories/office.ts';
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
import { makeOverview } from './make-overview.ts';

// The sums of days against the orders themselves: whatever is sold, comes back, is paid back or moved to another category, and in whatever order.

let house: House;
let clerk: Actor;
let keeper: Awaited<ReturnType<typeof everybody>>;
let people: Awaited<ReturnType<typeof afterSalesPeople>>;
let goods: Supplied;
let shop: string;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  keeper = await everybody(house);
  clerk = await orderClerk(house);
  people = await afterSalesPeople(house);
  goods = await supplied(house, keeper, [[9, 4000]]);
  shop = (await shopAt(house, goods.warehouse)).shop_no;
});

const kept = async () => {
  const { rows: sales } = await sql`
    select day::text, shop_id, category_id, brand_id, season_name, qty, sale_amount, cost_amount, gross_amount from overview_day_sales order by 1, 2, 3, 4, 5`.execute(
    house.db,
  );
  const { rows: orders } =
    await sql`select day::text, shop_id, order_count, paid_amount from overview_day_orders order by 1, 2`.execute(
      house.db,
    );
  return { sales, orders };
};
const asked = async () => {
  const { rows: sales } = await sql`
    select day::text, shop_id, category_id, brand_id, season_name, sum(qty)::bigint as qty, sum(sale_amount)::bigint as sale_amount,
      sum(cost_amount)::bigint as cost_amount, sum(gross_amount)::bigint as gross_amount
    from overview_line group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`.execute(house.db);
  const { rows: orders } = await sql`
    select (paid_at at time zone 'Asia/Shanghai')::date::text as day, shop_id, count(*)::bigint as order_count, sum(paid_amount - refund_amount)::bigint as paid_amount
    from sale_order where paid_at is not null and status <> 6 group by 1, 2 order by 1, 2`.execute(house.db);
  return { sales, orders };
};
/** Some hours go by, in which the sums are made again. */
const goOn = async (): Promise<void> => {
  house.clock.advance(5 * 3_600_000);
  await makeOverview(house.db, house.clock.now());
  expect(await kept()).toEqual(await asked());
  house.clock.advance(5 * 3_600_000);
};

const placed = (qty: number) => ({ by: clerk, shop, items: [{ sku_no: goods.skuNo, qty }] });
const itemsOf = async (order: number) =>
  (
    await sql<{ id: number }>`select id from sale_order_item where sale_order_id = ${order} order by id`.execute(
      house.db,
    )
  ).rows;
const returned = async (order: number, qty: number): Promise<number> => {
  const { id } = await house.ask(people.clerk, services.add, {
    order_id: order,
    service_type: 2,
    reason: '尺码不合',
    lines: (await itemsOf(order)).map((item) => ({ order_item_id: item.id, qty, refund_amount: qty * 10_000 })),
  } as never);
  await house.ask(people.clerk, services.deal, { id, result: 1 });
  const { lines } = await house.ask(people.keeper, services.detail, { id });
  await house.ask(people.keeper, services.return, {
    id,
    lines: lines.map((line) => ({ line_id: line.id, return_qty: qty, imperfect_type: 0, code_ids: [] })),
  });
  return id;
};
const paidOut = async (service: number): Promise<void> => {
  const { rows } = await sql<{ id: number }>`select id from order_refund where service_id = ${service}`.execute(
    house.db,
  );
  await house.ask(people.auditor, refunds.audit, { id: rows[0]?.id ?? 0, result: 1 });
  await house.ask(people.payer, refunds.refund, { id: rows[0]?.id ?? 0, refund_way: 2 });
};

it('follow goods that come back before their money does, and the money days later', async () => {
  const { id } = await placeTillOrder(house, placed(3));
  await goOn();
  const service = await returned(id, 1);
  await goOn();
  await paidOut(service);
  await goOn();
});

it('follow what pieces sold below nothing turn out to cost', async () => {
  await placeTillOrder(house, placed(12));
  await goOn();
  await goods.bring(20, 6000);
  await goOn();
});

it('are those of the category that goods stand under now', async () => {
  await placeTillOrder(house, placed(1));
  await goOn();
  const office = officeOf(house.db);
  const { rows } = await sql<{ id: number }>`select spu_id as id from sku where id = ${goods.sku}`.execute(house.db);
  const id = rows[0]?.id ?? 0;
  const { version } = await house.ask(anyone(), callsOf(spu).detail, { id });
  const category_id = await addCategory(office);
  await house.ask(anyone(), callsOf(spu).edit, { id, version, category_id, season_name: '夏' } as never);
  await goOn();
});

const runs = runsOf(120);
it(`${runs} changes in a random order`, async () => {
  let seed = 20_261_127;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const sold: number[] = [];
  const waiting: number[] = [];
  const steps: (() => Promise<unknown>)[] = [
    async () => sold.push((await placeTillOrder(house, placed(1 + random(3)))).id),
    async () => {
      await goods.bring(40, 3000);
      const { id, order_no } = await placeOnlineOrder(house, placed(1 + random(2)));
      await payOrder(house, clerk, order_no);
      if (random(3) === 0) return await house.ask(clerk, orderSteps.cancel, { id, reason: '顾客不要了' } as never);
      await shipOrder(house, clerk, id);
      return sold.push(id);
    },
    async () => {
      const [order] = sold.splice(random(sold.length || 1), 1);
      if (order !== undefined) waiting.push(await returned(order, 1));
    },
    async () => {
      const [service] = waiting.splice(random(waiting.length || 1), 1);
      if (service !== undefined) await paidOut(service);
    },
    async () => await goods.bring(1 + random(6), 3000 + random(3000)),
  ];
  for (let run = 0; run < runs; run += 1) {
    await steps[random(steps.length)]?.();
    if (random(2) === 0) await goOn();
  }
  await goOn();
});
