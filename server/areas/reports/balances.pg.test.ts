// Long, because balances, reports and the closing of months stand on one company of postings, which takes its time to make.

import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountPeriod, periodCalls } from '#contract/areas/reports/account-period.ts';
import { inoutWater } from '#contract/areas/reports/inout-water.ts';
import { overviewCall, overviewReport } from '#contract/areas/reports/overview.ts';
import { incontReport, stockBalanceReport } from '#contract/areas/reports/stock-reports.ts';
import { booksTask } from '#contract/areas/tasks/task.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { createLog } from '#server/platform/log.ts';
import type { TaskOrder, TaskTools } from '#server/tasks/work.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type TransferRoute, transferRoute } from '#tests/factories/allots.ts';
import { addDistrictShop } from '#tests/factories/prices.ts';
import { booksWork } from './books-work.ts';
import { lastDayMade, makeAll, makeBalances, recomputeBalances } from './make-balances.ts';
import { makeOverview } from './make-overview.ts';

// Balances against a model that goes through every row by itself: days made one by one with rows that come late, made again, and made at once are the same.

let db: Kysely<unknown>;
let house: House;
let way: TransferRoute;
let reader: Actor;
let costs: Actor;
let closer: Actor;
let second: Actor;

const keys = [
  'StockBalance:view',
  'StockBalance:incontView',
  'StockBalance:periodView',
  'StockBalance:export',
  'Inventory:inoutView',
];

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  way = await transferRoute(house);
  reader = await house.person('仓管', keys);
  costs = await house.person('财务', [...keys, 'stock:costView']);
  closer = await house.person('财务经理', [...keys, 'StockBalance:monthClose', 'StockBalance:snapshot', 'task:add']);
  second = await house.person('副经理', [...keys, 'StockBalance:monthClose', 'StockBalance:reopenAudit']);
});

let seed = 20260302;
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}

interface Moved {
  location: number;
  warehouse: number | null;
  sku: number;
  grade: number;
  biz: number;
  qty: number;
  cost: number;
  day: string;
}

const bizOf = [101, 102, 103, 104, 105, 107, 201, 202, 203, 204, 207, 901];
const day = (n: number): string => new Date(Date.UTC(2025, 11, 1 + n)).toISOString().slice(0, 10);

function rowsFor(days: readonly string[], count: number): Moved[] {
  const places = [way.sender, way.receiver];
  return Array.from({ length: count }, () => {
    const warehouse = places[random(2)] ?? 0;
    const transit = random(8) === 0;
    const qty = (random(40) + 1) * (random(2) === 0 ? 1 : -1);
    return {
      location: (transit ? 101 : 100) + 2 * warehouse,
      warehouse: transit ? null : warehouse,
      sku: way.goods[random(3)]?.id ?? 0,
      grade: random(2),
      biz: transit ? 401 : (bizOf[random(bizOf.length)] ?? 101),
      qty,
      cost: qty * random(10_000),
      day: days[random(days.length)] ?? '',
    };
  });
}

async function write(db: Kysely<unknown>, rows: readonly Moved[]): Promise<void> {
  await sql`
    insert into stock_ledger (location_id, warehouse_id, sku_id, imperfect_type, biz_type, delta, balance_before, balance_after, cost_amount, happened_at, business_date, doc_type, doc_id, doc_no, op_id, admin_id)
    select r.location, r.warehouse, r.sku, r.grade, r.biz, r.qty, 0, r.qty, r.cost, r.day::date, r.day::date, 'test', 1, 'T', ${randomUUID()}::uuid, 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (location bigint, warehouse bigint, sku bigint, grade smallint, biz smallint, qty bigint, cost bigint, day text)`.execute(
    db,
  );
}

