import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attributeKey, attributeValue, colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { propertyCalls } from '#contract/areas/goods/category-property.ts';
import { type InitItem, initSpuCall, type PieceCell } from '#contract/areas/goods/init-spu.ts';
import { sizeType } from '#contract/areas/goods/size.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { next } from '#tests/factories/goods.ts';
import { pieces } from '#tests/factories/shelf.ts';

// Styles get their pieces once and are taken into use whole or not at all, and say of their attributes what these ask.

const { db } = await testDatabase();
const house = openHouse(db);
const keys = ['spu:view', 'spu:addSpu', 'spu:modifySpu', 'spu:initSpu', 'spu:status', 'goods:view'];
const styles = callsOf(spu);
let me: Actor;
let setUp: Actor;
let run: { id: number; sizes: number[] };
let colors: number[];
let base: { category_id: number; brand_id: number; unit_id: number };

beforeAll(async () => {
  me = await house.person('商品专员', keys);
  setUp = await house.person('资料员', [
    ...['keyAdd', 'valueAdd', 'valueDelete', 'view'].map((verb) => `attribute:${verb}`),
    'size:view',
    'size:typeAdd',
    'property:bind',
    'property:view',
    'category:view',
  ]);
  const [piece] = await pieces(db);
  const { rows } = await sql<typeof base>`
    select category_id, brand_id, unit_id from spu where id = (select spu_id from sku where id = ${piece?.id ?? 0})`.execute(
    db,
  );
  base = rows[0] as typeof base;
  const made = next();
  const lines = ['S', 'M', 'L'].map((name, order) => ({ name, code: name, order }));
  const types = callsOf(sizeType);
  const { id } = await house.ask(setUp, types.add, { name: `尺码组${made}`, code: `R${made}`, lines } as never);
  const detail = (await house.ask(setUp, types.detail, { id })) as unknown as { lines: { id: number }[] };
  run = { id, sizes: detail.lines.map((line) => line.id) };
  await sql`insert into attribute_key (name, code) values ('颜色', ${colorKeyCode}) on conflict do nothing`.execute(db);
  const { rows: colour } = await sql<{ id: number }>`
    insert into attribute_value (key_id, value) select k.id, c.name from attribute_key k, (values ('雾蓝'), ('炭灰')) as c (name) where k.code = ${colorKeyCode} returning id`.execute(
    db,
  );
  colors = colour.map((row) => row.id);
});

const draft = async (more: object = {}) => {
  const made = next();
  const input = { style_no: `H${made}`, name: `款${made}`, tag_price: 29_900, ...base, ...more };
  return (await house.ask(me, styles.add, input as never)).id;
};
const init = (...items: InitItem[]) => house.ask(me, initSpuCall, { items });
const stateOf = async (id: number) => (await house.ask(me, styles.detail, { id })).status;
const piecesOf = async (id: number) =>
  (await house.ask(me, callsOf(sku).list, { spu_id: [id], page_size: 100 })).list as unknown as {
    color_value_id: number;
    size_id: number;
    tag_price: number;
    main_barcode: string;
  }[];

