import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { category } from '#contract/areas/goods/category.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { decideExceptionCall, downloadCall, progressCall } from '#contract/areas/warehouse/count-entry.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { stocktakeBench } from '#tests/boot/stocktake-bench.ts';
import { addColor } from '#tests/factories/goods.ts';
import { type Piece, pieces } from '#tests/factories/shelf.ts';
import { adjust, openingStock } from '#tests/factories/stock.ts';
import { close, sheetCalls, startedSheet, Tablet } from '#tests/factories/stocktake.ts';

// What a sheet counts is settled when it starts (decision 0030): its goods are three of the bench, limited by their category.

const bench = stocktakeBench();
const styles = callsOf(spu);
const categories = callsOf(category);
let office: Actor;
let inside: Piece;
let outside: Piece;

beforeAll(async () => {
  const keys = [styles, categories, callsOf(sku)].flatMap(({ detail, edit, add }) => [detail, edit, add]);
  office = await bench.house.person(
    '商品',
    keys.map((call) => call.access),
  );
});

beforeEach(async () => {
  inside = first(bench.goods);
  outside = first(await pieces(bench.house.db));
  await openingStock(bench.house, {
    people: bench.stockers,
    warehouse: bench.place.id,
    lines: [{ sku_id: outside.id, qty: 10 }],
  });
  bench.house.clock.advance(60_000);
});

function first(goods: readonly Piece[]): Piece {
  const [one] = goods;
  if (!one) throw new Error('no goods');
  return one;
}

/** Corrects the style of some goods, which its SKUs follow. */
async function moveStyle(goods: Piece, to: { category_id?: number; brand_id?: number }): Promise<void> {
  const { rows } = await sql<{ spu_id: number }>`select spu_id from sku where id = ${goods.id}`.execute(bench.house.db);
  const { id, version } = await bench.house.ask(office, styles.detail, { id: rows[0]?.spu_id ?? 0 });
  await bench.house.ask(office, styles.edit, { id, version, ...to });
}

async function moveCategory(id: number, to: { parent_id: number | null }): Promise<void> {
  const { version } = await bench.house.ask(office, categories.detail, { id });
  await bench.house.ask(office, categories.edit, { id, version, ...to });
}

/** Another SKU of the style of these goods, by its number. */
async function newSku(goods: Piece): Promise<string> {
  const { rows } = await sql<{ spu_id: number; size_id: number }>`
    select spu_id, size_id from sku where id = ${goods.id}`.execute(bench.house.db);
  const color_value_id = await addColor(bench.house.db);
  const parts = { ...rows[0], color_value_id, tag_price: 9900 };
  return (await bench.house.ask(office, callsOf(sku).add, parts as never)).no ?? '';
}

const byCategory = () => ({ scope_category_ids: [inside.category_id] });
const started = (fields: Record<string, unknown> = byCategory()) =>
  startedSheet(bench.house, bench.people, { warehouse: bench.place.id, ...fields });
const tabletOf = (sheet: number) => new Tablet(bench.house, bench.people.counters[0], sheet);

/** Counts the goods of the bench as they stand on book, hands in and closes both zones. */
async function countAsBooked(sheet: number, tablet = tabletOf(sheet)): Promise<void> {
  for (const index of [0, 1, 2]) tablet.count(bench.code(index), { zone: 'A', qty: 10 });
  await tablet.send();
  await handIn(sheet, tablet);
}

async function handIn(sheet: number, tablet: Tablet): Promise<void> {
  await tablet.finish('A');
  bench.house.clock.advance(60_000);
  for (const zone of ['A', 'B']) await close(bench.house, bench.people.lead, { sheet, zone });
}

const submit = (sheet: number) => bench.house.ask(bench.people.lead, sheetCalls.submit, { id: sheet });

async function diffOf(sheet: number, goods: Piece): Promise<number | null | undefined> {
  const { rows } = await sql<{ diff_qty: number | null }>`
    select diff_qty from stocktaking_line where stocktaking_id = ${sheet} and sku_id = ${goods.id}`.execute(
    bench.house.db,
  );
  return rows[0]?.diff_qty;
}

async function answersOf(sheet: number, ...codes: string[]): Promise<(string | undefined)[]> {
  const tablet = tabletOf(sheet);
  for (const code of codes) tablet.count(code, { zone: 'A' });
  return (await tablet.send()).answers.map((answer) => answer.outcome);
}

