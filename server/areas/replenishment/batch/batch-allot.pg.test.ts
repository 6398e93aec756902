import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allotEnded } from '#contract/areas/allocation/allot-events.ts';
import { batchState } from '#contract/areas/replenishment/rule-enums.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { atOnce } from '#tests/factories/at-once.ts';
import { batches, cancelAllot, carryAllot, checkAllot, network } from '#tests/factories/replenishment.ts';

// Batches of allots (domain.md §4.17, I38): what they refuse, what they become, and what becomes of them.

let house: House;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});
afterAll(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const statusOf = async (id: number) => {
  const { rows } = await sql<{ status: number }>`select status from batch_allot where id = ${id}`.execute(house.db);
  return rows[0]?.status;
};
const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(house.db)).rows[0]?.n;

describe('a batch is refused', () => {
  it('with more of some goods than the sender has free, whoever gets them, and keeps nothing', async () => {
    const net = await network(house, { stock: [10, 5] });
    const before = await count('batch_allot_line');
    await expect(net.batch([[6, 5], [1]])).rejects.toMatchObject({
      kind: 'stockShort',
      field: 'lines',
      message: `${net.goods[0]?.sku_no} 可用 10 件，需要 11 件`,
    });
    expect(await count('batch_allot_line')).toBe(before);
  });

  it('as it is edited into that, and stays what it was', async () => {
    const net = await network(house, { stock: [10] });
    const id = await net.batch([[4, 4]]);
    const { lines } = await house.ask(net.planner, batches.detail, { id });
    const more = { id, version: 1, line_changes: { put: [{ ...picked(lines[0]), qty: 7 }], remove: [] } };
    await expect(house.ask(net.planner, batches.edit, more as never)).rejects.toMatchObject({ kind: 'stockShort' });
    expect(await house.ask(net.planner, batches.detail, { id })).toMatchObject({ version: 1, total_qty: 8 });
  });

  it.each<[string, (net: Awaited<ReturnType<typeof network>>) => object, string]>([
    ['without a line', () => ({ lines: [] }), 'lines'],
    [
      'for the sender itself',
      (net) => ({ lines: [{ sku_id: net.goods[0]?.id, in_warehouse_id: net.sender, qty: 1 }] }),
      'lines.0.in_warehouse_id',
    ],
    [
      'with goods for one receiver twice',
      (net) => ({ lines: [...net.lines([[1]]), ...net.lines([[2]])] }),
      'lines.1.sku_id',
    ],
    ['of imperfect goods', () => ({ allot_type: 5 }), 'allot_type'],
    ['with nothing in a cell', (net) => ({ lines: [{ ...net.lines([[1]])[0], qty: 0 }] }), 'lines.0.qty'],
    ['by whoever writes what follows', () => ({ total_qty: 1 }), 'total_qty'],
  ])('%s', async (_name, change, field) => {
    const net = await network(house, { stock: [10] });
    const input = { allot_type: 1, out_warehouse_id: net.sender, lines: net.lines([[1, 1]]), ...change(net) };
    await expect(house.ask(net.planner, batches.add, input as never)).rejects.toMatchObject({ kind: 'invalid', field });
  });

  it('as it is confirmed, when the goods have gone meanwhile: nothing of it is made, for nobody', async () => {
    const net = await network(house, { stock: [10, 10] });
    const [one, other] = [
      await net.batch([
        [3, 3],
        [2, 2],
      ]),
      await net.batch([[3, 3]]),
    ];
    await house.ask(net.manager, batches.confirm, { id: one });
    const before = await count('allot');
    await expect(house.ask(net.manager, batches.confirm, { id: other })).rejects.toMatchObject({
      kind: 'stockShort',
      message: `${net.goods[0]?.sku_no} 可用 4 件，需要 6 件`,
    });
    expect([await count('allot'), await statusOf(other), await net.free()]).toEqual([
      before,
      batchState.waiting,
      [4, 6],
    ]);
  });

  it('as it is confirmed, where an end is switched off or no route leads', async () => {
    const net = await network(house, { stock: [10] });
    const id = await net.batch([[1, 1]]);
    const confirm = () => house.ask(net.manager, batches.confirm, { id });
    await sql`update warehouse set status = 0 where id = ${net.receivers[1]}`.execute(house.db);
    await expect(confirm()).rejects.toMatchObject({ field: 'in_warehouse_id' });
    await sql`update warehouse set status = 1 where id = ${net.receivers[1]}`.execute(house.db);
    const route = await net.rule({ rule_type: 2, to_warehouse_ids: [net.receivers[0]], min_qty: null });
    await expect(confirm()).rejects.toMatchObject({
      field: 'in_warehouse_id',
      message: expect.stringContaining('通道'),
    });
    await sql`update allot_rule set status = 0 where id = ${route}`.execute(house.db);
    await confirm();
  });

  it('twice, by another than its author as it is voided, and once it has become allots', async () => {
    const net = await network(house, { stock: [10] });
    const [id, voided] = [await net.batch([[1, 1]]), await net.batch([[1]])];
    const stranger = {
      ...net.planner,
      id: net.manager.id,
      permissions: new Set(['allot:batchAdd', 'allot:batchView']),
    };
    const cancel = { id: voided, reason: '计划取消' };
    await expect(house.ask(stranger, batches.cancel, cancel)).rejects.toMatchObject({ kind: 'forbidden' });
    await house.ask(net.planner, batches.cancel, cancel);
    await house.ask(net.manager, batches.confirm, { id });
    for (const call of [batches.confirm, batches.cancel])
      await expect(house.ask(net.planner, call, { id, reason: '重复操作' } as never)).rejects.toMatchObject({
        kind: expect.stringMatching(/illegalTransition|invalid/),
      });
    expect(await net.allotsOf('batchAllot', id)).toHaveLength(2);
  });
});

