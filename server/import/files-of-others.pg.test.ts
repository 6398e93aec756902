import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sku } from '#contract/areas/goods/sku.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { syncAccess } from '#server/application.ts';
import { FileAnswer } from '#server/kit/file-answer.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addGoodsMasters } from '#tests/factories/goods-masters.ts';
import { catalogueSheet } from '#tests/factories/imports.ts';
import { type Office, officeOf } from '#tests/factories/office.ts';
import { sheetOf, styledWorkbook } from '#tests/factories/workbook.ts';
import { readArguments } from './arguments.ts';
import { runImport } from './run-import.ts';

// What programs of others, and spreadsheets, make of tables: nothing of it is taken for something else (amendments H8, H9).

const folder = mkdtempSync(join(tmpdir(), 'import-others-'));
const report = join(folder, 'report.csv');
afterAll(() => rmSync(folder, { recursive: true }));

let db: Kysely<unknown>;
let office: Office;
beforeEach(async () => {
  ({ db } = await testDatabase());
  office = officeOf(db);
  await syncAccess(db);
  await sql`with a as (insert into admin (username, nickname, password_hash) values ('admin', '管理员', 'x') returning id) insert into admin_role select a.id, r.id from a, role r where r.code = 'super'`.execute(
    db,
  );
});

async function run(kind: 'goods' | 'opening-stock', content: string | Buffer, ...more: string[]): Promise<boolean> {
  const path = join(folder, 'sheet.csv');
  writeFileSync(path, content);
  const frame = { db, clock: systemClock, log: createLog({ level: 'silent' }), say: () => undefined };
  return await runImport(frame, readArguments([kind, path, ...more]), report);
}
const reported = () => readFileSync(report, 'utf8');
const skus = async () =>
  (
    await sql<{ style: string; name: string; price: number; codes: string[] }>`
      select s.style_no as style, s.name, k.tag_price as price, array(select b.barcode from sku_barcode b where b.sku_id = k.id order by b.id) as codes
      from sku k join spu s on s.id = k.spu_id order by k.id`.execute(db)
  ).rows;
const addW01 = () => office.call(callsOf(warehouse).add, { warehouse_no: 'W01', name: '总仓', type: 1 });
const onHand = async () =>
  (
    await sql<{ code: string; qty: number }>`
      select k.main_barcode as code, b.qty_on_hand as qty from stock b join sku k on k.id = b.sku_id order by 1`.execute(
      db,
    )
  ).rows;
const cell = (kind: string, value: string) => `<c t="${kind}"><v>${value}</v></c>`;

