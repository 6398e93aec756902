import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ownBarcode } from '#contract/areas/goods/barcodes.ts';
import { brand, brandCalls } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { size } from '#contract/areas/goods/size.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Database } from '#server/database/connect.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { atOnce } from '#tests/factories/at-once.ts';
import {
  addBrand,
  addCategory,
  addColor,
  addSize,
  addSizeType,
  addSku,
  addSpu,
  addUnit,
  next,
} from '#tests/factories/goods.ts';
import { anyone, type Office, officeOf } from '#tests/factories/office.ts';

const spuCalls = callsOf(spu);
const skuCalls = callsOf(sku);
let database: Database;
let office: Office;
beforeAll(async () => {
  database = await testDatabase();
  office = officeOf(database.db);
});

const spuOf = (id: number) => office.call(spuCalls.detail, { id });
const skuOf = (id: number) => office.call(skuCalls.detail, { id });
const mainsOf = async (id: number): Promise<string[]> => {
  const { rows } = await sql<{
    barcode: string;
  }>`select barcode from sku_barcode where sku_id = ${id} and is_main`.execute(database.db);
  return rows.map((row) => row.barcode);
};

describe('a style is refused', () => {
  test('under a brand, a category or a unit that is switched off', async () => {
    const off = await addBrand(office);
    await office.call(brandCalls.disable, { ids: [off] });
    const places = { category_id: await addCategory(office), unit_id: await addUnit(office) };
    expect(
      await office.refused(spuCalls.add, { style_no: 'A', name: '甲', tag_price: 1, brand_id: off, ...places }),
    ).toMatchObject({ kind: 'invalid', field: 'brand_id' });
  });

  test('with the style number of another of the same brand', async () => {
    const id = await addBrand(office);
    await addSpu(office, { brand_id: id, style_no: 'SAME' });
    const places = { category_id: await addCategory(office), unit_id: await addUnit(office) };
    expect(
      await office.refused(spuCalls.add, { style_no: 'SAME', name: '乙', tag_price: 1, brand_id: id, ...places }),
    ).toMatchObject({ kind: 'duplicate', field: 'style_no' });
  });

  test('on its way into use: without SKU, without a price, with its brand off, and never back to the start', async () => {
    const bare = await addSpu(office);
    expect(await office.refused(spuCalls.status, { ids: [bare], status: 1 })).toMatchObject({
      kind: 'illegalTransition',
      words: expect.stringContaining('还没有货品'),
    });
    expect(await office.refused(spuCalls.status, { ids: [bare], status: 2 })).toMatchObject({
      kind: 'illegalTransition',
    });
    const free = await addSpu(office, { tag_price: 0 });
    await addSku(office, database.db, { spu_id: free });
    expect(await office.refused(spuCalls.status, { ids: [free], status: 1 })).toMatchObject({
      words: expect.stringContaining('吊牌价'),
    });
    const brandId = await addBrand(office);
    const style = await addSpu(office, { brand_id: brandId });
    await addSku(office, database.db, { spu_id: style });
    expect(await office.call(spuCalls.status, { ids: [style], status: 1 })).toEqual({ count: 1 });
    expect(await office.refused(spuCalls.status, { ids: [style], status: 0 })).toMatchObject({
      kind: 'illegalTransition',
    });
    await office.call(spuCalls.status, { ids: [style], status: 2 });
    await office.call(callsOf(brand).status, { ids: [brandId], status: 0 });
    expect(await office.refused(spuCalls.status, { ids: [style], status: 1 })).toMatchObject({
      words: expect.stringContaining('品牌已停用'),
    });
  });

  test('on its way into use beside the switching off of its category, or that is', async () => {
    const { db } = database;
    const category_id = await addCategory(office);
    const style = await addSpu(office, { category_id });
    await addSku(office, db, { spu_id: style });
    // Neither commits before the other waits too.
    const both = await atOnce(db, sql`lock table audit_log in share mode`, [
      () => office.call(spuCalls.status, { ids: [style], status: 1 }).then(...told),
      () => office.call(callsOf(category).status, { ids: [category_id], status: 0 }).then(...told),
    ]);
    expect(both.toSorted()).toEqual(['done', 'illegalTransition']);
  });
});

const told = [() => 'done', (error: { kind: string }) => error.kind] as const;

