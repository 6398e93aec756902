import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { syncAccess } from '#server/application.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type Office, officeOf } from '#tests/factories/office.ts';
import { readArguments } from './arguments.ts';
import { runImport } from './run-import.ts';

const folder = mkdtempSync(join(tmpdir(), 'import-'));
const report = join(folder, 'report.csv');
afterAll(() => rmSync(folder, { recursive: true }));

let db: Kysely<unknown>;
let office: Office;
let said: string[];
beforeEach(async () => {
  ({ db } = await testDatabase());
  office = officeOf(db);
  said = [];
  await syncAccess(db);
  await sql`with a as (insert into admin (username, nickname, password_hash) values ('admin', '管理员', 'x') returning id) insert into admin_role select a.id, r.id from a, role r where r.code = 'super'`.execute(
    db,
  );
});

type Line = [
  code: string,
  qty: number | string,
  price: number | string,
  more?: { text?: string; at?: string; invoice?: string },
];

function file(lines: readonly Line[], name = 'sales.csv'): string {
  const rows = lines.map(
    ([code, qty, price, more = {}]) =>
      `${more.invoice ?? '536365'},${code},"${more.text ?? `THING ${code.toUpperCase()}`}",${qty},${more.at ?? '2010-12-01 08:26:00'},${price},17850.0,United Kingdom`,
  );
  const path = join(folder, name);
  writeFileSync(
    path,
    ['InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country', ...rows, ''].join('\n'),
  );
  return path;
}

const run = (...given: string[]) => runTold(report, ...given);

async function runTold(told: string, ...given: string[]): Promise<boolean> {
  said = [];
  return await runImport(
    { db, clock: systemClock, log: createLog({ level: 'silent' }), say: (line) => said.push(line) },
    readArguments(given),
    told,
  );
}
const goods = (path: string, ...more: string[]) => run('goods', path, ...more);
const opening = (path: string, ...more: string[]) => run('opening-stock', path, '--warehouse', 'W01', ...more);
const addW01 = () => office.call(callsOf(warehouse).add, { warehouse_no: 'W01', name: '总仓', type: 1 });
const reported = () => readFileSync(report, 'utf8');
const reportedKinds = () =>
  reported()
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',').slice(0, 3).join(','));

async function skus(): Promise<
  { style_no: string; name: string; price: number; status: number; barcodes: string[]; main: string }[]
> {
  const { rows } = await sql<{
    style_no: string;
    name: string;
    price: number;
    status: number;
    barcodes: string[];
    main: string;
  }>`
    select s.style_no, s.name, k.tag_price as price, s.status, array(select b.barcode from sku_barcode b where b.sku_id = k.id order by b.id) as barcodes, k.main_barcode as main
    from sku k join spu s on s.id = k.spu_id order by s.id`.execute(db);
  return rows;
}

const onHand = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{
    code: string;
    qty: number;
  }>`select k.main_barcode as code, b.qty_on_hand as qty from stock b join sku k on k.id = b.sku_id order by 1`.execute(
    db,
  );
  return Object.fromEntries(rows.map((row) => [row.code, row.qty]));
};

describe('a file is refused', () => {
  test('with bad rows: all of them are reported at once and nothing is written', async () => {
    const path = file([
      ['22345', 1, 1],
      ['', 1, 1],
      ['22346', '1.5', 1],
      ['22347', 1, 'x'],
      ['22348', 1, 1, { at: 'yesterday' }],
    ]);
    expect(await goods(path)).toBe(false);
    expect(said.join('\n')).toMatch(
      /4 bad rows[\s\S]*row 3: [\s\S]*row 4 [\s\S]*row 5 [\s\S]*row 6 [\s\S]*Nothing was imported/,
    );
    expect(reported().match(/bad row/g)).toHaveLength(4);
    expect(await skus()).toEqual([]);
    expect(await goods(path, '--skip-errors')).toBe(true);
    expect((await skus()).map((one) => one.style_no)).toEqual(['22345']);
  });

  test('or its report cannot be written: then nothing is', async () => {
    const path = file([['22345', 1, 1]]);
    const told = join(path, 'report.csv');
    await expect(runTold(told, 'goods', path)).rejects.toThrow(/cannot write the report/);
    expect(await skus()).toEqual([]);
    await goods(path);
    await addW01();
    await expect(runTold(told, 'opening-stock', path, '--warehouse', 'W01')).rejects.toThrow(/cannot write/);
    expect(await onHand()).toEqual({});
  });

  test('without the columns, or empty', async () => {
    const path = join(folder, 'other.csv');
    writeFileSync(path, 'a,b\n1,2\n');
    await expect(goods(path)).rejects.toThrow(/lacks 条码/);
    writeFileSync(path, '');
    await expect(goods(path)).rejects.toThrow(/empty/);
  });

  test('as opening stock: of unknown goods, for an unknown warehouse or month, without somebody to approve it', async () => {
    const path = file([
      ['22345', 3, 1],
      ['22999', 4, 1],
    ]);
    await expect(opening(path)).rejects.toThrow(/no warehouse W01/);
    await addW01();
    await goods(file([['22345', 3, 1]], 'some.csv'));
    expect(await opening(path)).toBe(false);
    expect(reported()).toContain('22999');
    expect(await onHand()).toEqual({});
    await expect(opening(path, '--month', '2011-01')).rejects.toThrow(/no sales in 2011-01/);
    await expect(opening(path, '--approved-by', 'nobody')).rejects.toThrow(/"nobody"/);
    expect(await opening(path, '--skip-errors')).toBe(true);
    expect(await onHand()).toEqual({ '22345': 3 });
  });
});