/** What each key stands at after each day that it moved on, by going through the rows. */
function model(rows: readonly Moved[], until: string): Map<string, string> {
  const standing = new Map<string, { qty: number; cost: number; on: number; onCost: number }>();
  const found = new Map<string, string>();
  for (const date of [...new Set(rows.map((row) => row.day))].sort()) {
    if (date > until) break;
    const touched = new Set<string>();
    for (const row of rows.filter((one) => one.day === date)) {
      const place = Math.floor((row.location - 100) / 2);
      const key = `${place}/${row.sku}/${row.grade}`;
      const at = standing.get(key) ?? { qty: 0, cost: 0, on: 0, onCost: 0 };
      if (row.warehouse === null) standing.set(key, { ...at, on: at.on + row.qty, onCost: at.onCost + row.cost });
      else standing.set(key, { ...at, qty: at.qty + row.qty, cost: at.cost + row.cost });
      touched.add(key);
    }
    for (const key of touched) {
      const at = standing.get(key);
      found.set(`${date} ${key}`, `${at?.qty} ${at?.cost} ${at?.on} ${at?.onCost}`);
    }
  }
  return found;
}

async function made(tx: Kysely<unknown>): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; value: string }>`
    select balance_date || ' ' || warehouse_id || '/' || sku_id || '/' || imperfect_type as key,
      end_qty || ' ' || end_amount || ' ' || transit_qty || ' ' || transit_amount as value from stock_balance_snapshot`.execute(
    tx,
  );
  return new Map(rows.map(({ key, value }) => [key, value]));
}

it('makes the same of 10,000 rows, some of them late, as a model that goes through them, and the same again from the beginning', async () => {
  const trial = await db.startTransaction().execute();
  try {
    const days = Array.from({ length: 60 }, (_none, n) => day(n));
    const all: Moved[] = [];
    for (let n = 0; n < 60; n += 5) {
      // Of these days, and some that come late to days that are made.
      const fresh = [...rowsFor(days.slice(n, n + 5), 700), ...(n > 0 ? rowsFor(days.slice(0, n), 140) : [])];
      await write(trial, fresh);
      all.push(...fresh);
      while ((await makeBalances(trial, day(n + 4), 7)) > 0);
      expect(await lastDayMade(trial)).toBe(day(n + 4));
    }
    expect(all.length).toBeGreaterThan(9_900);
    const incremental = await made(trial);
    expect(incremental).toEqual(model(all, day(59)));
    for (const name of ['i10', 'i11', 'k170', 'k171']) expect(await broken(trial, name)).toEqual([]);
    await sql`delete from stock_balance_snapshot`.execute(trial);
    await sql`delete from stock_balance_day`.execute(trial);
    await makeBalances(trial, day(59), 400);
    expect(await made(trial)).toEqual(incremental);

    // A report put together by the frame is the same question by hand.
    const { rows } = await sql<{ begin: number; came: number; went: number; stands: number }>`
      select coalesce(sum(delta) filter (where business_date < ${day(20)}::date), 0)::bigint as begin,
        coalesce(sum(delta) filter (where delta > 0 and business_date between ${day(20)}::date and ${day(40)}::date), 0)::bigint as came,
        coalesce(-sum(delta) filter (where delta < 0 and business_date between ${day(20)}::date and ${day(40)}::date), 0)::bigint as went,
        coalesce(sum(delta) filter (where business_date <= ${day(40)}::date), 0)::bigint as stands
      from stock_ledger where warehouse_id = ${way.sender}`.execute(trial);
    const { rows: summed } = await sql`
      select sum(begin_qty)::bigint as begin, sum(in_qty)::bigint as came, sum(out_qty)::bigint as went, sum(end_qty)::bigint as stands
      from stock_standing(${day(20)}::date, ${day(40)}::date) where warehouse_id = ${way.sender}`.execute(trial);
    expect(summed).toEqual(rows);
  } finally {
    await trial.rollback().execute();
  }
});