describe('a SKU is refused', () => {
  test('with two main barcodes, with a barcode of another SKU, with no barcode left', async () => {
    const code = `697${next()}`;
    const id = await addSku(office, database.db, { lines: [{ barcode: code, is_main: true }] });
    const parts = {
      spu_id: await addSpu(office),
      color_value_id: await addColor(database.db),
      size_id: await addSize(database.db),
      tag_price: 1,
    };
    expect(
      await office.refused(skuCalls.add, {
        ...parts,
        lines: [
          { barcode: 'x1', is_main: true },
          { barcode: 'x2', is_main: true },
        ],
      } as never),
    ).toMatchObject({ kind: 'invalid', field: 'lines' });
    expect(await office.refused(skuCalls.add, { ...parts, lines: [{ barcode: code }] } as never)).toMatchObject({
      kind: 'duplicate',
      field: 'lines',
      words: expect.stringContaining('条码'),
    });
    const { version, spu_id, color_value_id, size_id } = await skuOf(id);
    const same = { id, version, spu_id, color_value_id, size_id, tag_price: 1 };
    expect(await office.refused(skuCalls.edit, { ...same, lines: [] } as never)).toMatchObject({
      kind: 'invalid',
      field: 'lines',
    });
    expect(await mainsOf(id)).toEqual([code]);
  });

  test('with the barcode of another SKU in its other spelling, or one that a spreadsheet has spoilt', async () => {
    await addSku(office, database.db, { lines: [{ barcode: '036000291452', is_main: true }] });
    const parts = {
      spu_id: await addSpu(office),
      color_value_id: await addColor(database.db),
      size_id: await addSize(database.db),
      tag_price: 1,
    };
    const refused = async (barcode: string) =>
      await office.refused(skuCalls.add, { ...parts, lines: [{ barcode }] } as never);
    expect(await refused('0036000291452')).toMatchObject({
      kind: 'duplicate',
      words: expect.stringContaining('036000291452 是同一条码'),
    });
    for (const barcode of ['6.93E+12', '6901234560024.0', '#N/A'])
      expect(await refused(barcode)).toMatchObject({ kind: 'invalid', field: 'lines.0.barcode' });
  });

  test('with the number of another SKU as its barcode, and with a wrong check digit of a code of GS1', async () => {
    const { sku_no } = await skuOf(await addSku(office, database.db));
    const parts = {
      spu_id: await addSpu(office),
      color_value_id: await addColor(database.db),
      size_id: await addSize(database.db),
      tag_price: 1,
    };
    const add = (barcode: string, type = 1) => ({ ...parts, lines: [{ barcode, type }] }) as never;
    expect(await office.refused(skuCalls.add, add(sku_no ?? '', 2))).toMatchObject({ kind: 'duplicate' });
    expect(await office.refused(skuCalls.add, add('6901234500001'))).toMatchObject({
      kind: 'invalid',
      field: 'lines.0.barcode',
      words: expect.stringContaining('校验位应为 '),
    });
    // What is a supplier's own counts as it is, and what is there stays when something else is changed.
    const { id } = await office.call(skuCalls.add, add('6901234500001', 2));
    await sql`update sku_barcode set type = 1 where sku_id = ${id}`.execute(database.db);
    const { version, lines } = (await skuOf(id)) as unknown as { version: number; lines: object[] };
    await office.call(skuCalls.edit, {
      ...parts,
      id,
      version,
      weight_g: 5,
      line_changes: { put: lines, remove: [] },
    } as never);
    expect(await skuOf(id)).toMatchObject({ weight_g: 5, main_barcode: '6901234500001' });
  });

  test('in a colour that is none, in a size of another run, twice in one colour and size', async () => {
    const { rows } = await sql<{ id: number }>`
      with k as (insert into attribute_key (name, code) values ('版型', 'fit') returning id) insert into attribute_value (key_id, value) select id, '修身' from k returning id`.execute(
      database.db,
    );
    const run = await addSizeType(database.db);
    const style = await addSpu(office, { size_type_id: run });
    const parts = {
      spu_id: style,
      color_value_id: await addColor(database.db),
      size_id: await addSize(database.db, { typeId: run }),
      tag_price: 1,
    };
    expect(await office.refused(skuCalls.add, { ...parts, color_value_id: rows[0]?.id ?? 0 })).toMatchObject({
      field: 'color_value_id',
    });
    expect(await office.refused(skuCalls.add, { ...parts, size_id: await addSize(database.db) })).toMatchObject({
      field: 'size_id',
    });
    await office.call(skuCalls.add, parts);
    expect(await office.refused(skuCalls.add, parts)).toMatchObject({ kind: 'duplicate' });
  });

  test('when it should become another style, colour or size', async () => {
    const id = await addSku(office, database.db);
    const { version, spu_id, color_value_id, size_id } = await skuOf(id);
    const same = { id, version, spu_id, color_value_id, size_id, tag_price: 1 };
    expect(await office.refused(skuCalls.edit, { ...same, spu_id: await addSpu(office) })).toMatchObject({
      field: 'spu_id',
    });
    expect(await office.refused(skuCalls.edit, { ...same, size_id: await addSize(database.db) })).toMatchObject({
      field: 'size_id',
    });
  });
});

