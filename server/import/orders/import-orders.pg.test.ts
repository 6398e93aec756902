import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { syncAccess } from '#server/application.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { runsOf } from '#tests/boot/share.ts';
import { officeOf } from '#tests/factories/office.ts';
import { addDistrictShop } from '#tests/factories/prices.ts';
import { type RetailLine, retailFile } from '#tests/factories/retail.ts';
import { readArguments } from '../arguments.ts';
import { runImport } from '../run-import.ts';

const folder = mkdtempSync(join(tmpdir(), 'orders-'));
const report = join(folder, 'report.csv');
afterAll(() => rmSync(folder, { recursive: true }));

let db: Kysely<unknown>;
let said: string[];
beforeEach(async () => {
  ({ db } = await testDatabase());
  await syncAccess(db);
  await officeOf(db).call(callsOf(warehouse).add, { warehouse_no: 'W01', name: '总仓', type: 1 });
  said = [];
});

const file = (lines: readonly RetailLine[], name = 'sales.csv') => retailFile(join(folder, name), lines);

async function run(...given: string[]): Promise<boolean> {
  said = [];
  return await runImport(
    { db, clock: systemClock, log: createLog({ level: 'silent' }), say: (line) => said.push(line) },
    readArguments(given),
    report,
  );
}
const orders = (path: string, ...more: string[]) => run('orders', path, '--warehouse', 'W01', ...more);
const goods = (...codes: string[]) =>
  run(
    'goods',
    file(
      codes.map((code) => ({ code, qty: 1, price: 1 })),
      'goods.csv',
    ),
  );
const reported = () => readFileSync(report, 'utf8');
async function rows(query: ReturnType<typeof sql>): Promise<unknown[]> {
  return (await query.execute(db)).rows;
}
const orderRows = () =>
  rows(sql`
    select o.source_order_no as invoice, o.goods_qty as qty, o.paid_amount as paid, o.refund_amount as back, o.status, u.user_no as member
    from sale_order o left join member_user u on u.id = o.user_id order by o.source_order_no`);
const serviceRows = () =>
  rows(sql`
    select s.source_service_no as no, o.source_order_no as invoice, l.return_qty as qty, s.deal_amount as amount, u.user_no as member
    from order_service s join order_service_line l on l.order_service_id = s.id left join sale_order o on o.id = s.order_id
    left join member_user u on u.id = s.user_id order by 1, l.id`);

describe('rows that are not taken', () => {
  test('each is told with its reason, and none stops the others', async () => {
    await goods('22345');
    const done = await orders(
      file([
        { code: '22345', qty: 2, price: '1.5' },
        { code: '22345', qty: '1.5', price: 1 },
        { code: 'POST', qty: 1, price: 18 },
        { code: '99999', qty: 1, price: 1 },
        { code: '22345', qty: 1, price: 0 },
        { code: '22345', qty: 1, price: '-9' },
        { code: '22345', qty: -4, price: 1 },
        { code: '22345', qty: 1, price: '0.001' },
        { code: '22345', qty: 2, price: 1, invoice: 'C536370' },
        { code: 'B', qty: 1, price: 11062, invoice: 'A563185' },
        { code: '22345', qty: 1_000_000, price: 1 },
      ]),
    );
    expect(done).toBe(true);
    expect(await orderRows()).toEqual([{ invoice: '536365', qty: 2, paid: 300, back: 0, status: 5, member: '17850' }]);
    expect(
      reported()
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',').slice(0, 3)),
    ).toEqual([
      ['3', '22345', 'bad row'],
      ['4', 'POST', 'no goods'],
      ['5', '99999', 'unknown goods'],
      ['6', '22345', 'price is zero'],
      ['7', '22345', 'price is zero'],
      ['8', '22345', 'write-off'],
      ['9', '22345', 'below one fen'],
      ['10', '22345', 'no return'],
      ['11', 'B', 'correction'],
      ['12', '22345', 'too many'],
    ]);
  });

  test('with --strict, one that cannot be read stops all, fees do not', async () => {
    await goods('22345');
    const line = { code: '22345', qty: 1, price: 1 };
    expect(await orders(file([line, { ...line, at: 'yesterday' }]), '--strict')).toBe(false);
    expect(await orderRows()).toEqual([]);
    expect(reported()).toContain('not a date and time: yesterday');
    expect(await orders(file([line, { code: 'POST', qty: 1, price: 18 }]), '--strict')).toBe(true);
    expect(await orderRows()).toHaveLength(1);
  });

  test('a file that breaks off in the middle leaves nothing', async () => {
    await goods('22345');
    const path = join(folder, 'cut.csv');
    writeFileSync(path, 'InvoiceNo,StockCode,Quantity\n536365,22345,1\n');
    await expect(orders(path)).rejects.toThrow(/lacks/);
    await expect(orders(file([]), '--shop', 'S99')).rejects.toThrow(/no shop S99/);
    expect(await orderRows()).toEqual([]);
  });
});

