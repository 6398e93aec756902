import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import type { ColumnKey } from '#contract/areas/tasks/import-column.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { systemClock } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addGoodsMasters } from '#tests/factories/goods-masters.ts';
import { catalogueSheet } from '#tests/factories/imports.ts';
import { type Office, officeOf } from '#tests/factories/office.ts';
import { readArguments } from './arguments.ts';
import { runImport } from './run-import.ts';

const folder = mkdtempSync(join(tmpdir(), 'import-styles-'));
const report = join(folder, 'report.csv');
afterAll(() => rmSync(folder, { recursive: true }));

type Row = Partial<Record<ColumnKey, string>>;

let db: Kysely<unknown>;
let office: Office;
let said: string[];
beforeEach(async () => {
  ({ db } = await testDatabase());
  office = officeOf(db);
  said = [];
  await addGoodsMasters(db);
});

const tee: Row = {
  style: 'TX01',
  name: '纯棉T恤',
  brand: '禾木森',
  category: '女装/上装/T恤',
  price: '129',
  unit: '件',
};
const of = (changes: Row, base: Row = tee): Row => ({ ...base, ...changes });
const tees: Row[] = [
  of({ code: '690001', color: '黑', size: 'S' }),
  of({ code: '690002', color: '黑', size: 'M' }),
  of({ code: '690003', color: '白', size: 'M' }),
];

const run = (rows: readonly Row[], ...more: string[]) => runTold(report, rows, ...more);

async function runTold(told: string, rows: readonly Row[], ...more: string[]): Promise<boolean> {
  said = [];
  const path = join(folder, 'goods.csv');
  writeFileSync(path, catalogueSheet(rows));
  return await runImport(
    { db, clock: systemClock, log: createLog({ level: 'silent' }), say: (line) => said.push(line) },
    readArguments(['goods', path, ...more]),
    told,
  );
}
const reported = () => readFileSync(report, 'utf8');

const styles = async () =>
  (
    await sql<Record<string, unknown>>`
      select s.style_no, s.name, b.name as brand, c.name as category, u.name as unit, t.name as run, s.season_name, s.sex_name, s.tag_price, s.status
      from spu s join brand b on b.id = s.brand_id join category c on c.id = s.category_id join unit u on u.id = s.unit_id
      left join size_type t on t.id = s.size_type_id order by s.id`.execute(db)
  ).rows;
const skus = async () =>
  (
    await sql<{ style: string; name: string; price: number; codes: string }>`
      select s.style_no as style, k.name, k.tag_price as price, (select string_agg(b.barcode, ' ' order by b.id) from sku_barcode b where b.sku_id = k.id) as codes
      from sku k join spu s on s.id = k.spu_id order by k.id`.execute(db)
  ).rows;
const count = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(db)).rows[0]?.n;