test('a SKU repeats its style, takes a number, and its only barcode is the main one', async () => {
  const brandId = await addBrand(office);
  const categoryId = await addCategory(office);
  const style = await addSpu(office, { name: '圆领T恤', brand_id: brandId, category_id: categoryId });
  const id = await addSku(office, database.db, {
    spu_id: style,
    color_value_id: await addColor(database.db, '雾霾蓝'),
    lines: [{ barcode: '6970001' }],
  });
  expect(await skuOf(id)).toMatchObject({
    name: '圆领T恤 雾霾蓝 M',
    brand_id: brandId,
    category_id: categoryId,
    main_barcode: '6970001',
    sku_no: expect.stringMatching(/^S\d{10}$/),
  });
  expect((await spuOf(style)).spu_no).toMatch(/^P\d{8}$/);
  expect(await mainsOf(id)).toEqual(['6970001']);
});

describe('a SKU without a barcode', () => {
  test('gets one of our own range', async () => {
    const id = await addSku(office, database.db);
    const record = await skuOf(id);
    const barcode = ownBarcode(record.sku_no ?? '');
    expect(record).toMatchObject({ main_barcode: barcode, lines: [{ barcode, is_main: true, type: 3 }] });
  });

  test('gets its number where somebody brought that code from elsewhere', async () => {
    const last = await skuOf(await addSku(office, database.db));
    const nextNo = `S${String(Number(last.sku_no?.slice(1)) + 2).padStart(10, '0')}`;
    await addSku(office, database.db, { lines: [{ barcode: ownBarcode(nextNo), type: 2 }] });
    expect(await skuOf(await addSku(office, database.db))).toMatchObject({ sku_no: nextNo, main_barcode: nextNo });
  });
});

test('when the main barcode is taken away the next one takes its place', async () => {
  const id = await addSku(office, database.db, { lines: [{ barcode: 'gone', is_main: true }, { barcode: 'stays' }] });
  const { version, spu_id, color_value_id, size_id, lines } = (await skuOf(id)) as unknown as {
    version: number;
    spu_id: number;
    color_value_id: number;
    size_id: number;
    lines: { id: number; barcode: string }[];
  };
  const gone = lines.find((line) => line.barcode === 'gone')?.id ?? 0;
  await office.call(skuCalls.edit, {
    id,
    version,
    spu_id,
    color_value_id,
    size_id,
    tag_price: 1,
    line_changes: { put: [], remove: [gone] },
  });
  expect((await skuOf(id)).main_barcode).toBe('stays');
});

test('the SKUs of a renamed, re-branded style follow it', async () => {
  const style = await addSpu(office, { name: '旧名' });
  const ids = [
    await addSku(office, database.db, { spu_id: style }),
    await addSku(office, database.db, { spu_id: style }),
  ];
  const other = await addSku(office, database.db);
  const before = (await skuOf(other)).name;
  const { style_no, category_id, unit_id } = await spuOf(style);
  const brandId = await addBrand(office);
  await office.call(spuCalls.edit, {
    id: style,
    version: 1,
    name: '新名',
    style_no,
    category_id,
    unit_id,
    brand_id: brandId,
    tag_price: 1,
  });
  for (const id of ids)
    expect(await skuOf(id)).toMatchObject({ name: expect.stringMatching(/^新名 /), brand_id: brandId });
  expect((await skuOf(other)).name).toBe(before);
});