describe('goods that come into the scope of a sheet while it is counted', () => {
  it.each([
    ['category', byCategory, () => ({ category_id: inside.category_id })],
    ['brand', () => ({ scope_brand_ids: [inside.brand_id] }), () => ({ brand_id: inside.brand_id })],
  ])('are not lost for having stood under another %s', async (_name, scope, place) => {
    const sheet = await started(scope());
    await countAsBooked(sheet);
    await moveStyle(outside, place());
    await submit(sheet);
    expect(await diffOf(sheet, outside)).toBeUndefined();
  });

  it('are not lost when they come between the audit and the posting', async () => {
    const sheet = await started();
    await countAsBooked(sheet);
    await submit(sheet);
    await bench.house.ask(bench.people.reviewer, sheetCalls.review, { id: sheet, result: 1 });
    await bench.house.ask(bench.people.auditor, sheetCalls.audit, { id: sheet, result: 1 });
    await moveStyle(outside, { category_id: inside.category_id });
    await bench.house.ask(bench.people.lead, sheetCalls.post, { id: sheet });
    expect(await bench.house.ask(bench.people.lead, sheetCalls.detail, { id: sheet })).toMatchObject({ status: 6 });
  });

  it('are not lost when the branch of categories moves that they stand under', async () => {
    const sheet = await started();
    await countAsBooked(sheet);
    await moveCategory(outside.category_id, { parent_id: inside.category_id });
    await submit(sheet);
    expect(await diffOf(sheet, outside)).toBeUndefined();
  });

  it('are refused when they are scanned, and no question of it is answered with them', async () => {
    const sheet = await started();
    await moveStyle(outside, { category_id: inside.category_id });
    expect(await answersOf(sheet, outside.barcode, 'NOBODY-KNOWS')).toEqual(['refused', 'unknown']);
    const { exceptions } = await bench.house.ask(bench.people.reviewer, progressCall, { id: sheet });
    const count_ids = exceptions.map((one) => one.count_id);
    await expect(
      bench.house.ask(bench.people.reviewer, decideExceptionCall, { id: sheet, count_ids, sku_id: outside.id }),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'sku_id' });
  });

  it('are counted by the sheet that started with them alone', async () => {
    const sheet = await started();
    const other = await started({ scope_category_ids: [outside.category_id] });
    await moveStyle(outside, { category_id: inside.category_id });
    expect([await answersOf(sheet, outside.barcode), await answersOf(other, outside.barcode)]).toEqual([
      ['refused'],
      ['accepted'],
    ]);
  });
});

describe('goods that go out of the scope of a sheet while it is counted', () => {
  it.each([
    ['style', () => moveStyle(inside, { category_id: outside.category_id })],
    ['branch', () => moveCategory(inside.category_id, { parent_id: outside.category_id })],
  ])('are counted to the end when their %s moves', async (_name, move) => {
    const above = first(await pieces(bench.house.db));
    await moveCategory(inside.category_id, { parent_id: above.category_id });
    const sheet = await started({ scope_category_ids: [above.category_id] });
    const tablet = tabletOf(sheet);
    for (let n = 0; n < 3; n += 1) tablet.count(inside.barcode, { zone: 'A' });
    await tablet.send();
    await move();
    for (let n = 0; n < 2; n += 1) tablet.count(inside.barcode, { zone: 'A' });
    expect((await tablet.send()).answers.map((answer) => answer.outcome)).toEqual(['accepted', 'accepted']);
    const { goods } = await bench.house.ask(tablet.actor, downloadCall, {
      id: sheet,
      device_id: tablet.device,
      device_name: '平板',
      zones: ['A'],
    });
    expect(goods.map((one) => one.sku_id)).toContain(inside.id);
    await handIn(sheet, tablet);
    await submit(sheet);
    expect(await bench.line(sheet, 0)).toMatchObject({ final_qty: 5, diff_qty: -5 });
  });

  it('keep another sheet from starting on them', async () => {
    await started();
    await moveStyle(inside, { category_id: outside.category_id });
    await expect(started({ scope_category_ids: [outside.category_id] })).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('正在盘点相同的货品'),
    });
  });
});

describe('goods that are made while a sheet is counted', () => {
  it('belong to it by where they stand', async () => {
    const sheet = await started();
    const other = first(await pieces(bench.house.db));
    expect(await answersOf(sheet, await newSku(inside), other.barcode)).toEqual(['accepted', 'refused']);
    await moveCategory(other.category_id, { parent_id: inside.category_id });
    expect(await answersOf(sheet, other.barcode)).toEqual(['accepted']);
  });
});

it('asks a sheet that is planned for what lies in its scope when it starts', async () => {
  const { id } = await bench.house.ask(bench.people.lead, sheetCalls.add, {
    warehouse_id: bench.place.id,
    take_type: 1,
    plan_date: '2026-03-02',
    ...byCategory(),
  } as never);
  await moveStyle(outside, { category_id: inside.category_id });
  await bench.house.ask(bench.people.lead, sheetCalls.start, { id });
  expect(await answersOf(id, outside.barcode)).toEqual(['accepted']);
});

describe('the freeze of a sheet', () => {
  const arrive = (goods: Piece) =>
    adjust(bench.house, {
      people: bench.stockers,
      warehouse: bench.place.id,
      type: adjustType.otherIn,
      lines: [{ sku_id: goods.id, qty: 1 }],
    });

  it('holds the goods it counts, wherever they stand meanwhile', async () => {
    await started({ ...byCategory(), freeze: true });
    await moveStyle(inside, { category_id: outside.category_id });
    await expect(arrive(inside)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await arrive(outside);
  });

  it('lets goods alone that it does not count, and holds those made meanwhile that it does', async () => {
    await started({ ...byCategory(), freeze: true });
    await moveStyle(outside, { category_id: inside.category_id });
    await arrive(outside);
    const made = first(await pieces(bench.house.db));
    await arrive(made);
    await moveCategory(made.category_id, { parent_id: inside.category_id });
    await expect(arrive(made)).rejects.toMatchObject({ kind: 'illegalTransition' });
  });
});
