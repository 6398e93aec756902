import { beforeAll, describe, expect, it } from 'vitest';
import { category } from '#contract/areas/goods/category.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { lineOutcome } from '#contract/areas/tasks/tool-batch.ts';
import { type BulkLook, type BulkOrder, bulkCalls } from '#contract/kit/bulk.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { bulkAt, bulkHouse } from '#tests/factories/bulk.ts';
import { addBrand, addCategory, addSku, addSpu } from '#tests/factories/goods.ts';
import { anyone, officeOf } from '#tests/factories/office.ts';
import { person } from '#tests/factories/people.ts';

// Many styles and many pieces of goods at once, by one call of two types: what it refuses, and that it goes the way of one alone.

const database = await testDatabase();
const house = await bulkHouse(database);
const office = officeOf(database.db);
const { look, order } = bulkCalls(spu);
const [styles, pieces] = [1, 2] as const;
const keys = [
  'tools:view',
  'tools:batchEdit',
  'tools:batchCancel',
  'spu:view',
  'spu:modifySpu',
  'goods:view',
  'goods:edit',
];

let clerk: Actor;
/** A style in use with one piece of goods. */
let style: number;
let piece: number;

beforeAll(async () => {
  clerk = await person(database.db, { keys });
  style = await addSpu(office, { style_no: 'A-1001' });
  piece = await addSku(office, database.db, { spu_id: style, lines: [{ barcode: '6901234567892', is_main: true }] });
  await office.call(callsOf(spu).status, { ids: [style], status: 1 });
  await house.work();
});

const styleNow = async (id = style) => await house.ask(anyone(), callsOf(spu).detail, { id });
const pieceNow = async (id = piece) => await house.ask(anyone(), callsOf(sku).detail, { id });
const looked = async (asked: BulkLook, by = clerk) => (await house.ask(by, look, asked)).rows;
const done = async (asked: BulkOrder, by = clerk) => {
  const { batch_id: id } = await house.ask(by, order, asked);
  await house.over(by, id);
  return { id, lines: await house.linesOf(by, id) };
};

describe('many goods at once are refused', () => {
  it.each<[string, object, string]>([
    ['without a type', { ids: [1], fields: { tag_price: 1 } }, 'type'],
    ['with a field of the other type', { type: styles, ids: [1], fields: { weight_g: 1 } }, 'fields.weight_g'],
    ['with what tells them apart', { type: styles, ids: [1], fields: { style_no: 'B' } }, 'fields.style_no'],
    ['with what has a way of its own', { type: styles, ids: [1], fields: { status: 1 } }, 'fields.status'],
    ['with another style', { type: pieces, ids: [1], fields: { spu_id: 1 } }, 'fields.spu_id'],
  ])('%s', async (_what, asked, field) => {
    await expect(house.ask(clerk, order, asked as never)).rejects.toMatchObject({ kind: 'invalid', field });
  });

  it('to who may not change one of them', async () => {
    for (const [type, key] of [
      [styles, 'spu:modifySpu'],
      [pieces, 'goods:edit'],
    ] as const) {
      const without = await person(database.db, { keys: keys.filter((one) => one !== key) });
      await expect(house.ask(without, order, { type, ids: [style], fields: { tag_price: 1 } })).rejects.toMatchObject({
        kind: 'forbidden',
      });
    }
  });

  it('outside the data scope, as if there were none', async () => {
    const own = await addBrand(office);
    const limited = await person(database.db, { keys, scope: [{ brand: [own] }] });
    for (const [type, id, name] of [
      [styles, style, 'A-1001'],
      [pieces, piece, '6901234567892'],
    ] as const) {
      const fields = { tag_price: 100 };
      const [there, nobody, named] = await looked(
        { type, targets: [{ id }, { id: 999_999_999 }, { key: name }], fields },
        limited,
      );
      expect(there).toEqual({ ...nobody, title: String(id) });
      expect(named).toMatchObject({ id: null, refused: { words: `找不到“${name}”` } });
      expect((await done({ type, ids: [id], fields }, limited)).lines).toMatchObject([
        { title: String(id), outcome: lineOutcome.refused },
      ]);
    }
    expect(await styleNow()).toMatchObject({ tag_price: 19_900 });
    expect(await pieceNow()).toMatchObject({ tag_price: 19_900 });
  });

  it('row by row, each with one reason, and the others are done', async () => {
    for (const _brand of [1, 2]) await addSpu(office, { style_no: 'TWICE' });
    const closed = await addCategory(office);
    await house.ask(anyone(), callsOf(category).status, { ids: [closed], status: 0 });
    const { name } = await house.ask(anyone(), callsOf(category).detail, { id: closed });
    const own = (key: string, texts: Record<string, string>) => ({ key, texts });
    const rows = await looked({
      type: styles,
      fields: {},
      targets: [
        own('TWICE', { year: '2026' }),
        own('NOBODY', { year: '2026' }),
        own('A-1001', { year: '今年' }),
        own('A-1001', { tag_price: '0' }),
        own('A-1001', { category_id: String(name) }),
        own('A-1001', { year: '2026' }),
      ],
    });
    expect(rows.map(({ refused }) => refused?.field ?? refused?.words)).toEqual([
      '“TWICE”不止一个，请用编号',
      '找不到“NOBODY”',
      'year',
      'tag_price',
      'category_id',
      undefined,
    ]);
    const free = await addSpu(office);
    const { lines } = await done({ type: styles, ids: [style, free], fields: { tag_price: 0 } });
    expect(lines.map(({ outcome }) => outcome)).toEqual([lineOutcome.refused, lineOutcome.changed]);
    expect(lines[0]?.error).toContain('吊牌价');
    expect(await styleNow(free)).toMatchObject({ tag_price: 0 });
  });
});

