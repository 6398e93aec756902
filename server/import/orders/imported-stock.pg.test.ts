import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { syncAccess } from '#server/application.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { officeOf } from '#tests/factories/office.ts';
import { type RetailLine, retailFile } from '#tests/factories/retail.ts';
import { negativeRule } from '#tests/factories/sale.ts';
import { adjust, adjustment, openingStock, stockPeople } from '#tests/factories/stock.ts';
import { carryThrough, close, sheetCalls, sheetPeople, startedSheet, Tablet } from '#tests/factories/stocktake.ts';
import { readArguments } from '../arguments.ts';
import { runImport } from '../run-import.ts';

// Imported orders that post stock (decision 0026): what cannot be served is not taken, what is taken moves its pieces once.

const folder = mkdtempSync(join(tmpdir(), 'imported-stock-'));
const report = join(folder, 'report.csv');
afterAll(() => rmSync(folder, { recursive: true }));

let house: House;
let people: Awaited<ReturnType<typeof stockPeople>>;
let warehouseId: number;
let said: string[];
beforeEach(async () => {
  const { db } = await testDatabase();
  await syncAccess(db);
  house = openHouse(db);
  people = await stockPeople(house);
  ({ id: warehouseId } = await officeOf(db).call(callsOf(warehouse).add, {
    warehouse_no: 'W01',
    name: '总仓',
    type: 1,
  }));
});
afterEach(async () => expect(await brokenInvariants(house.db)).toEqual([]));

async function run(...given: string[]): Promise<boolean> {
  said = [];
  const say = (words: string) => said.push(words);
  const log = createLog({ level: 'silent' });
  return await runImport({ db: house.db, clock: systemClock, log, say }, readArguments(given), report);
}
const file = (lines: readonly RetailLine[], name = 'sales.csv') => retailFile(join(folder, name), lines);
const orders = (lines: readonly RetailLine[], ...more: string[]) =>
  run('orders', file(lines), '--warehouse', 'W01', ...more);
const posted = (lines: readonly RetailLine[], ...more: string[]) => orders(lines, '--post-stock', ...more);

const codes = { T: '22345', U: '22346' } as const;
/** Goods of which the warehouse has so many pieces. */
async function stocked(opening: Partial<Record<keyof typeof codes, number>>): Promise<void> {
  const sheet = Object.values(codes).map((code) => ({ code, qty: 1, price: 1 }));
  await run('goods', file(sheet, 'goods.csv'));
  const lines = await Promise.all(
    Object.entries(opening).map(async ([name, qty]) => ({ sku_id: await skuOf(name as keyof typeof codes), qty })),
  );
  if (lines.length > 0) await openingStock(house, { people, warehouse: warehouseId, lines });
}
async function skuOf(name: keyof typeof codes): Promise<number> {
  const found = await rows<{ sku_id: number }>(sql`select sku_id from sku_barcode where barcode = ${codes[name]}`);
  return found[0]?.sku_id ?? 0;
}
async function rows<T = unknown>(query: ReturnType<typeof sql>): Promise<T[]> {
  return (await query.execute(house.db)).rows as T[];
}
const onHand = async (name: keyof typeof codes) =>
  (
    await rows<{ qty: number }>(
      sql`select qty_on_hand as qty from stock where warehouse_id = ${warehouseId} and sku_id = ${await skuOf(name)}`,
    )
  )[0]?.qty;
// One for each line, from however many batches its pieces came.
const movements = () =>
  rows(sql`
    select r.biz_type, sum(r.delta)::bigint as delta, r.happened_at, coalesce(o.source_order_no, s.source_service_no) as invoice, r.doc_no = coalesce(o.order_no, s.service_no) as numbered
    from stock_ledger r left join sale_order o on r.doc_type = 'order' and o.id = r.doc_id left join order_service s on r.doc_type = 'orderService' and s.id = r.doc_id
    where r.warehouse_id is not null and r.doc_type <> 'stockAdjustment' and r.corrects_count_of is null
    group by r.doc_type, r.doc_id, r.line_id, r.biz_type, r.happened_at, 4, 5 order by min(r.id)`);
const invoices = async () =>
  (
    await rows<{ no: string }>(sql`
    select source_order_no as no from sale_order union all select source_service_no from order_service order by 1`)
  ).map(({ no }) => no);
const reported = () =>
  readFileSync(report, 'utf8')
    .split('\r\n')
    .slice(1, -1)
    .map((words) => words.split(',').slice(0, 3).join(' '));