describe('a batch', () => {
  it('holds nothing while it waits, and becomes an allot for each receiver with its goods locked', async () => {
    const net = await network(house, { receivers: 3, stock: [20, 20] });
    const id = await net.batch([
      [5, 0, 2],
      [1, 4, 0],
    ]);
    expect(await net.free()).toEqual([20, 20]);
    await house.ask(net.manager, batches.confirm, { id });
    expect(await net.free()).toEqual([13, 15]);
    const made = await net.allotsOf('batchAllot', id);
    expect(made.map(({ to, qty, status }) => [to, qty, status])).toEqual(
      [6, 4, 2].map((qty, at) => [net.receivers[at], qty, 1]),
    );
    const shown = await house.ask(net.planner, batches.detail, { id });
    expect(shown).toMatchObject({ status: batchState.made, shop_count: 3, sku_count: 2, total_qty: 12 });
    expect(shown.allot_nos).toHaveLength(3);
    expect(new Set(shown.lines.map(({ allot_id }) => allot_id))).toEqual(new Set(made.map((one) => one.id)));
    // Who confirmed it made the allots, and another judges them.
    const id0 = made[0]?.id ?? 0;
    await expect(checkAllot(house, net.manager, id0)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await checkAllot(house, net.planner, id0);
  });

  it.each([
    ['one of them, where there is not enough for both', 5, 1],
    ['both, where there is', 4, 2],
  ])('is confirmed by two at once: %s', async (_name, need, winners) => {
    const net = await network(house, { stock: [10, 10] });
    const one = await net.batch([[need, need], [1]]);
    const other = await net.batch([[1], [need, need]]);
    const held = sql`select 1 from stock_balance where warehouse_id = ${net.sender} for update`;
    const confirm = (id: number) => () =>
      house.ask(net.manager, batches.confirm, { id }).then(
        () => 'made',
        (error: { kind?: string }) => error.kind,
      );
    const outcomes = await atOnce(house.db, held, [confirm(one), confirm(other)]);
    expect(new Set(outcomes)).toEqual(new Set(winners === 2 ? ['made'] : ['made', 'stockShort']));
    expect(await net.free()).toEqual(winners === 2 ? [1, 1] : outcomes[0] === 'made' ? [0, 9] : [9, 0]);
  });

  it('follows its allots: in part with the first that arrived, finished with the last that ended', async () => {
    const net = await network(house, { receivers: 3, stock: [9] });
    const id = await net.batch([[3, 3, 3]]);
    await house.ask(net.manager, batches.confirm, { id });
    const [one, two, three] = await net.allotsOf('batchAllot', id);
    await cancelAllot(house, net.manager, one?.id ?? 0);
    expect(await statusOf(id)).toBe(batchState.made);
    const told: number[] = [];
    house.kit.registry.events.on(allotEnded, async (_context, { status }) => void told.push(status));
    await carryAllot(house, { judge: net.planner, manager: net.manager }, two?.id ?? 0);
    expect(await statusOf(id)).toBe(batchState.partly);
    await cancelAllot(house, net.manager, three?.id ?? 0);
    expect([await statusOf(id), told]).toEqual([batchState.finished, [5, -1]]);
  });
});

it('shows beside the cells what there is to give and how receivers stand, and reads rows of a file', async () => {
  const net = await network(house, { stock: [10, 4] });
  await net.bring(net.receivers[0] ?? 0, [2]);
  await house.ask(net.manager, batches.confirm, { id: await net.batch([[0, 3]]) });
  const view = await house.ask(net.planner, batches.addView, {
    out_warehouse_id: net.sender,
    in_warehouse_ids: [...net.receivers],
    sku_ids: net.goods.map(({ id }) => id),
  });
  expect(view.goods.map(({ available }) => available)).toEqual([7, 4]);
  expect(view.shelves).toMatchObject([
    { warehouse_id: net.receivers[0], available: 2, coming: 0, sold: 0 },
    { warehouse_id: net.receivers[1], available: 0, coming: 3, sold: 0 },
  ]);
  const { rows } = await sql<{ warehouse_no: string; name: string }>`
    select warehouse_no, name from warehouse where id = any(${[...net.receivers]}) order by id`.execute(house.db);
  const [first, second] = rows;
  const [one] = net.goods;
  const read = await house.ask(net.planner, batches.import, {
    rows: [
      { code: one?.sku_no ?? '', to: first?.warehouse_no ?? '', qty: '3' },
      { code: one?.barcode ?? '', to: second?.name ?? '', qty: '1,200' },
      { code: one?.barcode ?? '', to: first?.name ?? '', qty: '1' },
      { code: 'X', to: first?.name ?? '', qty: '1' },
      { code: one?.sku_no ?? '', to: '没有的店', qty: '1' },
      { code: one?.sku_no ?? '', to: second?.name ?? '', qty: '0' },
    ],
  });
  expect(read.lines.map(({ in_warehouse_id, qty }) => [in_warehouse_id, qty])).toEqual([
    [net.receivers[0], 3],
    [net.receivers[1], 1200],
  ]);
  expect(read.errors.map(({ row }) => row)).toEqual([3, 4, 5, 6]);
});

const picked = (line: unknown) => {
  const { id, sku_id, in_warehouse_id } = line as { id: number; sku_id: number; in_warehouse_id: number };
  return { id, sku_id, in_warehouse_id };
};