describe('history', () => {
  test('an invoice is an order, marked, finished, of a member, in the time zone of the file', async () => {
    await goods('22345', '22346');
    await orders(
      file([
        { code: '22345', qty: 2, price: '1.5', at: '2011-06-30 17:30:00' },
        { code: '22346', qty: 1, price: 4, at: '2011-06-30 17:31:00' },
        { code: '22346', qty: 1, price: 4, at: '2011-06-30 17:31:00' },
        { code: '22345', qty: 1, price: 1, invoice: '536366', customer: '' },
      ]),
    );
    expect(await orderRows()).toEqual([
      { invoice: '536365', qty: 4, paid: 1100, back: 0, status: 5, member: '17850' },
      { invoice: '536366', qty: 1, paid: 100, back: 0, status: 5, member: null },
    ]);
    // Summer time in London: 17:30 there is 00:30 of the next day and month in Shanghai.
    expect(await rows(sql`select ordered_at, imported from sale_order where source_order_no = '536365'`)).toEqual([
      { ordered_at: '2011-06-30T16:30:00.000Z', imported: true },
    ]);
    expect(said.join('\n')).toMatch(/3 rows fall on another business day in Shanghai, 3 of them in another month/);
    expect(await rows(sql`select order_count, total_amount from member_user where user_no = '17850'`)).toEqual([
      { order_count: 1, total_amount: 1100 },
    ]);
    expect(
      await rows(sql`select count(*)::int as steps from audit_log where doc_type = 'order' and action = 'import'`),
    ).toEqual([{ steps: 2 }]);
    expect(await rows(sql`select 1 from stock_ledger`)).toEqual([]);
  });

  test('prices at a rate are rounded piece by piece, and it says how many', async () => {
    await goods('22345');
    await orders(file([{ code: '22345', qty: 2, price: '2.555', invoice: '1' }]));
    expect(await orderRows()).toMatchObject([{ paid: 2 * 256 }]);
    await orders(file([{ code: '22345', qty: 3, price: '2.55' }]), '--rate', '9.15');
    expect(await orderRows()).toContainEqual(expect.objectContaining({ invoice: '536365', paid: 3 * 2333 }));
    expect(said.join('\n')).toContain('1 rows were');
  });

  test('codes by letter case: folded where there is one, kept as told, refused where there are two', async () => {
    await goods('85123A');
    const path = file([{ code: '85123a', qty: 1, price: 1 }]);
    await orders(path, '--case', 'keep');
    expect(await orderRows()).toEqual([]);
    await orders(path);
    expect(await orderRows()).toHaveLength(1);
    expect(said.join('\n')).toContain('1 codes found their goods by that');
    await run(
      'goods',
      file(
        [
          { code: '85123B', qty: 1, price: 1 },
          { code: '85123b', qty: 1, price: 1 },
        ],
        'two.csv',
      ),
      '--case',
      'keep',
    );
    await orders(
      file([
        { code: '85123a', qty: 1, price: 1, invoice: '7' },
        { code: '85123B', qty: 1, price: 1, invoice: '8' },
      ]),
    );
    expect(await orderRows()).toHaveLength(3);
  });
});