describe('taking a style into use', () => {
  it('is refused style by style, in words, and leaves no trace of what was refused', async () => {
    const free = await draft({ tag_price: 0 });
    const bare = await draft();
    const good = await draft();
    const answer = await init(
      { spu_id: free, size_type_id: run.id, colors },
      { spu_id: bare, colors },
      { spu_id: 999_999, colors },
      { spu_id: good, size_type_id: run.id, colors },
    );
    expect(answer).toMatchObject({ ok_count: 1, sku_count: 6 });
    expect(new Map(answer.errors.map(({ spu_id, error }) => [spu_id, error]))).toEqual(
      new Map([
        [free, expect.stringContaining('吊牌价')],
        [bare, '请选择有尺码的尺码组'],
        [999_999, '商品不存在'],
      ]),
    );
    expect([await stateOf(free), await stateOf(bare), await stateOf(good)]).toEqual([0, 0, 1]);
    expect([await piecesOf(free), (await house.ask(me, styles.detail, { id: free })).size_type_id]).toEqual([[], null]);
    await expect(init({ spu_id: good, colors }, { spu_id: good, colors })).rejects.toMatchObject({ kind: 'duplicate' });
  });

  it('refuses colours that are none, sizes of another run, and styles that are switched off', async () => {
    const { rows } = await sql<{ id: number }>`
      select z.id from size z where z.size_type_id <> ${run.id} limit 1`.execute(db);
    const id = await draft({ size_type_id: run.id });
    const wrongIn = async (item: Partial<InitItem>) => (await init({ spu_id: id, ...item })).errors[0]?.error;
    const [color = 0] = colors;
    expect(await wrongIn({ cells: [{ color_value_id: color, size_id: rows[0]?.id ?? 0 }] })).toContain('尺码组');
    expect(await wrongIn({ cells: [{ color_value_id: 999_999, size_id: run.sizes[0] ?? 0 }] })).toBeTruthy();
    expect(await wrongIn({ cells: [] })).toContain('还没有货品');
    expect(await piecesOf(id)).toEqual([]);
    await init({ spu_id: id, colors: [color] });
    await house.ask(me, styles.status, { ids: [id], status: 2 } as never);
    expect(await wrongIn({ colors })).toContain('已停用');
  });

  it('makes every cell that is named, of several colours in one size too, each with the code that is given', async () => {
    const id = await draft({ size_type_id: run.id });
    const cells = colors.flatMap((color_value_id) => run.sizes.map((size_id) => ({ color_value_id, size_id })));
    const codes = ['6901234567892', 'SUP-1'].map((code, place) => ({ ...(cells[place] as PieceCell), barcode: code }));
    expect(await init({ spu_id: id, cells: [...codes, ...cells.slice(2)] })).toMatchObject({
      sku_count: 6,
      errors: [],
    });
    const made = await piecesOf(id);
    expect(new Set(made.map((piece) => `${piece.color_value_id}/${piece.size_id}`)).size).toBe(6);
    expect(
      made
        .map((piece) => piece.main_barcode)
        .filter((code) => !code.startsWith('20'))
        .toSorted(),
    ).toEqual(['6901234567892', 'SUP-1']);
    const { rows } = await sql<{ type: number }>`
      select type from sku_barcode where barcode in ('6901234567892', 'SUP-1') order by barcode`.execute(db);
    expect(rows.map(({ type }) => type)).toEqual([1, 2]);
  });

  it('refuses a code with a wrong check digit, and one that is another piece’s, by name and with nothing made', async () => {
    const [color_value_id = 0] = colors;
    const [one = 0, two = 0] = run.sizes;
    const id = await draft({ size_type_id: run.id });
    const codesOf = (...codes: string[]) =>
      codes.map((barcode, place) => ({ color_value_id, size_id: place === 0 ? one : two, barcode }));
    const wrong = async (...codes: string[]) => (await init({ spu_id: id, cells: codesOf(...codes) })).errors[0]?.error;
    expect(await wrong('TWIN-1', '6901234567890')).toContain('“6901234567890”的校验位应为 2');
    expect(await wrong('TWIN-1', 'TWIN-1')).toBe('“TWIN-1”条码已存在');
    expect(await piecesOf(id)).toEqual([]);
  });

  it('makes every size in every colour once, at the price of the style, each with a barcode of its own', async () => {
    const id = await draft({ size_type_id: run.id });
    const [first = 0, second = 0] = colors;
    expect(await init({ spu_id: id, colors: [first], tag_price: 19_900 })).toMatchObject({ ok_count: 1, sku_count: 3 });
    // In use, it gets what it lacks and nothing else.
    const cells = [first, second].map((color_value_id) => ({ color_value_id, size_id: run.sizes[1] ?? 0 }));
    expect(await init({ spu_id: id, cells })).toMatchObject({ sku_count: 1 });
    expect(await init({ spu_id: id, cells })).toMatchObject({ sku_count: 0, errors: [] });
    const made = await piecesOf(id);
    expect(made.map(({ tag_price }) => tag_price)).toEqual([19_900, 19_900, 19_900, 19_900]);
    expect(new Set(made.map(({ main_barcode }) => main_barcode)).size).toBe(4);
    expect(await stateOf(id)).toBe(1);
  });

  it('is refused for a style outside one’s data scope as for one that is not there', async () => {
    const id = await draft({ size_type_id: run.id });
    const elsewhere = await house.person('别的品牌', keys, [{ brand: [base.brand_id + 1] }]);
    const answer = await house.ask(elsewhere, initSpuCall, { items: [{ spu_id: id, colors }] });
    expect(answer).toEqual({ ok_count: 0, sku_count: 0, errors: [{ spu_id: id, error: '商品不存在' }] });
    expect([await stateOf(id), await piecesOf(id)]).toEqual([0, []]);
  });

  it('by two people at once makes each piece once', async () => {
    const id = await draft({ size_type_id: run.id });
    const answers = await Promise.all(Array.from({ length: 8 }, () => init({ spu_id: id, colors })));
    expect(answers.map(({ sku_count }) => sku_count).filter((made) => made > 0)).toEqual([6]);
    expect(await piecesOf(id)).toHaveLength(6);
  });
});

