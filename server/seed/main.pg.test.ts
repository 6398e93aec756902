// Long, because one load of the demo company, which takes its time, is asked everything that must hold of it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { syncAccess } from '#server/application.ts';
import { areas } from '#server/areas.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { filesMissing } from '#server/ledger/missing-files.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { type FileStore, openFileStore } from '#server/platform/file-store.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type DemoDatabase, demoDatabase } from '#tests/boot/demo-database.ts';
import { seedAccounts } from './accounts.ts';
import { seedDemo, seedSteps } from './main.ts';

const steps = seedSteps(areas);

const folder = mkdtempSync(join(tmpdir(), 'back-office-demo-'));
const files = await openFileStore(folder);
const password = 'back-office-demo';
/** Stands still, when the demo company was made: what is made again is made of the same days. */
let clock: Clock = systemClock;
let company: DemoDatabase;
beforeAll(async () => {
  company = await demoDatabase();
  clock = company.clock;
  return company.end;
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// What is asked of a load that was cut short, or of two at once, is asked of the first steps, and of all with DEEP=1.
const first = process.env.DEEP
  ? steps
  : steps.slice(
      0,
      steps.findIndex(({ name }) => name === 'opening stock'),
    );
const load = async (db: Kysely<unknown>, said: string[] = [], asked = first): Promise<boolean> =>
  await seedDemo({ db, clock, files, password, steps: asked, log: (line) => said.push(line) });
const one = async <T>(db: Kysely<unknown>, query: ReturnType<typeof sql<T>>): Promise<T | undefined> =>
  (await query.execute(db)).rows[0];

describe('the demo company', () => {
  let db: Kysely<unknown>;
  let said: readonly string[];
  let kept: FileStore;
  beforeAll(() => {
    ({ db, said, files: kept } = company);
  });

  test('says one line for each step', () => {
    expect(said).toHaveLength(steps.length);
    expect(said.every((line) => line.startsWith('Demo data: '))).toBe(true);
  });

  test('keeps every invariant of the books', async () => {
    expect(await brokenInvariants(db)).toEqual([]);
    expect(await filesMissing(db, kept)).toEqual([]);
  });

  test('has people who see their shop, their district, one warehouse and some suppliers, and others who see all', async () => {
    const { rows } = await sql<{ username: string; shops: number; warehouses: number; suppliers: number }>`
      select a.username, cardinality(r.shop_ids)::int as shops, cardinality(r.warehouse_ids)::int as warehouses, cardinality(r.supplier_ids)::int as suppliers
      from admin_data_role h join admin a on a.id = h.admin_id join data_role r on r.id = h.data_role_id order by a.username`.execute(
      db,
    );
    expect(rows).toEqual([
      { username: 'buyer2', shops: 0, warehouses: 0, suppliers: 3 },
      { username: 'cashier', shops: 1, warehouses: 1, suppliers: 0 },
      { username: 'district', shops: 7, warehouses: 7, suppliers: 0 },
      { username: 'shopMgr', shops: 1, warehouses: 1, suppliers: 0 },
      { username: 'whs3', shops: 0, warehouses: 1, suppliers: 0 },
    ]);
  });

  test('has contracts in every state, one in force for each supplier, and twenty purchase price sheets in every state', async () => {
    const states = async (table: string): Promise<Record<number, number>> => {
      const { rows } = await sql<{ status: number; count: number }>`
        select status, count(*)::int as count from ${sql.table(table)} group by 1`.execute(db);
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    };
    expect(await states('contract')).toEqual({ [-1]: 1, 0: 1, 1: 1, 2: 1, 3: 1, 4: 11, 5: 1, 6: 1 });
    expect(await states('purchase_price_sheet')).toEqual({ [-1]: 1, 0: 1, 1: 1, 2: 1, 3: 15, 4: 1 });
    // Those whose day has come are in force, and over, as soon as the server runs.
    expect(await states('price_sheet')).toEqual({ [-1]: 2, 0: 2, 1: 3, 2: 2, 3: 2, 4: 2, 5: 9, 7: 2 });
    const priced = await one(
      db,
      sql<Record<string, number>>`
      select (select count(distinct sku_id)::int from purchase_price) as goods,
        (select count(*)::int from purchase_price p join sku k on k.id = p.sku_id where p.price not between k.tag_price * 0.05 and k.tag_price * 0.25) as odd,
        (select count(*)::int from stored_file where doc_type = 'contract') as scans`,
    );
    expect(priced?.goods).toBeGreaterThan(1500);
    expect(priced).toMatchObject({ odd: 0, scans: 16 });
  });

  test('has sixty purchase orders and eighty appointments in every state, and a selection, cost adjustments and expenses in each', async () => {
    const states = async (table: string): Promise<Record<number, number>> => {
      const { rows } = await sql<{ status: number; count: number }>`
        select status, count(*)::int as count from ${sql.table(table)} group by 1`.execute(db);
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    };
    expect(await states('purchase_order')).toEqual({ [-1]: 5, 0: 5, 1: 5, 2: 3, 3: 13, 4: 11, 5: 13, 6: 5 });
    expect(await states('arrival_order')).toEqual({ [-1]: 6, 0: 6, 1: 8, 2: 4, 3: 12, 4: 5, 5: 4, 6: 30, 7: 5 });
    expect(await states('goods_selection')).toEqual({ [-1]: 1, 0: 1, 1: 1, 2: 1, 3: 2, 4: 1 });
    for (const table of ['cost_adjust', 'expense'])
      expect(Object.keys(await states(table)).sort()).toEqual(['-1', '0', '1', '2', '3', '4']);
    expect(Object.keys(await states('current_expense')).sort()).toEqual(['-1', '0', '1', '2', '3', '4', '5', '6']);
    const held = await one(
      db,
      sql<Record<string, number>>`
      select (select count(*)::int from event_log where name = 'fineProposed') as fines,
        (select count(*)::int from purchase_order_line where price_state = 1) as priced,
        (select count(*)::int from purchase_line where status = 1) as waiting`,
    );
    expect(held?.fines).toBeGreaterThan(1);
    expect(held?.priced).toBeGreaterThan(500);
    expect(held?.waiting).toBeGreaterThan(50);
  });

  test('has its 16 warehouses with zones, 12 open shops, 180 styles and about 2,400 SKUs', async () => {
    const counts = await one(
      db,
      sql<Record<string, number>>`
      select (select count(*) from warehouse) as warehouses, (select min(n) from (select count(z.id) as n from warehouse w left join warehouse_zone z on z.warehouse_id = w.id group by w.id) as c) as zones,
        (select count(*) from shop where status = 1) as shops, (select count(*) from spu) as styles, (select count(*) from spu where status = 0) as waiting,
        (select count(*) from spu where status = 2) as off, (select count(*) from sku) as skus`,
    );
    expect(counts).toMatchObject({ warehouses: 16, shops: 12, styles: 180, waiting: 10, off: 5 });
    expect(counts?.zones).toBeGreaterThanOrEqual(3);
    expect(counts?.skus).toBeGreaterThan(2200);
    expect(counts?.skus).toBeLessThan(2600);
  });

  test('names, numbers and barcodes follow the rules of the screens', async () => {
    const wrong = await one(
      db,
      sql<Record<string, number>>`
      select (select count(*) from sku k join spu s on s.id = k.spu_id join attribute_value v on v.id = k.color_value_id join size z on z.id = k.size_id
          where k.name <> concat_ws(' ', s.name, v.value, z.name) or k.brand_id <> s.brand_id or k.category_id <> s.category_id) as unlike_style,
        (select count(*) from sku k where (select count(*) from sku_barcode b where b.sku_id = k.id and b.is_main and b.barcode = k.main_barcode) <> 1) as without_main,
        (select count(*) from sku where sku_no !~ '^S[0-9]{10}$') + (select count(*) from spu where spu_no !~ '^P[0-9]{8}$') as misnumbered,
        (select count(*) from spu s where s.status = 1 and not exists (select 1 from sku k where k.spu_id = s.id)) as empty_styles,
        (select count(*) from sku k join spu s on s.id = k.spu_id join size z on z.id = k.size_id where z.size_type_id <> s.size_type_id) as foreign_sizes,
        (select count(*) from category c left join category p on p.id = c.parent_id where c.path <> coalesce(p.path || '/', '') || c.id or c.level <> coalesce(p.level, 0) + 1) as misplaced`,
    );
    expect(wrong).toEqual({
      unlike_style: 0,
      without_main: 0,
      misnumbered: 0,
      empty_styles: 0,
      foreign_sizes: 0,
      misplaced: 0,
    });
  });

  test('every barcode is an EAN-13 that begins with 69 and has its check digit', async () => {
    const { rows } = await sql<{ barcode: string }>`select barcode from sku_barcode`.execute(db);
    const right = ({ barcode }: { barcode: string }) =>
      /^69\d{11}$/.test(barcode) &&
      Array.from(barcode).reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0) % 10 === 0;
    expect(rows.filter((row) => !right(row))).toEqual([]);
  });

  test('has adjustments in every state and of every type, none approved by its maker, and stock in every warehouse', async () => {
    const { rows: states } = await sql<{
      status: number;
      count: number;
    }>`select status, count(*) as count from stock_adjustment group by 1 order by 1`.execute(db);
    expect(states.map((row) => row.status)).toEqual([-1, 0, 1, 2, 3]);
    const { rows: types } = await sql<{
      adjust_type: number;
    }>`select distinct adjust_type from stock_adjustment where status = 2 order by 1`.execute(db);
    expect(types.map((row) => row.adjust_type)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const empty = await one(
      db,
      sql<{
        count: number;
      }>`select count(*) as count from warehouse w where not exists (select 1 from stock s where s.warehouse_id = w.id and s.qty_on_hand > 0)`,
    );
    expect(empty?.count).toBe(0);
  });

  test('has six rules of stock of every type, and five cases of negative stock in every state', async () => {
    const rules = sql<
      Record<string, number>
    >`select count(*) as rules, count(distinct rule_type) as types from stock_rule where status = 1`;
    expect(await one(db, rules)).toEqual({ rules: 6, types: 4 });
    const cases = sql<Record<string, number>>`
      select count(*) as cases, count(distinct n.status) as states, count(*) filter (where r.allow_negative) as allowed
      from negative_inventory n join stock_rule r on r.id = n.rule_id`;
    expect(await one(db, cases)).toEqual({ cases: 5, states: 3, allowed: 5 });
  });

  test('has batches of all goods that expire, as many as are on hand, some with one to three days left', async () => {
    const today = businessDay(clock.now());
    const shelves = sql<Record<string, number>>`
      select count(*) as shelves, count(*) filter (where b.qty is distinct from r.qty_on_hand) as unlike, count(*) filter (where b.first <= ${today}::date + 3) as soon,
        count(*) filter (where b.first <= ${today}::date) as over, count(*) filter (where b.odd) as odd
      from stock r join sku k on k.id = r.sku_id join spu p on p.id = k.spu_id left join lateral (
        select sum(qty_remain) as qty, min(expire_at) as first, bool_or(expire_at - production_date <> p.shelf_life_days or production_date > into_time::date) as odd
        from stock_batch b where b.warehouse_id = r.warehouse_id and b.sku_id = r.sku_id and b.imperfect_type = r.imperfect_type) b on true
      where p.is_expire_managed and r.qty_on_hand > 0`;
    const found = await one(db, shelves);
    expect(found).toMatchObject({ unlike: 0, over: 0, odd: 0 });
    expect(found?.shelves).toBeGreaterThan(20);
    expect(found?.soon).toBeGreaterThan(4);
  });

  test('has ten suppliers with their purchasers, each brand sold by one of them', async () => {
    const found = await one(
      db,
      sql<Record<string, number>>`
      select (select count(*) from supplier where status = 1 and supplier_no ~ '^GY') as suppliers, (select sum(supplier_count)::bigint from purchaser) as bound,
        (select count(*) from brand b where (select count(*) from supplier s where b.id = any(s.brand_ids)) <> 1) as unsold,
        (select count(*) from supplier where (co_model = 3) <> (take_rate_bp is not null)) as odd`,
    );
    expect(found).toEqual({ suppliers: 10, bound: 10, unsold: 0, odd: 0 });
  });

  test('has accounts of every supplier in force, one default each, and changes of them in every state', async () => {
    const found = await one(
      db,
      sql<Record<string, unknown>>`
      select (select count(*) from supplier s where s.status = 1 and (select count(*) from supplier_account a where a.supplier_id = s.id and a.is_default and a.in_force_at is not null and a.status = 1) <> 1) as unpaid,
        (select array_agg(distinct status order by status) from supplier_account_change) as changes, (select array_agg(distinct check_state order by check_state) from supplier_account) as states,
        (select count(*) from supplier_account where status = 0 and in_force_at is not null) as off, (select count(*) from sub_branch) as branches,
        (select count(*) from purchaser where status = 0) as former, (select count(*) from logistics) as carriers`,
    );
    expect(found).toEqual({
      unpaid: 0,
      changes: [-1, 1, 2, 3],
      states: [1, 2, 3, 4],
      off: 1,
      branches: 21,
      former: 1,
      carriers: 7,
    });
  });

  test('has each style from the supplier of its brand, and sells every piece below its tag, some for a few days lower still', async () => {
    const found = await one(
      db,
      sql<Record<string, number>>`
      select (select count(*) from spu s left join supplier v on v.id = s.supplier_id where v.id is null or s.brand_id <> all(v.brand_ids) or s.co_model <> v.co_model) as unsupplied,
        (select count(*) from sku k where not exists (select 1 from sale_price p where p.sku_id = k.id and p.price_type = 1 and p.price < k.tag_price and p.expire_at is null)) as unpriced,
        (select count(*) from sale_price p where p.price_type = 3 and p.price >= (select price from sale_price o where o.sku_id = p.sku_id and o.price_type = 1)) as dearer,
        (select count(distinct k.spu_id) from sale_price p join sku k on k.id = p.sku_id where p.price_type = 3) as special`,
    );
    expect(found).toMatchObject({ unsupplied: 0, unpriced: 0, dearer: 0 });
    expect(found?.special).toBeGreaterThan(10);
    expect(found?.special).toBeLessThan(40);
  });

  test('has after-sales, refunds and invoices in every state, each of three hands', async () => {
    const states = async (table: string) =>
      (
        await one<{ states: number[] }>(
          db,
          sql`select array_agg(distinct status order by status) as states from ${sql.table(table)}`,
        )
      )?.states;
    expect(await states('order_service')).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await states('order_refund')).toEqual([-1, 1, 2, 3, 4, 5, 6]);
    expect(await states('invoice_apply')).toEqual([-1, 1, 2, 3, 4, 5]);
    const hands = await one(
      db,
      sql`select count(*)::int as same from order_refund where service_id is not null and paid_by in (dealer_id, created_by)`,
    );
    expect(hands).toEqual({ same: 0 });
  });

  test('has paid memberships in every state, one behind another, and rebates in every state, less with what went back', async () => {
    const found = await one(
      db,
      sql<Record<string, unknown>>`
      select (select array_agg(distinct status order by status) from paid_membership) as memberships,
        (select array_agg(distinct status order by status) from rebate) as rebates,
        (select count(*) > 0 from paid_membership m where m.status = 1 and m.start_at > m.created_at
          and exists (select 1 from paid_membership b where b.user_id = m.user_id and b.end_at = m.start_at)) as behind,
        (select count(*)::int from rebate r join sale_order o on o.id = r.order_id where r.base_amount > o.paid_amount - o.refund_amount) as too_much`,
    );
    expect(found).toEqual({ memberships: [-1, 1, 2], rebates: [-1, 1, 2], behind: true, too_much: 0 });
  });

  test('has a hundred inbound batches and twelve difference orders in every state, counted and judged by different people', async () => {
    const states = async (table: string, where = sql`true`): Promise<Record<number, number>> => {
      const { rows } = await sql<{ status: number; count: number }>`
        select status, count(*)::int as count from ${sql.table(table)} where ${where} group by 1`.execute(db);
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
    };
    const { 4: posted = 0, ...others } = await states('in_ware_batch', sql`in_type = 1`);
    expect(others).toEqual({ [-1]: 2, 1: 1, 2: 1, 3: 4, 5: 1 });
    expect(posted).toBeGreaterThanOrEqual(91);
    expect(await states('difference_order')).toEqual({ [-1]: 1, 1: 1, 2: 1, 3: 8, 4: 1 });
    const waiting = await one(
      db,
      sql<Record<string, number>>`
      select (select count(*)::int from in_ware_batch where posted and status = -1) as reversed,
        (select count(*)::int from arrival_order where status = 5) as receiving,
        (select count(*)::int from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id where b.in_type = 1 and b.status = 4 and d.in_qty > 0 and d.cost_price = 0) as free`,
    );
    expect(waiting).toEqual({ reversed: 1, receiving: 4, free: 0 });
  });

  test('has 15 returns and 26 imperfect records, in every state, and an outbound record of all that left', async () => {
    const found = await one(
      db,
      sql<Record<string, unknown>>`
      select (select count(*) from back_order) as returns, (select array_agg(distinct status order by status) from back_order) as return_states,
        (select count(*) from imperfect_record where source_no not like 'DB%' or source_no is null) as records, (select array_agg(distinct status order by status) from imperfect_record) as record_states,
        (select count(*) from back_order where source_id is not null) as drafted, (select count(*) from imperfect_record where scrap_qty > 0) as to_scrap,
        (select array_agg(distinct out_type order by out_type) from out_ware_detail) as out_types`,
    );
    expect(found).toEqual({
      returns: 15,
      return_states: [-1, 0, 1, 2, 3, 4, 5, 6],
      records: 26,
      record_states: [-1, 1, 2, 3, 4, 5],
      drafted: 3,
      to_scrap: 2,
      out_types: [2, 3, 4, 5],
    });
  });

  test('has 150 allots in every state, twelve of which differ in every way, and three of pieces with codes', async () => {
    const found = await one(
      db,
      sql<Record<string, unknown>>`
      select (select count(*) from allot where source = 1) as allots, (select array_agg(distinct status order by status) from allot) as states,
        (select array_agg(distinct status order by status) from allot_out) as out_states, (select count(*) from allot_diff) as differences,
        (select array_agg(distinct status order by status) from allot_diff) as diff_states, (select array_agg(distinct allot_type order by allot_type) from allot) as types,
        (select count(*) from imperfect_record where source_no like 'DB%') as damaged`,
    );
    expect(found).toEqual({
      allots: 153,
      states: [-1, 1, 2, 3, 4, 5, 6, 7],
      out_states: [-1, 1, 2, 3, 4],
      differences: 13,
      diff_states: [-1, 1, 2, 3, 4, 5],
      types: [1, 2, 3, 4, 5],
      damaged: 3,
    });
  });

  test('has rules of every type, ten batches of allots and ten proposals in every state, and a decision for each ruling', async () => {
    const found = await one(
      db,
      sql<Record<string, unknown>>`
      select (select array_agg(rule_type * 10 + status order by rule_type) from allot_rule) as rules,
        (select count(*) from batch_allot) as batches, (select array_agg(distinct status order by status) from batch_allot) as batch_states,
        (select count(*) from allot_decision where decision_type = 1) as proposals,
        (select array_agg(distinct status order by status) from allot_decision where decision_type = 1) as proposal_states,
        (select count(*) from allot_decision where decision_type = 2) - (select count(*) from allot_diff where status = 4) as rulings`,
    );
    expect(found).toEqual({
      rules: [11, 21, 30, 40],
      batches: 10,
      batch_states: [-1, 1, 2, 3, 4],
      proposals: 10,
      proposal_states: [1, 2, 3, 4],
      rulings: 0,
    });
  });

  test('has about fifteen thousand codes in every state, with orders, files and returns in theirs', async () => {
    const found = await one(
      db,
      sql<Record<string, unknown>>`
      select (select count(*)::int from piece_code) as codes, (select array_agg(distinct status order by status) from piece_code) as states,
        (select count(*)::int from code_order) as orders, (select array_agg(distinct status order by status) from code_order) as order_states,
        (select count(*)::int from code_file) as files, (select array_agg(distinct status order by status) from code_file) as file_states,
        (select count(*)::int from code_return) as returns, (select array_agg(distinct status order by status) from code_return) as return_states,
        (select array_agg(distinct return_type order by return_type) from code_return) as return_types,
        (select count(*)::int from in_ware_code) > 0 as bought, (select sum(coded_qty)::int from in_ware_batch_detail) > 0 as counted,
        (select count(*)::int from audit_log where action = 'codes' and remark like '%未指明%') > 0 as doubtful`,
    );
    expect(found).toMatchObject({
      states: [-1, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      order_states: [-1, 1, 2, 4],
      files: 6,
      file_states: [-1, 1, 2],
      returns: 6,
      return_states: [-1, 1, 2, 3],
      return_types: [1, 2, 3],
      bought: true,
      counted: true,
      doubtful: true,
    });
    expect(found?.codes).toBeGreaterThan(14_000);
  });

  test('is not loaded a second time', async () => {
    const again: string[] = [];
    expect(await load(db, again)).toBe(true);
    expect(again).toEqual([]);
  });
});

test('a database that is in use gets no demo data', async () => {
  const { db } = await testDatabase();
  await sql`insert into brand (name) values ('自己的品牌')`.execute(db);
  expect(await load(db)).toBe(false);
  expect(await one(db, sql<{ count: number }>`select count(*) as count from warehouse`)).toEqual({ count: 0 });
});

test('a load that ended half way goes on where it stopped, doubles nothing, and makes the same company', async () => {
  const { db } = await testDatabase();
  await syncAccess(db);
  const killed = seedDemo({
    db,
    clock,
    files,
    password,
    steps: first,
    log: (line) => {
      if (line.includes('Demo data: goods')) throw new Error('killed');
    },
  });
  await expect(killed).rejects.toThrow('killed');
  const said: string[] = [];
  expect(await load(db, said)).toBe(true);
  expect(said[0]).toContain('half loaded');
  const done = first.findIndex(({ name }) => name === 'goods') + 1;
  // One line says that it goes on, and one stands for each step that was not done.
  expect(said).toHaveLength(1 + first.length - done);
  expect(await one(db, sql<{ count: number }>`select count(*) as count from spu`)).toEqual({ count: 180 });
  expect(await brokenInvariants(db)).toEqual([]);
  const { db: other } = company;
  const prints = [goodsPrint, ...(first === steps ? [pricePrint, stockPrint] : [])];
  for (const print of prints) expect(await one(db, print)).toEqual(await one(other, print));
});

const goodsPrint = sql<{ print: string }>`
  select md5(string_agg(s.style_no || k.sku_no || k.main_barcode || k.name || k.tag_price, ',' order by k.sku_no)) as print from sku k join spu s on s.id = k.spu_id`;
const pricePrint = sql<{
  print: string;
}>`select md5(string_agg(concat_ws(' ', sku_id, price_type, price, effective_at, expire_at), ',' order by sku_id, price_type, effective_at)) as print from sale_price`;
const stockPrint = sql<{
  print: string;
}>`select sum(on_hand * sku_id)::text as print from stock_balance where warehouse_id is not null`;

test('a load that was killed before its first step was marked goes on too', async () => {
  const { db } = await testDatabase();
  await syncAccess(db);
  const few = process.env.DEEP ? steps : first.slice(0, 3);
  // The clock is first asked when the load has begun and nothing is done yet.
  const dying = {
    now: () => {
      throw new Error('killed');
    },
  };
  await expect(seedDemo({ db, clock: dying, files, password, steps: few, log: () => undefined })).rejects.toThrow(
    'killed',
  );
  await seedAccounts(db, { password, clock });
  expect(await load(db, [], few)).toBe(true);
  expect(await one(db, sql<{ count: number }>`select count(*) as count from shop`)).toEqual({ count: 12 });
});

test('two servers that start at once load it once', async () => {
  const { db } = await testDatabase();
  await syncAccess(db);
  const said: string[] = [];
  expect(await Promise.all([load(db, said), load(db, said)])).toEqual([true, true]);
  expect(said).toHaveLength(first.length);
  expect(await one(db, sql<{ count: number }>`select count(*) as count from spu`)).toEqual({ count: 180 });
  const { rows } = await sql`select from stock_adjustment where adjust_type = 8 and status = 2`.execute(db);
  expect(rows).toHaveLength(first === steps ? 16 : 0);
});
