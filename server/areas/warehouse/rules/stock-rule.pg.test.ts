import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stockRule, stockRuleType } from '#contract/areas/warehouse/stock-rule.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { allKeys, everybody, type Supplied, supplied } from '#tests/factories/returns.ts';
import { sell } from '#tests/factories/sale.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjust } from '#tests/factories/stock.ts';

// Rules of stock: what may be said, which of several holds, and that postings do as they say.

const calls = callsOf(stockRule);
const keys = [...allKeys, 'stock:ruleView', 'stock:ruleSave'];

let house: House;
let people: Awaited<ReturnType<typeof everybody>>;
let head: Actor;
let goods: Supplied;
beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await everybody(house);
  head = await house.person('仓库主管', keys);
});
beforeEach(async () => {
  goods = await supplied(house, people, [[2, 100]]);
});
afterEach(async () => expect(await brokenInvariants(house.db)).toEqual([]));

const add = (rule: object, by = head) =>
  house.ask(by, calls.add, { warehouse_ids: [goods.warehouse], ...rule } as never);
const nearest = async (type: number, sku = goods.sku) =>
  (
    await sql<{
      id: number | null;
    }>`select stock_rule_for(${type}::int, ${goods.warehouse}::bigint, ${sku}::bigint) as id`.execute(house.db)
  ).rows[0]?.id;