describe('goods', () => {
  test('each code is a style and a SKU with its commonest name and its latest price', async () => {
    await goods(
      file([
        ['22345', 1, '1.25', { text: 'OLD NAME' }],
        ['22345', 1, '2.5', { at: '2011-08-01 10:00:00' }],
        ['22345', -1, '9', { at: '2011-08-02 10:00:00', invoice: 'C1' }],
        ['22345', 1, '0', { at: '2011-08-03 10:00:00' }],
        ['22345', 1, '2', { at: '2011-01-01 10:00:00' }],
      ]),
    );
    expect(await skus()).toEqual([
      { style_no: '22345', name: 'THING 22345', price: 250, status: 1, barcodes: ['22345'], main: '22345' },
    ]);
  });

  test('codes that are no goods are left out and listed with the reason', async () => {
    await goods(
      file([
        ['22345', 1, 1],
        ['POST', 1, 18],
        ['gift_0001_20', 1, 16],
        ['23444', 1, 15, { text: 'Next Day Carriage' }],
      ]),
    );
    expect(await skus()).toHaveLength(1);
    expect(said.join('\n')).toMatch(/3 codes are no goods[\s\S]*POST: postage; 1 row/);
    expect(reported()).toMatch(/23444,left out,a service by its name/);
  });

  test('letter case is folded, every spelling a barcode, the commonest the main one; or kept', async () => {
    const lines: Line[] = [
      ['85123a', 1, 1],
      ['85123A', 1, 1],
      ['85123A', 1, 2],
    ];
    await goods(file(lines));
    expect(await skus()).toMatchObject([{ style_no: '85123A', barcodes: ['85123A', '85123a'], main: '85123A' }]);
    expect(reported()).toContain('folded');
    const { db: other } = await testDatabase();
    db = other;
    await goods(file(lines), '--case', 'keep');
    expect((await skus()).map((one) => one.style_no)).toEqual(['85123a', '85123A']);
    // Folded afterwards: what stands apart stays apart.
    expect(await goods(file(lines))).toBe(true);
    expect(await skus()).toHaveLength(2);
    expect(reported()).toContain('different SKUs already');
  });

  test('remarks of corrections are no names, goods without price wait, odd prices are rounded and reported', async () => {
    await goods(
      file([
        ['22345', -5, 0, { text: 'damages' }],
        ['22346', 1, '0.001'],
        ['22347', 1, '0.125'],
      ]),
    );
    expect(await skus()).toMatchObject([
      { name: '22345', price: 0, status: 0 },
      { price: 0, status: 0 },
      { price: 13, status: 1 },
    ]);
    expect(reported()).toMatch(/22345,no name[\s\S]*4,22347,rounded/);
  });

  test('at a rate', async () => {
    await goods(file([['22345', 1, '2.55']]), '--rate', '9.1');
    expect(await skus()).toMatchObject([{ price: 2321 }]);
  });

  test('twice in a row changes nothing and says so', async () => {
    const path = file([
      ['22345', 1, 1],
      ['85123a', 1, 1],
      ['85123A', 1, 1],
      ['22346', -1, 0, { text: '' }],
    ]);
    await goods(path);
    const before = await skus();
    expect(await goods(path)).toBe(true);
    expect(said.join('\n')).toContain('imported before: nothing changed');
    expect(await skus()).toEqual(before);
    expect((await sql`select 1 from brand`.execute(db)).rows).toHaveLength(1);
  });

  test('two at once add everything once', async () => {
    const path = file([
      ['22345', 1, 1],
      ['22346', 1, 1],
    ]);
    await Promise.all([goods(path), goods(path)]);
    expect(await skus()).toHaveLength(2);
  });

  test('a later file adds what is new, brings prices and names up to date, and an earlier one does not take them back', async () => {
    const early = file(
      [
        ['22345', 1, 1],
        ['22346', 1, 0, { text: 'found' }],
      ],
      'early.csv',
    );
    const late = file(
      [
        ['22345', 1, 2, { at: '2011-09-01 10:00:00' }],
        ['22346', 1, 3, { at: '2011-09-01 10:00:00' }],
        ['22345a', 1, 4],
        ['22347', 1, 5],
      ],
      'late.csv',
    );
    await goods(early);
    await goods(late);
    const after = await skus();
    expect(after).toMatchObject([
      { price: 200 },
      { name: 'THING 22346', price: 300, status: 1 },
      { style_no: '22345a' },
      { style_no: '22347' },
    ]);
    await goods(early);
    expect(await skus()).toEqual(after);
  });

  test('a price that a person set stays and is reported', async () => {
    await goods(file([['22345', 1, 1]]));
    const { list } = await office.call(callsOf(sku).list, {});
    const [one] = list;
    await office.call(callsOf(sku).edit, {
      id: one?.id ?? 0,
      version: one?.version ?? 0,
      spu_id: one?.spu_id,
      color_value_id: one?.color_value_id,
      size_id: one?.size_id,
      tag_price: 777,
    } as never);
    await goods(file([['22345', 1, 2, { at: '2011-09-01 10:00:00' }]]));
    expect(await skus()).toMatchObject([{ price: 777 }]);
    expect(reported()).toContain('set by hand');
  });

  test('imported goods are found by every spelling and follow their style like any other', async () => {
    await goods(
      file([
        ['85123A', 2, 1],
        ['85123a', 1, 1],
      ]),
    );
    expect((await office.call(callsOf(sku).options, { keyword: '85123a' })).list).toHaveLength(1);
    const [style] = (await office.call(callsOf(spu).list, {})).list;
    const { id, version, style_no, category_id, brand_id, unit_id } = style as unknown as Record<string, number>;
    await office.call(callsOf(spu).edit, {
      id,
      version,
      style_no,
      category_id,
      brand_id,
      unit_id,
      name: '心形烛台',
      tag_price: 100,
    } as never);
    expect((await office.call(callsOf(sku).list, {})).list).toMatchObject([{ name: '心形烛台 不分颜色 F' }]);
  });
});

