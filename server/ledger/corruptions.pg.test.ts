import { type RawBuilder, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { shareOf } from '#tests/boot/share.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { adjustment } from '#tests/factories/stock.ts';
import { carryThrough } from '#tests/factories/stocktake.ts';
import { sealAudit } from './audit-seals.ts';

// Somebody with the rights of the owner writes past the server, with the triggers off (reference reliability §7): each planted
// corruption is named, and by no more laws than it breaks. What a check of the table refuses even then is not here.

const bench = stocktakeBench();
/** The documents of the world that is corrupted: a posted loss, a posted downgrade, a waiting loss, a posted count. */
const made = { loss: 0, worse: 0, waiting: 0, sheet: 0 };

beforeEach(async () => {
  const { house, stockers, place, goods } = bench;
  made.loss = await bench.move(adjustType.loss, 0, { qty: 1, zone: 'A' });
  const draft = (type: number, extra: object) =>
    house.ask(stockers.maker, adjustment.calls.add, {
      warehouse_id: place.id,
      adjust_type: type,
      reason: '破损',
      lines: [{ sku_id: goods[1]?.id, qty: 2, ...extra }] as never,
    });
  made.worse = (await draft(adjustType.degrade, { to_imperfect_type: 2 })).id;
  await house.ask(stockers.maker, adjustment.submit, { id: made.worse });
  await house.ask(stockers.judge, adjustment.audit, { id: made.worse, result: 1 });
  house.clock.advance(3_600_000);
  made.sheet = (await bench.countedSheet({ 0: 7, 1: 9, 2: 10 })).sheet;
  await carryThrough(house, bench.people, made.sheet);
  house.clock.advance(3_600_000);
  // It turns up late: what keeps the count right is among the rows.
  await bench.move(adjustType.loss, 2, {
    qty: 1,
    happenedAt: new Date(house.clock.now().getTime() - 7_200_000).toISOString(),
  });
  made.waiting = (await draft(adjustType.loss, {})).id;
  await house.ask(stockers.maker, adjustment.submit, { id: made.waiting });
  await sealAudit(house.db);
  await sql`insert into organize (name, code) values ('总部', ${`H${place.id}`})`.execute(house.db);
});

const lossRow = (more: RawBuilder<unknown> = sql``) =>
  sql`doc_type = 'stockAdjustment' and doc_id = ${made.loss} and corrects_count_of is null ${more}`;
const here = sql`and warehouse_id is not null`;
const other = () => bench.goods[2]?.id ?? 0;
/** The batches of goods that were counted as they stand on book. */
const batchOfOther = (of: RawBuilder<unknown> = sql``) =>
  sql`${of}warehouse_id = ${bench.place.id} and ${of}sku_id = ${other()} and ${of}qty_remain > 1`;

/** A case of one piece that is in no row of the ledger. */
const negativeCase = ({ offset, status }: { offset: number; status: number }) =>
  sql`insert into negative_inventory (negative_no, warehouse_id, sku_id, source_type, source_id, source_no, biz_type, cause, happened_at, out_qty, qty, offset_qty,
      open_qty, temp_cost, status)
    values ('FC-X', ${bench.place.id}, ${other()}, 'order', 1, 'SO-X', 201, 2, now(), 1, 1, ${offset}, ${1 - offset}, 100, ${status})`;

type Plant = [corruption: string, plant: () => RawBuilder<unknown>[], laws: string[]];
const plants: readonly Plant[] = [
  [
    'a balance that no row accounts for',
    () => [
      sql`update stock_balance set on_hand = on_hand + 1 where warehouse_id = ${bench.place.id} and sku_id = ${other()}`,
    ],
    ['i04', 'i56', 'k01', 'k04'],
  ],
  [
    'a row with another quantity',
    () => [sql`update stock_ledger set delta = delta - 1, balance_after = balance_after - 1 where ${lossRow(here)}`],
    ['i09', 'k01', 'k02', 'k03', 'k07', 'k44', 'k48', 'k50'],
  ],
  [
    'a row of other goods',
    () => [sql`update stock_ledger set sku_id = ${other()} where ${lossRow()}`],
    ['i09', 'k01', 'k02', 'k44', 'k50'],
  ],
  [
    'a posted line of other goods',
    () => [sql`update stock_adjustment_line set sku_id = ${other()} where stock_adjustment_id = ${made.loss}`],
    ['k44'],
  ],
  [
    'a posted line of another grade',
    () => [sql`update stock_adjustment_line set to_imperfect_type = 3 where stock_adjustment_id = ${made.worse}`],
    ['k44'],
  ],
  [
    'a posted line in another zone',
    () => [sql`update stock_adjustment_line set zone = 'B' where stock_adjustment_id = ${made.loss}`],
    ['k44'],
  ],
  [
    'a loss that is called own use',
    () => [sql`update stock_adjustment set adjust_type = 5 where id = ${made.loss}`],
    ['k44'],
  ],
  [
    'a row with another reason',
    () => [sql`update stock_ledger set biz_type = 201 where ${lossRow(here)}`],
    ['k44', 'k50'],
  ],
  [
    'a row of another counterparty',
    () => [
      sql`update stock_ledger set location_id = 4, balance_before = 0, balance_after = delta where ${lossRow(sql`and location_id = 3`)}`,
    ],
    ['k01', 'k02', 'k44'],
  ],
  ['a row under another number', () => [sql`update stock_ledger set doc_no = 'X' where ${lossRow(here)}`], ['k44']],
  [
    'a correction that is called a sale',
    () => [
      sql`update stock_ledger set biz_type = 201 where doc_type = 'stockAdjustment' and corrects_count_of is not null and warehouse_id is not null`,
    ],
    ['k44'],
  ],
  [
    'a counted line of other goods',
    () => [
      sql`update stocktaking_line set sku_id = ${other()}, imperfect_type = 4 where stocktaking_id = ${made.sheet} and sku_id = ${bench.goods[0]?.id}`,
    ],
    ['i56', 'k45'],
  ],
  [
    'a counted loss that is called a gain',
    () => [
      sql`update stock_ledger set biz_type = 104 where doc_type = 'stocktaking' and doc_id = ${made.sheet} and warehouse_id is not null and delta < 0`,
    ],
    ['k45', 'k50'],
  ],
  [
    'a waiting line of other goods',
    () => [sql`update stock_adjustment_line set sku_id = ${other()} where stock_adjustment_id = ${made.waiting}`],
    ['k46'],
  ],
  [
    'a waiting line of more than is held',
    () => [
      sql`update stock_adjustment_line set qty = 3 where stock_adjustment_id = ${made.waiting}`,
      sql`update stock_adjustment set total_qty = 3 where id = ${made.waiting}`,
    ],
    ['k46'],
  ],
  [
    'a waiting document with another reason',
    () => [sql`update stock_adjustment set reason = '领用' where id = ${made.waiting}`],
    ['k46'],
  ],
  [
    'a lock that was let go',
    () => [sql`update stock_lock set qty_released = qty where doc_id = ${made.waiting}`],
    ['k09', 'k46'],
  ],
  [
    'a row of a document that is not posted',
    () => [sql`update stock_adjustment set status = 3 where id = ${made.loss}`],
    ['i59', 'k06', 'k08'],
  ],
  [
    'a row of a sheet that is not posted',
    () => [sql`update stocktaking set status = 4 where id = ${made.sheet}`],
    ['i59', 'k06', 'k08'],
  ],
  [
    'a row of a document that no definition knows',
    () => [sql`update stock_ledger set doc_type = 'ghost' where ${lossRow()}`],
    ['k06', 'k07', 'k44', 'k50'],
  ],
  [
    'a row of an order that posted nothing',
    () => [sql`update stock_ledger set doc_type = 'order' where ${lossRow()}`],
    ['k06', 'k07', 'k43', 'k44', 'k50'],
  ],
  [
    'a draft that holds stock',
    () => [sql`update stock_adjustment set status = 0 where id = ${made.waiting}`],
    ['i59', 'k08', 'k46'],
  ],
  [
    'a lock of a document that holds nothing',
    () => [sql`update stock_lock set doc_type = 'stocktaking', doc_id = ${made.sheet} where doc_id = ${made.waiting}`],
    ['k08', 'k46'],
  ],
  [
    'a step that starts where the one before it did not end',
    () => [
      sql`update audit_log set from_status = 3 where doc_type = 'stockAdjustment' and doc_id = ${made.loss} and action = 'audit'`,
    ],
    ['i59', 'k37'],
  ],
  [
    'goods frozen by a sheet that has ended',
    () => [sql`insert into stock_freeze (stocktaking_id, warehouse_id) values (${made.sheet}, ${bench.place.id})`],
    ['k47'],
  ],
  [
    'an account of a supplier in use that nobody checked',
    () => [
      sql`insert into supplier_account (supplier_id, account_name, account_no, account_type, bank_id, sub_branch_id, status) values (1, '户', '622200000001', 1, 1, 1, 1)`,
    ],
    ['k57'],
  ],
  [
    'stock that costs more than its batches',
    () => [
      sql`update stock_balance set cost_amount = cost_amount + 5 where warehouse_id = ${bench.place.id} and sku_id = ${other()}`,
    ],
    ['i04'],
  ],
  [
    'a batch that began with more than its rows leave of it',
    () => [sql`update stock_batch set began_with = began_with + 1 where ${batchOfOther()}`],
    ['i09'],
  ],
  [
    'a batch of which somebody took a piece past the books',
    () => [sql`update stock_batch set qty_remain = qty_remain - 1 where ${batchOfOther()}`],
    ['i04', 'i09'],
  ],
  [
    'pieces that cost something else where they came',
    () => [sql`update stock_ledger set cost_amount = cost_amount + 5 where ${lossRow(sql`and warehouse_id is null`)}`],
    ['k48'],
  ],
  [
    'a batch that calls pieces locked that nobody holds',
    () => [sql`update stock_batch set qty_locked = qty_locked + 1 where ${batchOfOther()}`],
    ['k49'],
  ],
  [
    'a return that waits and holds nothing',
    () => [
      sql`with b as (
        insert into back_order (back_no, back_type, supplier_id, warehouse_id, co_model, reason, total_qty, total_amount, status)
        values ('TF-X', 1, 1, ${bench.place.id}, 1, '滞销', 1, 100, 1) returning id)
      insert into back_order_line (back_order_id, stock_batch_id, qty, back_price, amount)
      select b.id, s.id, 1, 100, 100 from b, stock_batch s where ${batchOfOther(sql`s.`)}`,
    ],
    ['i20', 'i59'],
  ],
  [
    'an imperfect record that is dealt with without a deal',
    () => [
      sql`with r as (
        insert into imperfect_record (imperfect_no, warehouse_id, source_type, total_qty, dealt_qty, status)
        values ('CC-X', ${bench.place.id}, 4, 1, 1, 4) returning id)
      insert into imperfect_record_line (imperfect_record_id, sku_id, imperfect_type, qty, reason, deal_qty)
      select r.id, ${other()}, 1, 1, '破损', 1 from r`,
    ],
    ['i59', 'k51', 'k52'],
  ],
  [
    'a lock by hand that holds nothing',
    () => [
      sql`with m as (
        insert into manual_lock (lock_no, warehouse_id, reason, total_qty, status) values ('SD-X', ${bench.place.id}, '留样', 1, 1) returning id)
      insert into manual_lock_line (manual_lock_id, sku_id, qty) select m.id, ${other()}, 1 from m`,
    ],
    ['i59', 'k53'],
  ],
  [
    'a posted document without its rows',
    () => [sql`delete from stock_ledger where ${lossRow()}`],
    ['i09', 'k01', 'k02', 'k07', 'k44', 'k50'],
  ],
  [
    'an outbound record of more than left',
    () => [
      sql`update out_ware_detail set total_qty = total_qty + 1 where source_type = 'stockAdjustment' and source_id = ${made.loss}`,
    ],
    ['k50'],
  ],
  [
    'a total that is not that of the lines',
    () => [sql`update stock_adjustment set total_qty = 9 where id = ${made.loss}`],
    ['k16'],
  ],
  [
    'a judge who made it',
    () => [sql`update stock_adjustment set created_by = ${bench.stockers.judge.id} where id = ${made.loss}`],
    ['k26'],
  ],
  [
    'an auditor who reviewed the sheet',
    () => [sql`update stocktaking set reviewed_by = ${bench.people.auditor.id} where id = ${made.sheet}`],
    ['k26'],
  ],
  [
    'an auditor who counted the sheet',
    () => [
      sql`update stocktaking_count set counter_id = ${bench.people.auditor.id} where stocktaking_id = ${made.sheet} and seq = 1`,
    ],
    ['k26', 'k36'],
  ],
  [
    'a posting without its operation',
    () => [sql`delete from op where op_id in (select op_id from stock_ledger where ${lossRow()})`],
    ['k35'],
  ],
  [
    'a count that is gone from its stream',
    () => [sql`delete from stocktaking_count where stocktaking_id = ${made.sheet} and seq = 1`],
    ['k36'],
  ],
  [
    'a trail with another text',
    () => [
      sql`update audit_log set label = '审核驳回' where doc_type = 'stockAdjustment' and doc_id = ${made.loss} and action = 'audit'`,
    ],
    ['k37'],
  ],
  [
    'a trail with another person and time',
    () => [
      sql`update audit_log set ip = '10.0.0.1', at = at + interval '1 second' where id = (select min(id) from audit_log)`,
    ],
    ['k37'],
  ],
  [
    'a step that is gone from the trail',
    () => [
      sql`delete from audit_log where doc_type = 'stockAdjustment' and doc_id = ${made.waiting} and action = 'add'`,
    ],
    ['k37'],
  ],
  [
    'a step slipped into the trail',
    () => [
      sql`insert into audit_log (id, doc_type, doc_id, action, label, at) values (0, 'brand', 1, 'edit', '修改', now())`,
    ],
    ['k37'],
  ],
  ['a seal that is gone', () => [sql`delete from audit_seal where id = 1`], ['k37']],
  [
    'a seal made anew over a changed trail',
    () => [
      sql`update audit_log set label = 'x' where id = (select lower(ids) from audit_seal where id = 1)`,
      sql`update audit_seal s set hash = sha256((select string_agg(audit_digest(a), ''::bytea order by a.id) from audit_log a where a.id <@ s.ids)) where id = 1`,
    ],
    ['k37'],
  ],
  [
    'somebody who is switched off and signed in',
    () => [
      sql`insert into session (token_hash, admin_id, expires_at, idle_seconds) values ('\\x01', 1, now() + interval '1 hour', 60)`,
    ],
    ['k38'],
  ],
  [
    'a permission key that exists nowhere',
    () => [
      sql`insert into permission (permission_key) values ('stock:view')`,
      sql`with r as (insert into role (code, name) values ('ghost', '幽灵') returning id) insert into role_permission select id, 'ghost:all' from r`,
    ],
    ['k39'],
  ],
  [
    'pieces that are missing and of no case',
    () => [
      sql`update stock_balance set open_negative = 1 where warehouse_id = ${bench.place.id} and sku_id = ${other()}`,
    ],
    ['k05'],
  ],
  ['a case of pieces that nobody took', () => [negativeCase({ offset: 0, status: 1 })], ['i04', 'i59', 'k05', 'k67']],
  ['a case that nothing has offset', () => [negativeCase({ offset: 1, status: 3 })], ['i59', 'k67', 'k68']],
  [
    'two rules of which neither goes first',
    () => [
      sql`insert into stock_rule (rule_no, rule_type, warehouse_ids, out_order)
        select 'KG-' || n, 3, array[${bench.place.id}]::bigint[], n from (values (1), (2)) as r (n)`,
    ],
    ['k69'],
  ],
  ['an organisation that hangs on itself', () => [sql`update organize set parent_id = id`], ['k40']],
  [
    'a category that hangs on itself',
    () => [sql`update category set parent_id = id where id = ${bench.goods[0]?.category_id}`],
    ['k40'],
  ],
];

describe('what the books find', () => {
  // What is planted is taken back, which the last of them sees.
  const nothing = (when: string): Plant => [`nothing ${when}`, () => [], []];
  it.each([nothing('before'), ...shareOf(plants), nothing('after')])('%s', async (_name, plant, laws) => {
    expect(await brokenBy(bench.house.db, plant())).toEqual(laws);
  });
});