describe('a list of goods is refused', () => {
  test('with codes that a spreadsheet has spoilt: three goods do not become one', async () => {
    const rows = ['6.93E+12,T恤,59', '6.93E+12,围巾,129', '6.93E+12,衬衫,299', '6901234560024.0,短裤,9.9', '690,帽,1'];
    const sheet = ['条码,商品名称,单价', ...rows, ''].join('\n');
    expect(await run('goods', sheet)).toBe(false);
    expect(await skus()).toEqual([]);
    expect(reported().match(/spoilt by a spreadsheet/g)).toHaveLength(4);
    expect(await run('goods', sheet, '--skip-errors')).toBe(true);
    expect(await skus()).toMatchObject([{ name: '帽' }]);
  });

  test('with the word of a failed formula as a code or a name, but not in a column that nobody reads', async () => {
    const shared = ['条码', '商品名称', '单价', '备注', '外套'];
    const heading = [0, 1, 2, 3].map((at) => cell('s', String(at))).join('');
    const row = (code: string, name: string, more = '') => `<row>${code}${name}<c><v>29</v></c>${more}</row>`;
    const rows = [
      row(cell('e', '#N/A'), cell('s', '4')),
      row(cell('str', '690122'), cell('e', '#REF!')),
      row(cell('str', '690123'), cell('s', '4'), cell('e', '#VALUE!')),
    ];
    const book = styledWorkbook(sheetOf(`<row>${heading}</row>${rows.join('')}`), shared);
    expect(await run('goods', book)).toBe(false);
    expect(reported()).toMatch(/2,#N\/A,bad row[\s\S]*3,690122,bad row[^\n]*a formula that failed: #REF!/);
    expect(await run('goods', book, '--skip-errors')).toBe(true);
    expect(await skus()).toMatchObject([{ codes: ['690123'], name: '外套' }]);
  });

  test('with a cut character, which is told by its row; the other rows keep their names', async () => {
    const bytes = [
      Buffer.from('条码,商品名称,单价\n690123,'),
      Buffer.from([0xe7, 0xba]),
      Buffer.from('棉外套,5.5\n690124,羽绒服,5.5\n'),
    ];
    expect(await run('goods', Buffer.concat(bytes))).toBe(false);
    expect(reported()).toMatch(/2,690123,bad row,[^\n]*cannot be read/);
    expect(await run('goods', Buffer.concat(bytes), '--skip-errors')).toBe(true);
    expect(await skus()).toMatchObject([{ codes: ['690124'], name: '羽绒服' }]);
  });
});

test('an empty cell of a workbook is empty: no name, and no stock of goods that no cell names', async () => {
  await run('goods', '条码,商品名称,单价\n6901234567892,T恤,59\n');
  await addW01();
  const shared = ['条码', '数量', '6901234567892'];
  const rows = (code: string) =>
    sheetOf(`<row>${cell('s', '0')}${cell('s', '1')}</row><row><c r="A2" t="s"${code}<c r="B2"><v>5</v></c></row>`);
  const stock = (sheet: string) => run('opening-stock', styledWorkbook(sheet, shared), '--warehouse', 'W01');
  expect(await stock(rows('/>'))).toBe(false);
  expect(await onHand()).toEqual([]);
  expect(await stock(rows('><v>2</v></c>'))).toBe(true);
  expect(await onHand()).toEqual([{ code: '6901234567892', qty: 5 }]);
});

test('a UPC is the same goods in both its spellings', async () => {
  await run('goods', '条码,商品名称,单价\n036000291452,纸巾,5\n0036000291452,纸巾,5\n');
  expect(await skus()).toMatchObject([{ codes: ['036000291452'] }]);
  await run('goods', '条码,商品名称,单价\n042100005264,糖,5\n');
  await run('goods', '条码,商品名称,单价\n0042100005264,糖,5\n');
  expect(await skus()).toHaveLength(2);
  await addW01();
  await run('opening-stock', '条码,数量\n0042100005264,7\n', '--warehouse', 'W01');
  expect(await onHand()).toEqual([{ code: '042100005264', qty: 7 }]);
});

describe('our own lists come back in without a second copy', () => {
  async function list(): Promise<string> {
    const file = (await office.call(callsOf(sku).list, { export: 1 } as never)) as unknown;
    if (!(file instanceof FileAnswer)) throw new Error('not a file');
    return file.body;
  }

  test('of goods that were imported without styles', async () => {
    await run('goods', '条码,商品名称,单价\n6901234567892,往返衣,59\n690124,"衬衫, 长袖",129\n');
    const before = await skus();
    expect(await run('goods', await list())).toBe(true);
    expect(await skus()).toEqual(before);
    expect(reported()).not.toMatch(/bad row/);
  });

  test('of styles in colours and sizes', async () => {
    await addGoodsMasters(db);
    const tee = {
      style: 'TX01',
      name: '纯棉T恤',
      brand: '禾木森',
      category: '女装/上装/T恤',
      price: '1299',
      unit: '件',
    };
    const rows = ['S', 'M'].map((size, at) => ({ ...tee, code: `69000${at}`, color: '黑', size }));
    await run('goods', catalogueSheet(rows));
    const before = await skus();
    expect(before).toHaveLength(2);
    expect(await run('goods', await list())).toBe(true);
    expect(await skus()).toEqual(before);
  });

  test('of numbers alone: goods are known by them as well, here and as opening stock', async () => {
    await run('goods', '条码,商品名称,单价\n6901234567892,往返衣,59\n');
    const { rows } = await sql<{ sku_no: string }>`select sku_no from sku`.execute(db);
    const [{ sku_no }] = rows as [{ sku_no: string }];
    const before = await skus();
    expect(await run('goods', `SKU编码,商品名称,单价\n${sku_no},往返衣,59\n`)).toBe(true);
    expect(await skus()).toEqual(before);
    await addW01();
    expect(await run('opening-stock', `SKU编码,数量\n${sku_no},3\n`, '--warehouse', 'W01')).toBe(true);
    expect(await onHand()).toEqual([{ code: '6901234567892', qty: 3 }]);
  });
});