it('styles are found by style number, shown before and after, changed with their pieces, and undone', async () => {
  const other = await addCategory(office);
  const before = await styleNow();
  const fields = { name: '连帽卫衣', category_id: other };
  const [row] = await looked({ type: styles, targets: [{ key: 'a-1001' }], fields });
  expect(row).toMatchObject({ id: style, refused: null });
  expect(row?.changes.map(({ name }) => name)).toEqual(['name', 'category_id']);
  expect(await styleNow()).toEqual(before);
  const { id } = await done({ type: styles, rows: [{ id: style, version: before.version }], fields });
  const after = await styleNow();
  expect(after).toMatchObject(fields);
  expect(after.audit.at(-1)).toMatchObject({
    action: 'edit',
    admin_id: clerk.id,
    changes: { name: { before: before.name, after: '连帽卫衣' } },
  });
  expect(await pieceNow()).toMatchObject({ category_id: other, name: expect.stringContaining('连帽卫衣') as unknown });
  await house.ask(clerk, bulkAt.undo, { id });
  await house.over(clerk, id);
  expect(await styleNow()).toMatchObject({ name: before.name, category_id: before.category_id });
  expect(await pieceNow()).toMatchObject({ category_id: before.category_id });
});

it('pieces are found by barcode, keep their barcodes, and each has the history of its change', async () => {
  const second = await addSku(office, database.db);
  const [row] = await looked({ type: pieces, targets: [{ key: '6901234567892' }], fields: { weight_g: 350 } });
  expect(row).toMatchObject({ id: piece, refused: null, changes: [{ name: 'weight_g', after: '350' }] });
  const { lines } = await done({
    type: pieces,
    rows: [{ id: piece, fields: { tag_price: 9_900 } }, { id: second }],
    fields: { weight_g: 350 },
  });
  expect(lines.map(({ outcome }) => outcome)).toEqual([lineOutcome.changed, lineOutcome.changed]);
  const now = await pieceNow();
  expect(now).toMatchObject({ tag_price: 9_900, weight_g: 350, main_barcode: '6901234567892' });
  for (const one of [now, await pieceNow(second)])
    expect(one.audit.at(-1)).toMatchObject({ action: 'edit', admin_id: clerk.id });
  expect(await brokenInvariants(database.db)).toEqual([]);
});