describe('rows of a catalogue are refused', () => {
  const cases: [string, Row[], RegExp][] = [
    ['an unknown brand', [of({ brand: '没有的' })], /there is no brand 没有的/],
    ['an unknown category', [of({ category: '女装/上装/马甲' })], /there is no category 女装\/上装\/马甲/],
    ['a category with others below', [of({ category: '女装/上装' })], /has others below it/],
    [
      'a name of several categories',
      [of({ category: 'T恤' })],
      /several categories[\s\S]*女装\/上装\/T恤, 男装\/上装\/T恤/,
    ],
    ['an unknown colour', [of({ color: '绿', size: 'M' })], /there is no colour 绿/],
    ['an unknown size', [of({ color: '黑', size: '9XL' })], /there is no size 9XL/],
    ['a size that its run lacks', [of({ color: '黑', size: 'S', size_type: '女裤' })], /there is no size in 女裤: S/],
    ['an unknown run', [of({ size: 'S', size_type: '没有' })], /there is no size run 没有/],
    ['a size of several runs', [of({ size: '29' })], /several runs \(女裤, 男裤\)/],
    [
      'sizes of two runs',
      [of({ size: 'S', code: '1' }), of({ size: '30', code: '2' })],
      /row 3 \(2\): sizes S、30 are not of one run/,
    ],
    ['an unknown unit', [of({ unit: '捆' })], /there is no unit 捆/],
    ['no season', [of({ season: '雨季' })], /season is none of 春, 夏/],
    ['no sex', [of({ sex: '狗' })], /sex is none of 男, 女/],
    ['no style number', [of({}), of({ style: '', code: '1' })], /row 3 \(1\): no style number/],
    ['a price below 0', [of({ price: '-1' })], /below 0/],
    ['a long style number', [of({ style: 'x'.repeat(33), color: '黑', size: 'S' })], /style longer than 32/],
    ['a code that is no barcode', [of({ code: '条码' })], /not a barcode/],
    [
      'another name',
      [tees[0] ?? {}, of({ code: '2', color: '黑', size: 'M', name: '别的' })],
      /row 3 \(2\): its name is 别的, but row 2 of style TX01 says 纯棉T恤/,
    ],
    [
      'another category',
      [tees[0] ?? {}, of({ code: '2', color: '黑', size: 'M', category: '连衣裙' })],
      /row 3 .*its category is 连衣裙, but row 2/,
    ],
    [
      'another season',
      [of({ season: '春', size: 'S' }), of({ season: '夏季', size: 'M' })],
      /its season is 夏, but row 2 .* says 春/,
    ],
    ['another sex', [of({ sex: '女', size: 'S' }), of({ sex: '男款', size: 'M' })], /its sex is 男, but row 2/],
    [
      'a barcode of two SKUs',
      [tees[0] ?? {}, of({ code: '690001', color: '白', size: 'M' })],
      /row 3 \(690001\): barcode 690001 is another SKU's in row 2/,
    ],
    [
      'no size where others have one',
      [tees[0] ?? {}, of({ code: '2', color: '黑' })],
      /row 3 \(2\): no size, which row 2/,
    ],
    [
      'no colour where others have one',
      [tees[0] ?? {}, of({ code: '2', size: 'M' })],
      /row 3 \(2\): no colour, which row 2/,
    ],
    [
      'two codes that nothing tells apart',
      [of({ code: '1' }), of({ code: '2' })],
      /row 3 \(2\): row 2 is of the same style with another code/,
    ],
    [
      'no brand where the number is of two',
      [of({ size: 'S' }), of({ size: 'S', brand: '凌羽' }), of({ size: 'M', brand: '' })],
      /row 4 .*no brand, and other rows have style TX01 of 禾木森, 凌羽/,
    ],
  ];
  test.each(cases)('%s', async (_what, rows, words) => {
    expect(await run(rows)).toBe(false);
    expect(said.join('\n')).toMatch(words);
    expect(await count('spu')).toBe(0);
    expect(await count('brand')).toBe(2);
  });

  test('all at once, what is wrong with the cell and what is not there; the good ones come in when asked', async () => {
    const rows = [...tees, of({ price: 'x' }), of({ brand: '甲', color: '绿' }), of({ style: 'TX02', season: '?' })];
    expect(await run(rows)).toBe(false);
    expect(said.join('\n')).toMatch(/3 bad rows:[\s\S]*row 5[\s\S]*row 6 .*no brand 甲; .*no colour 绿[\s\S]*row 7/);
    expect(reported().match(/bad row/g)).toHaveLength(3);
    expect(await count('spu')).toBe(0);
    expect(await run(rows, '--skip-errors')).toBe(true);
    expect(await count('sku')).toBe(3);
  });

  test('a code of another style, of another colour, or of two SKUs', async () => {
    await run(tees);
    expect(await run([of({ code: '690001', style: 'TX09', color: '黑', size: 'S' })])).toBe(false);
    expect(said.join('\n')).toMatch(/its barcode is that of S\d+ of style TX01/);
    expect(await run([of({ code: '690001', brand: '凌羽', color: '黑', size: 'S' })])).toBe(false);
    expect(await run([of({ code: '690001', color: '白', size: 'S' })])).toBe(false);
    expect(said.join('\n')).toMatch(/which is 黑 S/);
    expect(await run([of({ code: '690001,690002', color: '黑', size: 'S' })])).toBe(false);
    expect(said.join('\n')).toMatch(/are different SKUs already/);
    expect(await count('sku')).toBe(3);
  });

  test('a size of another run than the style has, and what is switched off', async () => {
    await run(tees);
    expect(await run([of({ code: '9', color: '黑', size: '28', size_type: '女裤' })])).toBe(false);
    expect(said.join('\n')).toMatch(/has sizes of 字母码 already/);
    expect(await run([of({ code: '9', color: '黑' })])).toBe(false);
    expect(said.join('\n')).toMatch(/no size, and its style has sizes of 字母码/);
    await sql`update brand set status = 0 where name = '凌羽'`.execute(db);
    expect(await run([of({ brand: '凌羽' })], '--make-missing')).toBe(false);
    expect(said.join('\n')).toMatch(/brand 凌羽 is switched off/);
  });
});