describe('returns', () => {
  test('find the order of the same customer and goods before them; others have none', async () => {
    await goods('22345', '22346');
    await orders(
      file([
        { code: '22345', qty: 2, price: 1, invoice: '1', at: '2011-01-01 10:00' },
        { code: '22345', qty: 2, price: 1, invoice: '2', at: '2011-01-02 10:00' },
        { code: '22345', qty: -3, price: 1, invoice: 'C3', at: '2011-01-03 10:00' },
        { code: '22346', qty: -1, price: 1, invoice: 'C3', at: '2011-01-03 10:00' },
        { code: '22345', qty: -1, price: 1, invoice: 'C4', at: '2011-01-04 10:00', customer: '' },
        { code: '22345', qty: -1, price: 1, invoice: 'C5', at: '2011-01-04 10:00', customer: '1' },
      ]),
    );
    expect(await serviceRows()).toEqual([
      { no: 'C3', invoice: '1', qty: 1, amount: 100, member: '17850' },
      { no: 'C3-2', invoice: '2', qty: 2, amount: 200, member: '17850' },
      { no: 'C3-3', invoice: null, qty: 1, amount: 100, member: '17850' },
      { no: 'C4', invoice: null, qty: 1, amount: 100, member: null },
      { no: 'C5', invoice: null, qty: 1, amount: 100, member: '1' },
    ]);
    expect(await orderRows()).toMatchObject([
      { invoice: '1', back: 100, status: 5 },
      { invoice: '2', back: 200, status: 7 },
    ]);
    expect(await rows(sql`select returned_qty, refund_amount from sale_order_item order by id`)).toEqual([
      { returned_qty: 1, refund_amount: 100 },
      { returned_qty: 2, refund_amount: 200 },
    ]);
    expect(await rows(sql`select sum(amount)::int as amount, min(status) as status from order_refund`)).toEqual([
      { amount: 300, status: 4 },
    ]);
  });

  test('of a later file find the orders of an earlier one', async () => {
    await goods('22345');
    await orders(file([{ code: '22345', qty: 2, price: 1, invoice: '1', at: '2011-01-01 10:00' }]));
    await orders(file([{ code: '22345', qty: -2, price: 1, invoice: 'C2', at: '2011-02-01 10:00' }], 'later.csv'));
    expect(await orderRows()).toMatchObject([{ back: 200, status: 7 }]);
  });
});

describe('the same again', () => {
  const lines: RetailLine[] = [
    { code: '22345', qty: 2, price: 1, invoice: '1', at: '2011-01-01 10:00' },
    { code: '22345', qty: -1, price: 1, invoice: 'C2', at: '2011-01-02 10:00' },
  ];

  test('adds nothing and says so; other figures of a known invoice are told and kept', async () => {
    await goods('22345');
    await orders(file(lines));
    const [before, services] = [await orderRows(), await serviceRows()];
    expect(await orders(file(lines))).toBe(true);
    expect(said.join('\n')).toContain('imported before: nothing changed');
    expect([await orderRows(), await serviceRows()]).toEqual([before, services]);
    expect(reported()).not.toContain('other figures');
    await orders(file([...lines, { code: '22345', qty: 5, price: 1, invoice: '1', at: '2011-01-01 10:00' }]));
    expect(await orderRows()).toEqual(before);
    expect(reported()).toMatch(/1,other figures/);
  });

  test('a first file of which nothing can be taken is not called imported before', async () => {
    expect(await orders(file(lines))).toBe(true);
    expect(await orderRows()).toEqual([]);
    expect(said.join('\n')).toContain('No row of this file could be taken');
    expect(said.join('\n')).not.toContain('imported before');
  });

  test('so are those of a return, of however many orders it came', async () => {
    await goods('22345');
    const back: RetailLine = { code: '22345', qty: -3, price: 1, invoice: 'C3', at: '2011-01-04 10:00' };
    const bought: RetailLine = { code: '22345', qty: 2, price: 1, invoice: '2', at: '2011-01-03 10:00' };
    const unknown: RetailLine = { ...back, code: '22346', qty: -1, price: 4 };
    const file1 = file([...lines, bought, back, unknown]);
    await orders(file1);
    expect(reported().split('\r\n').slice(1, -1)).toMatchObject([expect.stringMatching(/22346,unknown goods/)]);
    const services = await serviceRows();
    expect(services).toMatchObject([{ no: 'C2' }, { no: 'C3' }, { no: 'C3-2' }]);
    // Known by now, but the invoice has come in without it.
    await goods('22346');
    await orders(file1);
    expect(await serviceRows()).toEqual(services);
    expect(reported().split('\r\n').slice(1, -1)).toEqual([
      ',C3,other figures,"3 pieces and 300 fen in the product, 4 and 700 in the file"',
    ]);
  });

  test('two at once add everything once', async () => {
    await goods('22345');
    const path = file(lines);
    await Promise.all([orders(path), orders(path)]);
    expect(await orderRows()).toHaveLength(1);
    expect(await serviceRows()).toHaveLength(1);
    expect(await rows(sql`select refund_amount from sale_order`)).toEqual([{ refund_amount: 100 }]);
  });
});