test('a picker finds a SKU by number, by any of its barcodes, by name; what was scanned stands first', async () => {
  const id = await addSku(office, database.db, {
    spu_id: await addSpu(office, { name: '羽绒服' }),
    lines: [{ barcode: 'MAIN-9', is_main: true }, { barcode: 'second-9' }],
  });
  const { sku_no } = await skuOf(id);
  const find = async (keyword: string) => (await office.call(skuCalls.options, { keyword })).list.map((one) => one.id);
  expect(await find(sku_no ?? '')).toEqual([id]);
  expect(await find('second-9')).toEqual([id]);
  expect(await find('main-9')).toEqual([id]);
  expect(await find('羽绒')).toContain(id);
  expect(await find('没有这样的货')).toEqual([]);
  const { rows } = await sql<{ brand_id: number }>`select brand_id from sku where id = ${id}`.execute(database.db);
  const elsewhere = anyone({ scope: [{ brand: [(rows[0]?.brand_id ?? 0) + 1] }] });
  expect((await office.call(skuCalls.options, { keyword: 'second-9' }, elsewhere)).list).toEqual([]);
});

test('a picker finds a UPC by either of its spellings, and nobody by a code that a spreadsheet has spoilt', async () => {
  const id = await addSku(office, database.db, { lines: [{ barcode: '0042100005264', is_main: true }] });
  const texts = ['042100005264', '0042100005264'];
  for (const keyword of texts)
    expect((await office.call(skuCalls.options, { keyword })).list.map((one) => one.id)).toEqual([id]);
  await sql`insert into sku_barcode (sku_id, barcode, is_main) values (${id}, '4.21E+10', false)`.execute(database.db);
  const { list } = await office.call(skuCalls.options, { texts: [...texts, '4.21E+10'] });
  expect(new Map(list.map((one) => [one.text, one.id]))).toEqual(new Map(texts.map((text) => [text, id])));
});

test('a picker of sizes says which run a size belongs to', async () => {
  const run = await addSizeType(database.db);
  const id = await addSize(database.db, { typeId: run, name: 'XXL' });
  const { list } = await office.call(callsOf(size).options, { ids: [id] });
  expect(list).toEqual([{ id, title: 'XXL', hint: expect.stringMatching(/^尺码组/) }]);
});

test('of 16 who bring both spellings of one code at once, one has it; of 16 without one, each has its own', async () => {
  const parts = await Promise.all(
    Array.from({ length: 16 }, async () => ({
      spu_id: await addSpu(office),
      color_value_id: await addColor(database.db),
      size_id: await addSize(database.db),
      tag_price: 1,
    })),
  );
  const bring = async (lines: object[]) =>
    await Promise.all(
      parts.map((part, place) =>
        office
          .call(skuCalls.add, { ...part, lines: lines.length === 0 ? [] : [lines[place % lines.length]] } as never)
          .then(...told),
      ),
    );
  const spelled = await bring([{ barcode: '0012345678905' }, { barcode: '012345678905' }]);
  expect(spelled.toSorted()).toEqual(['done', ...Array.from({ length: 15 }, () => 'duplicate')]);
  await sql`delete from sku_barcode where plain_barcode(barcode) = '012345678905'`.execute(database.db);
  await sql`delete from sku where spu_id = any(${parts.map((part) => part.spu_id)}::bigint[])`.execute(database.db);
  expect(new Set(await bring([]))).toEqual(new Set(['done']));
  const { rows } = await sql<{ codes: number }>`
    select count(distinct main_barcode) as codes from sku where spu_id = any(${parts.map((part) => part.spu_id)}::bigint[])`.execute(
    database.db,
  );
  expect(rows[0]?.codes).toBe(16);
  expect(await brokenInvariants(database.db)).toEqual([]);
});

describe('the books find', () => {
  let id: number;
  beforeAll(async () => {
    id = await addSku(office, database.db);
    await office.call(spuCalls.status, { ids: [(await skuOf(id)).spu_id as number], status: 1 });
  });
  test.each([
    [
      'a style in use without pieces',
      () => [sql`delete from sku_barcode where sku_id = ${id}`, sql`delete from sku where id = ${id}`],
    ],
    ['a piece under another name', () => [sql`update sku set name = 'x' where id = ${id}`]],
    ['a piece that says another barcode', () => [sql`update sku set main_barcode = 'x' where id = ${id}`]],
    [
      'a code that is the number of another',
      () => [sql`insert into sku_barcode (sku_id, barcode, is_main) select min(id), max(sku_no), false from sku`],
    ],
  ])('%s', async (_what, planted) => expect(await brokenBy(database.db, planted())).toContain('i61'));
});