const sold = (invoice: string, qty: number, more: Partial<RetailLine> = {}): RetailLine => ({
  code: codes.T,
  price: 1,
  invoice,
  qty,
  at: `2011-01-0${invoice.replace(/\D/g, '')} 10:00`,
  ...more,
});

describe('what the warehouse cannot serve', () => {
  test('is refused whole, with what was free and what was needed; the rest is taken', async () => {
    await stocked({ T: 5, U: 1 });
    expect(
      await posted([sold('1', 3), sold('2', 3), sold('2', 1, { code: codes.U }), sold('3', 2), sold('4', 1)]),
    ).toBe(true);
    expect(await invoices()).toEqual(['1', '3']);
    expect(reported()).toEqual(['3 22345 stock short', '4 22346 order incomplete', '6 22345 stock short']);
    expect(readFileSync(report, 'utf8')).toContain('2 pieces free at that time, the order needs 3');
    expect([await onHand('T'), await onHand('U')]).toEqual([0, 1]);
    expect(said.join('\n')).toContain(
      'Posted stock: 5 pieces out, 0 pieces back. Not taken for want of stock: 2 orders, and 0 returns',
    );
    expect(said.join('\n')).not.toContain('No stock was posted');
  });

  test('takes its returns along, and they come with it when there is more', async () => {
    await stocked({ T: 1 });
    const lines = [sold('1', 2), sold('C2', -1), sold('C2', -1, { code: codes.U }), sold('3', 1)];
    await posted(lines);
    expect(await invoices()).toEqual(['3']);
    expect(reported()).toEqual(['2 22345 stock short', '3 22345 sale refused', '4 22346 order incomplete']);
    await adjust(house, {
      people,
      warehouse: warehouseId,
      type: adjustType.otherIn,
      lines: [{ sku_id: await skuOf('T'), qty: 2 }],
    });
    await posted(lines);
    expect(await invoices()).toEqual(['1', '3', 'C2', 'C2-2']);
    expect([await onHand('T'), await onHand('U')]).toEqual([1, 1]);
  });

  test('is taken whole where a rule lets its goods go below nothing, goods that never were there among them', async () => {
    await stocked({ T: 1 });
    await negativeRule(house, { warehouse: warehouseId });
    await posted([sold('1', 3), sold('1', 2, { code: codes.U }), sold('2', 1)]);
    expect(await invoices()).toEqual(['1', '2']);
    expect([await onHand('T'), await onHand('U')]).toEqual([-3, -2]);
    expect(
      await rows(sql`
        select n.qty, n.source_no = o.order_no as numbered from negative_inventory n join sale_order o on o.id = n.source_id order by n.id`),
    ).toEqual([
      { qty: 2, numbered: true },
      { qty: 2, numbered: true },
      { qty: 1, numbered: true },
    ]);
    // What comes back finds its place: the oldest case is smaller.
    await posted([sold('1', 3), sold('C3', -2)]);
    expect(await onHand('T')).toBe(-1);
  });

  test('is what others were promised, too', async () => {
    await stocked({ T: 5 });
    const draft = await house.ask(people.maker, adjustment.calls.add, {
      warehouse_id: warehouseId,
      adjust_type: adjustType.ownUse,
      reason: '留用',
      lines: [{ sku_id: await skuOf('T'), qty: 4 }] as never,
    });
    await house.ask(people.maker, adjustment.submit, { id: draft.id });
    await posted([sold('1', 2), sold('2', 1)]);
    expect(await invoices()).toEqual(['2']);
  });

  test('with --strict, stops all; frozen goods stop all with a word', async () => {
    await stocked({ T: 1 });
    expect(await posted([sold('1', 1), sold('2', 1)], '--strict')).toBe(false);
    expect(said.join('\n')).toContain('orders short of stock');
    const planners = await sheetPeople(house);
    const sheet = await startedSheet(house, planners, { warehouse: warehouseId, freeze: true });
    await expect(posted([sold('1', 1)])).rejects.toThrow(/正在盘点，库存已冻结/);
    expect(await invoices()).toEqual([]);
    await house.ask(planners.lead, sheetCalls.cancel, { id: sheet, reason: '改期' });
  });
});

