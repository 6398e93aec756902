import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { draftDelete, draftState, spuDraft } from '#contract/areas/drafts/spu-draft.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { lineOutcome } from '#contract/areas/tasks/tool-batch.ts';
import { bulkCalls } from '#contract/kit/bulk.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { bulkAt, bulkHouse } from '#tests/factories/bulk.ts';
import {
  addBrand,
  addCategory,
  addColor,
  addSize,
  addSizeType,
  addSku,
  addUnit,
  next,
} from '#tests/factories/goods.ts';
import { anyone, officeOf } from '#tests/factories/office.ts';
import { person } from '#tests/factories/people.ts';

// Drafts of styles (domain.md §4.1): what keeps them from being published, what they become, and the way back.

const database = await testDatabase();
const { db } = database;
const house = await bulkHouse(database);
const office = officeOf(db);
const calls = callsOf(spuDraft);
const { look, order } = bulkCalls(spuDraft);
const keys = [
  'tools:view',
  'tools:draftSave',
  'tools:draftPublish',
  'tools:batchEdit',
  'spu:addSpu',
  'spu:delSpu',
  'goods:add',
];
const settled = { status: draftState.published };
let clerk: Actor;
let whole: Record<string, unknown>;

beforeAll(async () => {
  clerk = await person(db, { keys });
  const size_type_id = await addSizeType(db);
  for (const name of ['S', 'M', 'L']) await addSize(db, { typeId: size_type_id, name });
  await addColor(db, '黑');
  await addColor(db, '白');
  whole = {
    name: '圆领T恤',
    category_id: await addCategory(office),
    brand_id: await addBrand(office),
    unit_id: await addUnit(office),
    size_type_id,
    tag_price: 19_900,
    colors: ['黑', '白'],
    sizes: ['S', 'M'],
  };
  await house.work();
});

const save = async (more: object = {}): Promise<number> =>
  (await house.ask(clerk, calls.add, { ...whole, style_no: `D${next()}`, ...more } as never)).id;
const draftNow = async (id: number) =>
  (await house.ask(anyone(), calls.detail, { id })) as unknown as {
    status: number;
    spu_id: number | null;
    version: number;
  };
const looked = async (id: number, by = clerk) =>
  (await house.ask(by, look, { targets: [{ id }], fields: settled })).rows[0];
const publish = async (ids: number[]) => {
  const { batch_id: id } = await house.ask(clerk, order, { ids, fields: settled });
  return await house.over(clerk, id);
};
const piecesOf = async (spuId: number | null) => {
  const { rows } = await sql<{ color: string; size: string }>`
    select v.value as color, z.name as size from sku k join attribute_value v on v.id = k.color_value_id join size z on z.id = k.size_id
    where k.spu_id = ${spuId} order by k.id`.execute(db);
  return rows.map(({ color, size }) => `${color}${size}`);
};

describe('a draft is not published', () => {
  it.each<[string, object, string]>([
    ['without a price', { tag_price: null }, '吊牌价'],
    ['without a name', { name: null }, '商品名称'],
    ['in a colour that there is not', { colors: ['黑', '做旧蓝'] }, '颜色属性中没有“做旧蓝”'],
    ['in a size that its run does not have', { sizes: ['XXL'] }, '尺码组中没有“XXL”'],
    ['in sizes of no run', { size_type_id: null }, '请选择尺码组'],
  ])('%s, and nothing is left of trying', async (_what, more, words) => {
    const id = await save(more);
    const before = await sql`select count(*) from spu`.execute(db);
    expect((await looked(id))?.refused?.words).toContain(words);
    expect(await publish([id])).toMatchObject({ ok_count: 0, error_count: 1 });
    expect(await draftNow(id)).toMatchObject({ status: draftState.draft, spu_id: null });
    expect((await sql`select count(*) from spu`.execute(db)).rows).toEqual(before.rows);
  });

  it('twice, once deleted, or by who may not add styles', async () => {
    const [id, gone] = [await save(), await save()];
    await publish([id]);
    await house.ask(clerk, draftDelete, { ids: [gone] });
    await expect(house.ask(clerk, calls.status, { ids: [gone], ...settled })).rejects.toMatchObject({
      message: expect.stringContaining('已删除'),
    });
    await expect(house.ask(clerk, draftDelete, { ids: [id] })).rejects.toMatchObject({
      message: expect.stringContaining('已发布'),
    });
    const { version } = await draftNow(id);
    await expect(house.ask(clerk, calls.edit, { id, version, name: '改名' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    const without = await person(db, { keys: keys.filter((key) => key !== 'spu:addSpu') });
    const other = await save();
    await expect(house.ask(without, calls.status, { ids: [other], ...settled })).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });
});

describe('drafts', () => {
  it('become styles with a piece in each colour and size, one wrong one left out', async () => {
    const [one, plain, wrong] = [
      await save(),
      await save({ colors: ['白'], sizes: null }),
      await save({ tag_price: null }),
    ] as [number, number, number];
    expect(await publish([one, plain, wrong])).toMatchObject({ ok_count: 2, error_count: 1 });
    const [first, second] = [await draftNow(one), await draftNow(plain)];
    expect(await piecesOf(first.spu_id)).toEqual(['黑S', '黑M', '白S', '白M']);
    expect(await piecesOf(second.spu_id)).toEqual(['白S', '白M', '白L']);
    const style = await house.ask(anyone(), callsOf(spu).detail, { id: first.spu_id ?? 0 });
    expect(style).toMatchObject({ name: '圆领T恤', tag_price: 19_900, status: 0 });
  });

  it('are drafts again when the batch is undone, but where something has become of the style', async () => {
    const [one, used] = [await save(), await save()] as [number, number];
    const { id: batch, version } = await publish([one, used]);
    const style = (await draftNow(used)).spu_id ?? 0;
    await addSku(office, db, { spu_id: style, size_id: await sizeOf('L'), color_value_id: await colorOf('黑') });
    await office.call(callsOf(spu).status, { ids: [style], status: 1 });
    await house.ask(clerk, bulkAt.undo, { id: batch, version });
    await house.over(clerk, batch);
    expect((await house.linesOf(clerk, batch)).map(({ outcome }) => outcome)).toEqual([
      lineOutcome.undone,
      lineOutcome.left,
    ]);
    expect(await draftNow(one)).toMatchObject({ status: draftState.draft, spu_id: null });
    expect(await draftNow(used)).toMatchObject({ status: draftState.published, spu_id: style });
    expect(await publish([one])).toMatchObject({ ok_count: 1 });
  });
});

const sizeOf = async (name: string) =>
  (
    await sql<{
      id: number;
    }>`select id from size where name = ${name} and size_type_id = ${whole.size_type_id}`.execute(db)
  ).rows[0]?.id;
const colorOf = async (value: string) =>
  (await sql<{ id: number }>`select id from attribute_value where value = ${value}`.execute(db)).rows[0]?.id;