async function broken(tx: Kysely<unknown>, number: string): Promise<unknown[]> {
  const { invariants, rowsBreaking } = await import('#server/ledger/invariants.ts');
  const law = invariants().find(({ name }) => name.startsWith(`${number}-`));
  return await rowsBreaking(tx, law?.query ?? '');
}

describe('figures of goods that were brought', () => {
  beforeAll(async () => {
    house.clock.set('2026-03-02T02:00:00.000Z');
    await way.bring(10, 1_000);
    await way.bring(4, 2_500, { place: 1, at: way.receiver });
    house.clock.set('2026-03-04T02:00:00.000Z');
    await makeAll(db, '2026-03-03');
  });

  it('groups, sums, drills, sorts and pages', async () => {
    const asked = { balance_date_from: '2026-03-01', balance_date_to: '2026-03-03' };
    const whole = await house.ask(costs, stockBalanceReport.call, {
      ...asked,
      group_by: ['warehouse_id'],
      sort: '-end_amount',
    });
    expect(whole).toMatchObject({
      total: 2,
      as_of: '2026-03-03',
      sum: { begin_qty: 0, in_qty: 14, end_qty: 14, end_amount: 20_000 },
    });
    expect(whole.list.map((row) => [row.warehouse_id, row.end_qty, row.end_amount])).toEqual(
      [way.sender, way.receiver].map((id) => [id, id === way.sender ? 10 : 4, 10_000]),
    );
    const one = await house.ask(costs, stockBalanceReport.call, {
      ...asked,
      warehouse_id: [way.sender],
      group_by: ['sku_id'],
      page_size: 1,
    });
    expect(one).toMatchObject({ total: 1, list: [{ sku_id: way.goods[0]?.id, in_qty: 10, in_amount: 10_000 }] });
    expect(one.list[0]).toHaveProperty('sku_id__title');
    const incont = await house.ask(costs, incontReport.call, { ...asked, group_by: ['imperfect_type'] });
    expect(incont.sum).toMatchObject({ other_qty: 14, end_qty: 14, other_amount: 20_000 });
    const later = await house.ask(costs, stockBalanceReport.call, {
      balance_date_from: '2026-03-03',
      balance_date_to: '2026-03-31',
    });
    expect(later).toMatchObject({ as_of: '2026-03-03', sum: { begin_qty: 14, in_qty: 0, end_qty: 14 } });
  });

  it('tells no cost to who may not see it: not in rows, sums, orders or files', async () => {
    const seen = await house.ask(reader, stockBalanceReport.call, {});
    expect(JSON.stringify(seen)).not.toMatch(/amount/);
    await expect(house.ask(reader, stockBalanceReport.call, { sort: '-end_amount' })).rejects.toMatchObject({
      field: 'sort',
    });
    const file = (await house.ask(reader, stockBalanceReport.file, {})) as unknown as { body: string };
    expect(file.body).toContain('期末数量');
    expect(file.body).not.toContain('金额');
    const water = await house.ask(reader, callsOf(inoutWater).list, {});
    expect(JSON.stringify(water)).not.toMatch(/amount|cost/);
    const known = await house.ask(costs, callsOf(inoutWater).list, { warehouse_id: [way.sender] });
    expect(known).toMatchObject({ total: 1, sum: { qty: 10, untaxed_amount: 10_000 } });
  });

  it('shows only what is within the data scope', async () => {
    const bounded = await house.person('店员', keys, [{ warehouse: [way.receiver] }]);
    const answer = await house.ask(bounded, stockBalanceReport.call, { group_by: ['warehouse_id'] });
    expect(answer.list.map((row) => row.warehouse_id)).toEqual([way.receiver]);
    expect((await house.ask(bounded, callsOf(inoutWater).list, {})).total).toBe(1);
    expect((await house.ask(bounded, incontReport.call, {})).sum).toMatchObject({ end_qty: 4 });
  });

  it('is recomputed to the same', async () => {
    const before = await made(db);
    await recomputeBalances(db);
    expect(await made(db)).toEqual(before);
  });
});