describe('what is taken', () => {
  test('moves its pieces once, at its own time, under its own number', async () => {
    await stocked({ T: 3 });
    await posted([sold('4', 2), sold('1', 2), sold('1', 1), sold('C2', -1), sold('C3', -1, { customer: '' })]);
    const day = (no: number) => `2011-01-0${no}T10:00:00.000Z`;
    expect(await movements()).toEqual([
      { biz_type: 201, delta: -2, happened_at: day(1), invoice: '1', numbered: true },
      { biz_type: 201, delta: -1, happened_at: day(1), invoice: '1', numbered: true },
      { biz_type: 103, delta: 1, happened_at: day(2), invoice: 'C2', numbered: true },
      { biz_type: 103, delta: 1, happened_at: day(3), invoice: 'C3', numbered: true },
      { biz_type: 201, delta: -2, happened_at: day(4), invoice: '4', numbered: true },
    ]);
    expect(await onHand('T')).toBe(0);
    expect(await rows(sql`select b.on_hand from stock_balance b where b.location_id = 2`)).toEqual([{ on_hand: 3 }]);
  });

  test('comes back to the batch it left, at its cost, the last of them first, however many were bought since', async () => {
    await stocked({ T: 2 });
    const sku = await skuOf('T');
    const value = async () =>
      (await rows(
        sql`select qty_remain, cost_amount from stock_batch where sku_id = ${sku} and qty_remain > 0 order by in_ware_detail_id`,
      )) as unknown[];
    const keys = new Set([...people.maker.permissions, 'stock:costView']);
    const bring = (unit_cost: number, qty: number) =>
      adjust(house, {
        people: { ...people, maker: { ...people.maker, permissions: keys } },
        warehouse: warehouseId,
        type: adjustType.otherIn,
        lines: [{ sku_id: sku, qty, unit_cost }],
      });
    const before = await value();
    await posted([sold('1', 2)]);
    await bring(3383, 4);
    await posted([sold('1', 2), sold('C2', -2)]);
    expect(await value()).toEqual([...before, { qty_remain: 4, cost_amount: 13_532 }]);
    // Sold of both batches and back in two parts, in one file.
    await posted([sold('3', 5), sold('C4', -2), sold('C5', -3)]);
    expect(await value()).toEqual([...before, { qty_remain: 4, cost_amount: 13_532 }]);
  });

  test('again moves nothing twice; what came before without posting stays so and is told', async () => {
    await stocked({ T: 9 });
    await orders([sold('1', 2), sold('C2', -1)]);
    expect(await movements()).toEqual([]);
    const longer = [sold('1', 2), sold('C2', -1), sold('3', 4)];
    await posted(longer);
    expect(said.join('\n')).toContain('2 orders and after-sales were there before without stock posted');
    await posted(longer);
    expect(said.join('\n')).toContain('imported before: nothing changed');
    expect(await movements()).toHaveLength(1);
    expect(await onHand('T')).toBe(5);
    expect(await rows(sql`select source_order_no, stock_posted from sale_order order by 1`)).toEqual([
      { source_order_no: '1', stock_posted: false },
      { source_order_no: '3', stock_posted: true },
    ]);
  });

  test('moves nothing that a posted count has seen already, in or out', async () => {
    await stocked({ T: 3 });
    const planners = await sheetPeople(house);
    await sql`insert into warehouse_zone (warehouse_id, code, name) values (${warehouseId}, 'A', 'A')`.execute(
      house.db,
    );
    const sheet = await startedSheet(house, planners, { warehouse: warehouseId });
    const tablet = new Tablet(house, planners.counters[0], sheet);
    await tablet.download('A');
    tablet.count(codes.T, { zone: 'A', qty: 3 });
    await tablet.send();
    await tablet.finish('A');
    house.clock.advance(60_000);
    await close(house, planners.lead, { sheet, zone: 'A' });
    await carryThrough(house, planners, sheet);
    // The house counts on 2 March 2026: all before it is seen, what comes after is not.
    await posted([
      sold('1', 9),
      sold('C2', -4),
      sold('3', 4, { at: '2026-03-05 10:00' }),
      sold('4', 1, { at: '2026-03-06 10:00' }),
    ]);
    expect(await invoices()).toEqual(['1', '4', 'C2']);
    expect(await onHand('T')).toBe(2);
    expect(await movements()).toHaveLength(3);
  });

  test('two at once take each piece once', async () => {
    await stocked({ T: 3 });
    const first = file([sold('1', 2)], 'one.csv');
    const second = file([sold('2', 2)], 'two.csv');
    await Promise.all([first, second].map((path) => run('orders', path, '--warehouse', 'W01', '--post-stock')));
    expect(await invoices()).toHaveLength(1);
    expect(await onHand('T')).toBe(1);
  });

  test('goes on in time where some goods came in the future of a wrong clock', async () => {
    await stocked({ T: 1 });
    await posted([sold('1', 1, { at: '2099-01-01 10:00' })]);
    expect(await rows(sql`select happened_at <= now() as past from stock_ledger where doc_type = 'order'`)).toEqual([
      { past: true },
      { past: true },
    ]);
  });
});