describe('a catalogue', () => {
  test('whose report cannot be written is not imported', async () => {
    const told = join(folder, 'goods.csv', 'report.csv');
    await expect(runTold(told, tees)).rejects.toThrow(/cannot write the report/);
    expect(await count('spu')).toBe(0);
  });

  test('is styles with SKUs by colour and size, named and placed as by hand', async () => {
    expect(await run(tees.map((row) => ({ ...row, season: '夏季', sex: '女' })))).toBe(true);
    expect(await styles()).toEqual([
      {
        style_no: 'TX01',
        name: '纯棉T恤',
        brand: '禾木森',
        category: 'T恤',
        unit: '件',
        run: '字母码',
        season_name: '夏',
        sex_name: '女',
        tag_price: 12_900,
        status: 1,
      },
    ]);
    expect(await skus()).toEqual([
      { style: 'TX01', name: '纯棉T恤 黑 S', price: 12_900, codes: '690001' },
      { style: 'TX01', name: '纯棉T恤 黑 M', price: 12_900, codes: '690002' },
      { style: 'TX01', name: '纯棉T恤 白 M', price: 12_900, codes: '690003' },
    ]);
    expect(said.join('\n')).toContain('1 new styles, 3 new SKUs, 3 new barcodes');
    // Nothing is made that nothing needs.
    expect(await count('brand')).toBe(2);
  });

  test('twice in a row changes nothing and says so; two at once add everything once', async () => {
    await Promise.all([run(tees), run(tees)]);
    const before = await skus();
    expect(before).toHaveLength(3);
    expect(await run(tees)).toBe(true);
    expect(said.join('\n')).toContain('imported before: nothing changed');
    expect(await skus()).toEqual(before);
  });

  test('several barcodes are one SKU, on several rows, in one cell or in another letter case; further ones come later', async () => {
    await run([
      of({ code: 'a1、a2', color: '黑', size: 'S' }),
      of({ code: 'a3', color: '黑', size: 'S' }),
      of({ code: 'A1', color: '黑', size: 'S' }),
    ]);
    expect((await skus()).map(({ codes }) => codes)).toEqual(['a1 a2 a3 A1']);
    await run([of({ code: 'a1 a9', color: '黑', size: 'S' })]);
    expect((await skus()).map(({ codes }) => codes)).toEqual(['a1 a2 a3 A1 a9']);
    expect(said.join('\n')).toContain('0 new SKUs, 1 new barcodes');
  });

  test('needs no barcodes: a SKU without one has one of our own range, and is known by its place', async () => {
    const bare = tees.map(({ code: _code, ...row }) => row);
    await run(bare);
    expect((await skus()).every(({ codes }) => /^20\d{11}$/.test(codes))).toBe(true);
    await run(bare);
    expect(said.join('\n')).toContain('nothing changed');
  });

  test('the same number of another brand is another style; a row without brand is of the one there is', async () => {
    await run([...tees, of({ code: '700001', brand: 'lingyu', color: '黑', size: 'S', name: '别的' })]);
    expect((await styles()).map(({ brand: of }) => of)).toEqual(['禾木森', '凌羽']);
    await run([
      of({ style: 'TX02', code: '71', color: '黑', size: 'S' }),
      of({ style: 'tx02', code: '72', color: '黑', size: 'M', brand: '' }),
    ]);
    expect((await skus()).filter(({ style }) => style === 'TX02')).toHaveLength(2);
    await run([{ style: 'TX02', code: '71', price: '99' }]);
    expect((await skus()).find(({ codes }) => codes === '71')).toMatchObject({ price: 9900 });
  });

  test('what is not said stands where it always did, and a sheet without styles is of one style a code', async () => {
    expect(
      await run([
        { style: 'B1', price: '10' },
        { style: 'B2', price: '0', code: 'b2' },
      ]),
    ).toBe(true);
    expect(await styles()).toMatchObject([
      { style_no: 'B1', name: 'B1', brand: '未分品牌', category: '未分分类', unit: '件', run: '均码', status: 1 },
      { style_no: 'B2', tag_price: 0, status: 0 },
    ]);
    expect(
      await run([
        { code: '801', price: '10', brand: '凌羽', name: '围巾' },
        { code: 'b2', price: '5', brand: '凌羽' },
      ]),
    ).toBe(true);
    expect(await styles()).toMatchObject([
      {},
      { style_no: 'B2', brand: '未分品牌', tag_price: 500, status: 1 },
      { style_no: '801', brand: '凌羽', name: '围巾' },
    ]);
    expect(reported()).toMatch(/B2,kept,its brand is 未分品牌 and stays/);
  });

  test('grows by colours and sizes, follows new prices and names, and a style costs what most of it does', async () => {
    await run(tees);
    await run([of({ code: '690009', color: '白', size: 'L', price: '139' })]);
    expect(await styles()).toMatchObject([{ tag_price: 12_900 }]);
    await run(tees.map((row) => ({ ...row, price: '99', name: '轻薄T恤' })));
    expect(await styles()).toMatchObject([{ tag_price: 9900, name: '轻薄T恤' }]);
    expect((await skus()).map(({ name, price }) => [name, price])).toEqual([
      ['轻薄T恤 黑 S', 9900],
      ['轻薄T恤 黑 M', 9900],
      ['轻薄T恤 白 M', 9900],
      ['轻薄T恤 白 L', 13_900],
    ]);
    expect(said.join('\n')).toContain('3 SKUs brought up to date');
  });

  test('never overwrites what a person changed: name, price or place', async () => {
    await run(tees);
    const [style] = (await office.call(callsOf(spu).list, {})).list as unknown as Record<string, number>[];
    const { id, version, style_no, category_id, brand_id, unit_id, tag_price } = style ?? {};
    await office.call(callsOf(spu).edit, {
      id,
      version,
      style_no,
      category_id,
      brand_id,
      unit_id,
      tag_price,
      name: '店长改的',
    } as never);
    const first = (await office.call(callsOf(sku).list, {})).list.find((one) => one.main_barcode === '690001');
    const { spu_id, color_value_id, size_id } = first ?? {};
    await office.call(callsOf(sku).edit, {
      id: first?.id,
      version: first?.version,
      spu_id,
      color_value_id,
      size_id,
      tag_price: 777,
    } as never);
    await run(tees.map((row) => ({ ...row, price: '99', name: '轻薄T恤', category: '连衣裙' })));
    expect(await styles()).toMatchObject([{ name: '店长改的', category: 'T恤', tag_price: 9900 }]);
    expect((await skus()).map(({ price }) => price)).toEqual([777, 9900, 9900]);
    expect(reported()).toMatch(/name 店长改的 was given by hand/);
    expect(reported()).toMatch(/price 777 fen was set by hand/);
    expect(reported()).toMatch(/category is T恤 and stays/);
  });

  test('what there is not is made when asked, once, with its history, and not for rows left out', async () => {
    const rows = [
      of({ code: '1', brand: '新牌', category: '女装/新类/马甲', color: '绿', size: 'XXL', unit: '捆' }),
      of({ code: '2', brand: '新牌', category: '女装/新类/马甲', color: '绿', size: 'M', unit: '捆' }),
      of({ style: 'TX02', code: '3', brand: 'new', category: '新根', color: '红', size: '36.5' }),
      of({ style: 'TX03', code: '4', size: '185', size_type: '新组' }),
      of({ style: 'TX04', code: '5', brand: '不要的', price: 'x' }),
    ];
    expect(await run(rows, '--make-missing', '--skip-errors')).toBe(true);
    expect(said.join('\n')).toContain(
      '2 new brands, 3 new categories, 2 new colours, 2 new size runs, 3 new sizes, 1 new units',
    );
    expect(await styles()).toMatchObject([
      { brand: '新牌', category: '马甲', unit: '捆', run: '字母码' },
      { brand: 'new', category: '新根', run: '未分尺码组' },
      { brand: '禾木森', run: '新组' },
    ]);
    expect(
      (await sql`select path ~ '^[0-9]+/[0-9]+/[0-9]+$' as whole, level from category where name = '马甲'`.execute(db))
        .rows,
    ).toEqual([{ whole: true, level: 3 }]);
    expect(
      (
        await sql`select distinct doc_type from audit_log where action = 'add' and doc_no in ('新牌', '捆', '绿', '新组', '马甲') order by 1`.execute(
          db,
        )
      ).rows,
    ).toHaveLength(5);
    // A size is a line of its run: the run's history tells it.
    expect(
      (
        await sql<{ sizes: string }>`
          select changes -> 'sizes' ->> 'after' as sizes from audit_log where doc_type = 'sizeType' and label = '新增尺码' order by 1`.execute(
          db,
        )
      ).rows.map(({ sizes }) => sizes),
    ).toEqual(['185', '36.5', 'XXL']);
    expect((await sql`select 1 from brand where name = '不要的'`.execute(db)).rows).toEqual([]);
    await run(rows, '--make-missing', '--skip-errors');
    expect(said.join('\n')).toContain('nothing changed');
    expect(said.join('\n')).not.toContain('new brands');
  });
});