describe('the overview', () => {
  it('is the orders, day by day, made again where one has changed', async () => {
    const shop = (await addDistrictShop(db)).id;
    const sku = way.goods[0]?.id ?? 0;
    await order(1, { shop, sku, qty: 3, amount: 30_000, cost: 12_000, paid: '2026-03-01T16:30:00Z' });
    await order(2, { shop, sku, qty: 1, amount: 9_000, cost: 4_000, paid: '2026-03-01T15:30:00Z' });
    await makeOverview(db, new Date('2026-03-02T00:00:00Z'));
    const asked = { date_from: '2026-03-01', date_to: '2026-03-02' };
    const boss = { ...costs, permissions: new Set([...costs.permissions, 'Overview:view']) };
    const first = await house.ask(boss, overviewCall, asked);
    expect(first.trend).toEqual([
      { day: '2026-03-01', sale_amount: 9_000, gross_amount: 5_000 },
      { day: '2026-03-02', sale_amount: 30_000, gross_amount: 18_000 },
    ]);
    expect(first.cards).toMatchObject({
      sales_amount: 39_000,
      order_count: 2,
      sale_qty: 4,
      unit_price: 19_500,
      gross_amount: 23_000,
      stock_qty: 14,
      cover_days: 7,
    });
    expect(first.groups.shop_id).toMatchObject([{ value: shop, sale_amount: 39_000, sale_qty: 4 }]);
    const report = await house.ask(boss, overviewReport.call, {
      day_from: '2026-03-01',
      day_to: '2026-03-02',
      group_by: ['day'],
      sort: '-sale_amount',
    });
    expect(report).toMatchObject({
      total: 2,
      sum: { sale_amount: 39_000, gross_amount: 23_000 },
      list: [{ day: '2026-03-02', qty: 3 }, {}],
    });
    // A piece comes back: its day is made again.
    await sql`update sale_order_item set returned_qty = 1, refund_amount = 10_000 where sale_order_id = (select id from sale_order where order_no = 'OV1')`.execute(
      db,
    );
    await sql`update sale_order set updated_at = '2026-03-05' where order_no = 'OV1'`.execute(db);
    expect(await makeOverview(db, new Date('2026-03-05T00:00:00Z'))).toBeGreaterThan(0);
    expect((await house.ask(boss, overviewCall, asked)).cards).toMatchObject({
      sales_amount: 29_000,
      sale_qty: 3,
      gross_amount: 17_000,
    });
    // Who may not see cost is told none, and who sees another shop sees nothing of this one.
    const plain = { ...boss, permissions: new Set(['Overview:view']) };
    expect(JSON.stringify(await house.ask(plain, overviewCall, asked))).not.toMatch(
      /gross|stock_amount|purchase|payable|turnover/,
    );
    const other = await house.person('别店', ['Overview:view'], [{ shop: [shop + 1_000] }]);
    expect((await house.ask(other, overviewCall, asked)).cards).toMatchObject({ sales_amount: 0, order_count: 0 });
    await expect(
      house.ask(boss, overviewCall, { date_from: '2026-03-02', date_to: '2026-03-01' }),
    ).rejects.toMatchObject({ field: 'date_to' });
  });
});

async function order(
  n: number,
  sold: { shop: number; sku: number; qty: number; amount: number; cost: number; paid: string },
): Promise<void> {
  await sql`
    with o as (
      insert into sale_order (order_no, source_order_no, source, sale_channel_type, ordered_at, shop_id, warehouse_id, paid_at, paid_amount, status, imported)
      values (${`OV${n}`}, ${`OV${n}`}, 1, 'shop', ${sold.paid}, ${sold.shop}, ${way.sender}, ${sold.paid}, ${sold.amount}, 5, true) returning id
    )
    insert into sale_order_item (sale_order_id, sku_id, qty, tag_price, sale_price, final_amount, cost_amount)
    select id, ${sold.sku}, ${sold.qty}, 0, 0, ${sold.amount}, ${sold.cost} from o`.execute(db);
}