describe('a rule is refused', () => {
  it('without a warehouse, without what it is about, or with a most below its least', async () => {
    await expect(add({ rule_type: 2, allow_negative: true, warehouse_ids: [] })).rejects.toMatchObject({
      field: 'warehouse_ids',
    });
    await expect(add({ rule_type: 1 })).rejects.toMatchObject({ field: 'min_qty' });
    await expect(add({ rule_type: 1, min_qty: 5, max_qty: 4 })).rejects.toMatchObject({ field: 'max_qty' });
    await expect(add({ rule_type: 3 })).rejects.toMatchObject({ field: 'out_order' });
    await expect(add({ rule_type: 4 })).rejects.toMatchObject({ field: 'unsale_days' });
    await expect(add({ rule_type: 3, out_order: 1, min_qty: 3 })).rejects.toMatchObject({ field: 'min_qty' });
  });

  it('without the key, and where it holds in warehouses that its person does not see', async () => {
    await expect(add({ rule_type: 3, out_order: 1 }, people.head)).rejects.toMatchObject({ kind: 'forbidden' });
    const { id: elsewhere } = await shelf(house.db);
    const { id } = await add({ rule_type: 3, out_order: 1, warehouse_ids: [goods.warehouse, elsewhere] });
    const keeper = await house.person('仓管', keys, [{ warehouse: [goods.warehouse] }]);
    await expect(
      house.ask(keeper, calls.edit, { id, version: 1, warehouse_ids: [goods.warehouse] } as never),
    ).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(house.ask(keeper, calls.status, { ids: [id], status: 0 } as never)).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  it('beside one that is as near with the same priority, saved or switched on; its type stays', async () => {
    const { id } = await add({ rule_type: 3, out_order: 1 });
    await expect(add({ rule_type: 3, out_order: 2 })).rejects.toMatchObject({ field: 'priority' });
    await house.ask(head, calls.status, { ids: [id], status: 0 } as never);
    const other = await add({ rule_type: 3, out_order: 2 });
    await expect(house.ask(head, calls.status, { ids: [id], status: 1 } as never)).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(
      house.ask(head, calls.edit, { id: other.id, version: 1, rule_type: 2, out_order: null } as never),
    ).rejects.toMatchObject({ field: 'rule_type' });
  });
});

it('holds by the goods, else by the nearest category, else for the warehouse, and by priority', async () => {
  const [own] = await pieces(house.db);
  const [{ category_id: leaf } = { category_id: 0 }] = (
    await sql<{ category_id: number }>`select category_id from sku where id = ${goods.sku}`.execute(house.db)
  ).rows;
  const { rows: roots } = await sql<{ id: number }>`
    insert into category (name, code, level, path) values (${`根${leaf}`}, ${`R${leaf}`}, 1, '') returning id`.execute(
    house.db,
  );
  const root = roots[0]?.id ?? 0;
  await sql`update category set path = ${`${root}`} where id = ${root}`.execute(house.db);
  await sql`update category set path = ${`${root}/${leaf}`} where id = ${leaf}`.execute(house.db);
  const rule = (more: object) => add({ rule_type: 3, out_order: 1, ...more });
  expect(await nearest(stockRuleType.outOrder)).toBeNull();
  const whole = await rule({});
  expect(await nearest(stockRuleType.outOrder)).toBe(whole.id);
  const above = await rule({ category_ids: [root] });
  expect(await nearest(stockRuleType.outOrder)).toBe(above.id);
  const near = await rule({ category_ids: [leaf], priority: 200 });
  expect(await nearest(stockRuleType.outOrder)).toBe(near.id);
  const named = await rule({ sku_ids: [goods.sku], priority: 300 });
  expect(await nearest(stockRuleType.outOrder)).toBe(named.id);
  expect(await nearest(stockRuleType.outOrder, own?.id)).toBe(whole.id);
  const first = await rule({ sku_ids: [goods.sku], priority: 1 });
  expect(await nearest(stockRuleType.outOrder)).toBe(first.id);
  expect(await nearest(stockRuleType.negative)).toBeNull();
});

describe('goods leave', () => {
  const sale = () => sell(house, { warehouse: goods.warehouse, sku: goods.sku, qty: 2 });
  const left = async () => (await goods.batches()).map(({ qty, cost }) => [qty, cost]);
  const expiring = async () => {
    await goods.bring(2, 200);
    await sql`update stock_batch set expire_at = '2027-01-01' where sku_id = ${goods.sku} and cost_amount = 400`.execute(
      house.db,
    );
  };

  it('by what expires first where no rule says anything, by age where one says so', async () => {
    await expiring();
    await sale();
    expect(await left()).toEqual([[2, 200]]);
    await expiring();
    await add({ rule_type: 3, out_order: 1 });
    await sale();
    expect(await left()).toEqual([[2, 400]]);
  });

  it('only by name where a rule says so, but for what was sold already', async () => {
    await add({ rule_type: 3, out_order: 3 });
    const take = (more: object) =>
      adjust(house, {
        people: { maker: people.buyer, judge: people.head },
        warehouse: goods.warehouse,
        type: adjustType.loss,
        lines: [{ sku_id: goods.sku, qty: 1, ...more }],
      });
    await expect(take({})).rejects.toMatchObject({ kind: 'invalid', field: 'lines.0.stock_batch_id' });
    await sell(house, { warehouse: goods.warehouse, sku: goods.sku, qty: 1, oversell: 'sold' });
    expect(await left()).toEqual([[1, 100]]);
  });
});

it('is told on the list of stock: how many there should be, and what nobody has asked for', async () => {
  await add({ rule_type: 1, min_qty: 3, max_qty: 9 });
  await add({ rule_type: 4, unsale_days: 30 });
  const moved = (ago: string) =>
    sql`update stock_balance set last_in_at = now() - ${ago}::interval where warehouse_id = ${goods.warehouse}`.execute(
      house.db,
    );
  await moved('1 day');
  const shown = async (asked: Record<string, unknown> = {}) =>
    (
      (await house.ask(head, callsOf(stock).list, {
        page: 1,
        page_size: 20,
        warehouse_id: [goods.warehouse],
        ...asked,
      } as never)) as {
        list: Record<string, unknown>[];
      }
    ).list[0];
  expect(await shown()).toMatchObject({ qty_on_hand: 2, min_qty: 3, max_qty: 9, is_unsold: false, qty_negative: 0 });
  expect(await shown({ is_unsold: true })).toBeUndefined();
  expect(await shown({ is_below_min: true })).toMatchObject({ is_below_min: true });
  await moved('40 days');
  expect(await shown({ is_unsold: true })).toMatchObject({ is_unsold: true });
});