describe('opening stock', () => {
  const lines: Line[] = [
    ['22345', 5, 1],
    ['22345', 5, 1],
    ['22345a', 1, 1],
    ['22345A', 2, 1],
    ['22346', 7, 1, { at: '2011-01-05 08:00:00' }],
    ['22345', -3, 1, { invoice: 'C536366' }],
    ['22345', -9, 0],
    ['22345', 100, 0],
    ['POST', 1, 18],
  ];

  test('is what the sale lines of the first month add up to, posted by adjustments that keep the books right', async () => {
    await addW01();
    await goods(file(lines));
    expect(await opening(file(lines))).toBe(true);
    expect(await onHand()).toEqual({ '22345': 10, '22345a': 3 });
    const { rows } = await sql<
      Record<string, unknown>
    >`select d.status, adjust_type, total_qty, d.created_by, a.username as judge from stock_adjustment d join audit_log l on l.doc_id = d.id and l.action = 'audit' and l.doc_type = 'stockAdjustment' join admin a on a.id = l.admin_id`.execute(
      db,
    );
    expect(rows).toEqual([{ status: 2, adjust_type: 8, total_qty: 13, created_by: 1, judge: 'admin' }]);
    expect(await brokenInvariants(db)).toEqual([]);
  });

  test('of a list: a row below nothing is a bad one, goods of which it has none are told', async () => {
    await addW01();
    await goods(file(['22345', '22346', '22347'].map((code): Line => [code, 1, 1])));
    const list = (...rows: readonly string[]) => {
      const path = join(folder, 'list.csv');
      writeFileSync(path, ['条码,数量', ...rows, ''].join('\n'));
      return path;
    };
    const path = list('22345,5', '22346,0', '22347,-2', '22345,0');
    expect(await opening(path)).toBe(false);
    expect(said.join('\n')).toContain('row 4 (22347): the quantity is below 0: -2');
    expect(await onHand()).toEqual({});
    expect(await opening(path, '--skip-errors')).toBe(true);
    expect(await onHand()).toEqual({ '22345': 5 });
    // Of 22345 another row has some: nothing of it is missing.
    expect(reportedKinds()).toEqual(['4,22347,bad row', ',22346,no pieces']);
    expect(said.join('\n')).toContain('1 × goods of which the list has no piece');
    expect(await opening(list('22346,0'))).toBe(true);
    expect(said.join('\n')).toContain('Nothing was posted');
    expect(reportedKinds()).toEqual([',22346,no pieces']);
    // What goods there are does not hang on how many.
    const named = join(folder, 'named.csv');
    writeFileSync(named, '条码,单价,数量\n22348,1,-2\n');
    expect(await goods(named)).toBe(true);
  });

  test('of another month is asked for by name; goods that have opening stock already get none again', async () => {
    await addW01();
    await goods(file(lines));
    await opening(file(lines));
    expect(await opening(file(lines))).toBe(true);
    expect(said.join('\n')).toContain('Nothing was posted');
    expect(await opening(file(lines), '--month', '2011-01')).toBe(true);
    expect(await onHand()).toEqual({ '22345': 10, '22345a': 3, '22346': 7 });
    // A longer file, other bytes: still nothing twice.
    await opening(file([...lines, ['22345', 50, 1]], 'longer.csv'));
    expect(await onHand()).toMatchObject({ '22345': 10 });
    expect(reported()).toContain('already opened');
  });
});