describe('the closing of a month', () => {
  const period = '2026-03';

  beforeAll(() => {
    house.clock.set('2026-04-02T02:00:00.000Z');
  });

  it('is refused for a month that is not over, unknown or misspelled', async () => {
    await expect(close('2026-04')).rejects.toMatchObject({ message: expect.stringContaining('尚未结束') });
    await expect(close('1999-01')).rejects.toMatchObject({ field: 'period' });
    await expect(close('2026-3')).rejects.toMatchObject({ field: 'period' });
    await expect(house.ask(reader, periodCalls.monthClose, { period, check_only: 1 })).rejects.toThrow();
  });

  it('looks at everything in order, each check blocking or saying what it found', async () => {
    const clean = await checks();
    expect(clean.map(({ check }) => check)).toEqual([
      'cashier',
      'channels',
      'shopBills',
      'inbound',
      'transit',
      'counts',
      'adjustments',
      'negatives',
      'estimates',
      'costs',
      'expenses',
      'currentExpenses',
      'books',
      'abnormals',
      'vouchers',
      'losses',
    ]);
    const found = Object.fromEntries(clean.map(({ check, count }) => [check, count]));
    expect(found).toMatchObject({
      inbound: 0,
      transit: 0,
      counts: 0,
      adjustments: 0,
      negatives: 0,
      estimates: 0,
      costs: 0,
      expenses: 0,
      books: 0,
      losses: 0,
    });
    const { rows } = await sql<{ id: number }>`
      insert into stock_adjustment (adjust_no, warehouse_id, adjust_type, reason, status, created_at)
      values ('TZ1', ${way.sender}, 1, '测试', 1, '2026-03-10') returning id`.execute(db);
    expect((await checks()).find(({ check }) => check === 'adjustments')).toMatchObject({
      ok: false,
      count: 1,
      warning: false,
    });
    await expect(close(period)).rejects.toMatchObject({ message: expect.stringContaining('库存调整已处理') });
    await sql`delete from stock_adjustment where id = ${rows[0]?.id ?? 0}`.execute(db);
  });

  it('closes by a task, keeps the month, and lets later rows of it count on the first open day', async () => {
    // Vouchers of the opening stock are posted first.
    await sql`
      with found as (select id, voucher_no, status from voucher where status in (1, 2)),
        posted as (update voucher v set status = 3 from found f where v.id = f.id)
      insert into audit_log (doc_type, doc_id, doc_no, action, label, from_status, to_status, admin_id, at)
      select 'voucher', id, voucher_no, 'post', '过账', status, 3, ${closer.id}, now() from found`.execute(db);
    await sql`update voucher_abnormal set status = 3 where status = 1`.execute(db);
    const { task_id: task } = await close(period);
    await work(task ?? 0);
    const { list } = await house.ask(closer, callsOf(accountPeriod).list, { keyword: period });
    expect(list[0]).toMatchObject({ period, status: 2, closed_by: closer.id });
    const { rows } = await sql<{
      qty: number;
    }>`select sum(end_qty)::bigint as qty from stock_balance_month where period = ${period}`.execute(db);
    expect(rows[0]?.qty).toBe(14);
    await expect(close(period)).rejects.toThrow('不是已开启的期间');
    await expect(house.ask(closer, periodCalls.snapshot, { balance_date: '2026-03-05' })).rejects.toThrow('已结账');
    const { rows: late } = await sql<{ day: string }>`select open_business_day('2026-03-20')::text as day`.execute(db);
    expect(late[0]?.day).toBe('2026-04-01');
    expect((await brokenInvariants(db)).map(({ name }) => name).filter((name) => /^(i1[0-2]|k17)/.test(name))).toEqual(
      [],
    );
  });

  it('is named by its laws where somebody writes past it', async () => {
    expect(
      await brokenBy(db, [
        sql`update stock_balance_snapshot set end_qty = end_qty + 1 where warehouse_id = ${way.sender}`,
      ]),
    ).toEqual(['i10', 'i12', 'k170']);
    expect(
      await brokenBy(db, [
        sql`update stock_balance_snapshot set sale_cost = sale_cost + 1 where warehouse_id = ${way.sender}`,
      ]),
    ).toEqual(['i11']);
    expect(
      await brokenBy(db, [
        sql`update stock_balance_month set end_amount = end_amount + 1 where warehouse_id = ${way.sender}`,
      ]),
    ).toEqual(['i12']);
    expect(
      await brokenBy(db, [sql`update stock_balance_day set ledger_rows = ledger_rows + 1 where day = '2026-03-02'`]),
    ).toEqual(['k171']);
    expect(
      await brokenBy(db, [sql`update account_period set sealed_at = '2020-01-01' where period = ${period}`]),
    ).toContain('i32');
  });

  it('is opened again by a second person only', async () => {
    await house.ask(closer, periodCalls.reopen, { period, reason: '成本录错需要更正' });
    await expect(house.ask(second, periodCalls.reopen, { period, reason: '成本录错需要更正' })).rejects.toThrow(
      '已有反月结申请',
    );
    const both = { ...closer, permissions: new Set([...closer.permissions, 'StockBalance:reopenAudit']) };
    await expect(house.ask(both, periodCalls.reopenAudit, { period, result: 1 })).rejects.toThrow('申请人以外');
    await house.ask(second, periodCalls.reopenAudit, { period, result: 1 });
    const { rows } = await sql`select 1 from stock_balance_month where period = ${period}`.execute(db);
    expect(rows).toEqual([]);
    await expect(house.ask(closer, periodCalls.reopen, { period, reason: '成本录错需要更正' })).rejects.toThrow(
      '未结账',
    );
  });

  it('asked for twice is done once', async () => {
    const [one, other] = [
      await close(period),
      await house.ask(second, periodCalls.monthClose, { period, check_only: 0 }),
    ];
    const ends = await Promise.allSettled([work(one.task_id ?? 0), work(other.task_id ?? 0)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { rows } = await sql<{
      count: number;
    }>`select count(*)::bigint as count from stock_balance_month where period = ${period}`.execute(db);
    expect(rows[0]?.count).toBe(2);
    // The month behind it would have to be opened first.
    await sql`update account_period set status = 2 where period = '2026-04'`.execute(db);
    await expect(house.ask(closer, periodCalls.reopen, { period, reason: '成本录错需要更正' })).rejects.toThrow(
      '后一期间已结账',
    );
    await sql`update account_period set status = 1 where period = '2026-04'`.execute(db);
  });
});

const close = (period: string) => house.ask(closer, periodCalls.monthClose, { period, check_only: 0 });
const checks = async () =>
  (await house.ask(closer, periodCalls.monthClose, { period: '2026-03', check_only: 1 })).checks;

/** Does a task as the worker would. */
async function work(id: number): Promise<void> {
  const { rows } = await sql<{
    payload: Record<string, unknown>;
    run: number;
    serial_no: string;
    name: string;
    admin_id: number;
  }>`
    update export_task set status = 2, run = run + 1 where id = ${id} returning payload, run, serial_no, name, admin_id`.execute(
    db,
  );
  const [task] = rows;
  if (!task) throw new Error('no such task');
  const actor = task.admin_id === closer.id ? closer : second;
  const order: TaskOrder = {
    id,
    run: task.run,
    serialNo: task.serial_no,
    name: task.name,
    type: booksTask,
    payload: task.payload,
    actor,
  };
  const tools = {
    db,
    clock: house.clock,
    log: createLog({ level: 'silent' }),
    progress: () => undefined,
  } as unknown as TaskTools;
  await booksWork(() => house.kit).run(order, tools);
}