test('what is taken and what is not is the file, row by row, month by month, whatever is in it', async () => {
  await goods('22345', '22346');
  const line = fc.record({
    code: fc.constantFrom('22345', '22346', 'POST', '99999'),
    qty: fc.constantFrom<number | string>(1, 2, -1, -3, 0, 'x'),
    price: fc.constantFrom<number | string>(1, '0.001', 0, '-2', '2.555'),
    invoice: fc.constantFrom('1', '2', 'C3', 'C4', 'A563186'),
    at: fc.constantFrom('2011-01-31 17:00', '2011-02-01 10:00', '2011-07-31 18:00'),
    customer: fc.constantFrom('', '5'),
  });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 25 }), async (lines) => {
      round += 1;
      const own = lines.map((one) => ({
        ...one,
        invoice: one.invoice.replace(/\d+/, (no) => (one.invoice === 'A563186' ? no : `${round}0${no}`)),
      }));
      const before = await totals();
      await orders(file(own));
      const after = await totals();
      const months = said.filter((text) => /^ {2}(\d{4}-\d\d|unread )/.test(text)).map(figuresOf);
      for (const { sold, returned, not, all } of months) expect(sold + returned + not).toBe(all);
      const readable = own.filter(({ qty }) => typeof qty === 'number');
      expect(sum(months.map((one) => one.all))).toBe(sum(readable.map(({ qty }) => Number(qty))));
      expect(after.sold - before.sold).toBe(sum(months.map((one) => one.sold)));
      expect(before.back - after.back).toBe(sum(months.map((one) => one.returned)));
      expect(reported().split('\r\n').length - 2).toBe(own.filter((one) => !isTaken(one)).length);
    }),
    { numRuns: runsOf(25) },
  );
});

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The rule in plain words: goods that are known, pieces out with an invoice or back with a C, and a price of a fen at least. */
function isTaken({ code, qty, price, invoice = '' }: RetailLine): boolean {
  if (!code.startsWith('2234') || typeof qty !== 'number' || invoice.startsWith('A')) return false;
  return Number(price) >= 0.005 && (invoice.startsWith('C') ? qty < 0 : qty > 0);
}

async function totals(): Promise<{ sold: number; back: number }> {
  const [found] = (await rows(sql`
    select (select coalesce(sum(qty), 0)::int from sale_order_item) as sold,
      (select coalesce(sum(return_qty), 0)::int from order_service_line) as back`)) as [{ sold: number; back: number }];
  return found;
}

function figuresOf(text: string): { sold: number; returned: number; not: number; all: number } {
  const of = (name: string) => Number(new RegExp(`${name} (-?[\\d,]+) /`).exec(text)?.[1]?.replaceAll(',', ''));
  return { sold: of('sold'), returned: of('returned'), not: of('not taken'), all: of('file') };
}

describe('each till counts its own receipts, and anew each year', () => {
  const line = (more: Partial<RetailLine> = {}): RetailLine => ({
    code: '22345',
    qty: 1,
    price: '59.00',
    invoice: '0001',
    ...more,
  });
  const shops = async () => {
    const ids = [(await addDistrictShop(db)).id, (await addDistrictShop(db)).id];
    const { rows: found } = await sql<{ shop_no: string }>`
      select shop_no from shop where id = any(${ids}) order by id`.execute(db);
    return found.map(({ shop_no }) => shop_no) as [string, string];
  };
  const numbered = () =>
    rows(sql`
      select o.shop_id is null as platform, date_part('year', o.ordered_at)::int as year, o.goods_qty as qty
      from sale_order o where o.source_order_no = '0001' order by o.shop_id nulls first, o.ordered_at`);

  test('the same number of another shop, of no shop and of another year is another order; the same file again is none', async () => {
    await goods('22345');
    const [one, other] = await shops();
    const first = file([line()], 'one.csv');
    await orders(first, '--shop', one);
    await orders(first, '--shop', one);
    expect(await numbered()).toHaveLength(1);
    await orders(file([line({ qty: 2, price: '89.00' })], 'other.csv'), '--shop', other);
    expect(reported()).not.toContain('other figures');
    await orders(file([line({ qty: 3 })], 'platform.csv'));
    await orders(file([line({ qty: 4, at: '2011-03-01 08:26:00' })], 'year.csv'), '--shop', one);
    expect(await numbered()).toEqual([
      { platform: true, year: 2010, qty: 3 },
      { platform: false, year: 2010, qty: 1 },
      { platform: false, year: 2011, qty: 4 },
      { platform: false, year: 2010, qty: 2 },
    ]);
    await orders(file([line({ qty: 9 })], 'changed.csv'), '--shop', other);
    expect(reported()).toContain('other figures');
    expect(await numbered()).toHaveLength(4);
  });

  test('and so is a return', async () => {
    await goods('22345');
    const [one, other] = await shops();
    const back = (at: string) => [line({ invoice: 'C0001', qty: -1, at })];
    for (const shop of [one, other, one]) await orders(file(back('2010-12-02 08:00:00'), 'back.csv'), '--shop', shop);
    expect(await serviceRows()).toHaveLength(2);
    await orders(file(back('2011-12-02 08:00:00'), 'later.csv'), '--shop', one);
    expect(await serviceRows()).toHaveLength(3);
  });
});