describe('attributes of a style', () => {
  let fabric: { key: number; values: number[] };
  let weight: number;
  beforeEach(async () => {
    const made = next();
    const add = (input: object) => house.ask(setUp, callsOf(attributeKey).add, input as never);
    const { id: key } = await add({ name: `面料${made}`, code: `f${made}`, input_type: 1 });
    ({ id: weight } = await add({ name: `克重${made}`, code: `w${made}`, input_type: 4 }));
    for (const value of ['棉', '麻'])
      await sql`insert into attribute_value (key_id, value) values (${key}, ${value})`.execute(db);
    const { rows } = await sql<{
      id: number;
    }>`select id from attribute_value where key_id = ${key} order by id`.execute(db);
    fabric = { key, values: rows.map(({ id }) => id) };
    const items = [
      { key_id: key, is_required: true, order: 1 },
      { key_id: weight, is_required: false, order: 2 },
    ];
    await house.ask(setUp, propertyCalls.bind, { category_id: base.category_id, items });
  });

  it('are those of its category, given as they ask, with all that must be', async () => {
    const [cotton = 0, linen = 0] = fabric.values;
    const [color = 0] = colors;
    for (const [lines, words] of [
      [[{ key_id: fabric.key, value_ids: [cotton, linen] }], '只能选择一个'],
      [[{ key_id: fabric.key, value_ids: [] }], '没有选择'],
      [[{ key_id: fabric.key, value_ids: [color] }], '不能选择“雾蓝”'],
      [[{ key_id: weight, text: '180' }], '请填写“面料'],
      [
        [
          { key_id: fabric.key, value_ids: [cotton] },
          { key_id: weight, text: '很重' },
        ],
        '应为数字',
      ],
    ] as const)
      await expect(draft({ lines })).rejects.toMatchObject({
        kind: 'invalid',
        field: 'lines',
        message: expect.stringContaining(words),
      });
    await house.ask(setUp, propertyCalls.bind, { category_id: base.category_id, items: [] });
    await expect(draft({ lines: [{ key_id: fabric.key, value_ids: [cotton] }] })).rejects.toThrow('不是该分类的属性');
  });

  it('stand with the style, and keep their values from being deleted', async () => {
    const [cotton = 0] = fabric.values;
    const id = await draft({
      lines: [
        { key_id: fabric.key, value_ids: [cotton] },
        { key_id: weight, text: '180' },
      ],
    });
    const { lines } = (await house.ask(me, styles.detail, { id })) as unknown as { lines: object[] };
    expect(lines).toMatchObject([{ value_ids: [cotton] }, { text: '180' }]);
    const remove = house.ask(setUp, callsOf(attributeValue).remove as never, { id: cotton } as never);
    await expect(remove).rejects.toThrow('1 个商品的属性是“棉”');
  });
});
