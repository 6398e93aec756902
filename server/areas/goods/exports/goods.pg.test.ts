import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { agentChannel } from '#contract/areas/tasks/form-parts.ts';
import { taskType } from '#contract/areas/tasks/task.ts';
import type { Actor, ScopeRule } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { reader, type Sheet, sheetOf } from '#tests/factories/export-rows.ts';
import { addOrder } from '#tests/factories/orders.ts';
import { addPrice } from '#tests/factories/prices.ts';
import { seller } from '#tests/factories/purchasing.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';

// Four styles of two pieces each; the second's category lies below the first's.

const { db } = await testDatabase();
const [styles, single] = [1, 2];
const at = (n: number): string => `2026-03-0${n}T02:00:00.000Z`;

let goods: [Piece, Piece][];
let supplier: number;
const style = (n: number): Piece => (goods[n] as [Piece, Piece])[0];
const spuNo = (n: number): string => style(n).sku_no.replace(/^S(-.*)-.*/, 'P$1');

beforeAll(async () => {
  goods = [];
  for (let n = 0; n < 4; n += 1) goods.push((await pieces(db, 2)) as [Piece, Piece]);
  await sql`update category set parent_id = ${style(0).category_id}, path = ${`${style(0).category_id}/${style(1).category_id}`} where id = ${style(1).category_id}`.execute(
    db,
  );
  for (const [n, [first, second]] of goods.entries()) {
    await sql`update spu set online_time = ${at(n + 1)}, created_at = ${at(n + 2)}, season_name = '春', co_model = 2, year = 2026 where spu_no = ${spuNo(n)}`.execute(
      db,
    );
    await sql`update sku set created_at = ${at(n + 2)} where id in (${first.id}, ${second.id})`.execute(db);
  }
  supplier = await seller(db, { name: '浙江禾木森服饰' });
  await sql`update spu set supplier_id = ${supplier} where spu_no = ${spuNo(0)}`.execute(db);
  await addPrice(db, { sku_id: style(0).id, price: 6900 });
  const { id: warehouse_id } = await shelf(db);
  const sell = async (piece: Piece, type: string, value: string | null): Promise<void> => {
    const channel = { sale_channel_type: type, sale_channel_value: value };
    await addOrder(db, { warehouse_id, ...channel, items: [{ sku_id: piece.id }] });
  };
  await sell(style(1), 'mall', '小程序');
  await sell(style(2), 'agent', null);
  await sell(style(3), 'shop', '甲店');
});

const sheet = async (payload: Record<string, unknown>, actor?: Actor): Promise<Sheet> =>
  await sheetOf(db, { type: taskType.goods, payload, actor: actor ?? reader() });

/** Styles by their place, with the pieces of each that are expected; all of them by default. */
const cases: [string, () => Record<string, unknown>, Record<number, number[]>][] = [
  [
    'nothing',
    () => ({ product_type: 4, category_ids: [], brand_ids: [] }),
    { 0: [0, 1], 1: [0, 1], 2: [0, 1], 3: [0, 1] },
  ],
  ['brand_ids', () => ({ brand_ids: [style(2).brand_id, style(3).brand_id] }), { 2: [0, 1], 3: [0, 1] }],
  ['category_ids with all below', () => ({ category_ids: [style(0).category_id] }), { 0: [0, 1], 1: [0, 1] }],
  ['category_ids of a leaf', () => ({ category_ids: [style(1).category_id] }), { 1: [0, 1] }],
  ['SKU', () => ({ product_type: 1, product_value: [style(1).sku_no] }), { 1: [0] }],
  ['SPU', () => ({ product_type: 2, product_value: [spuNo(1), spuNo(3)] }), { 1: [0, 1], 3: [0, 1] }],
  ['barcode', () => ({ product_type: 3, product_value: [goods[2]?.[1].barcode] }), { 2: [1] }],
  ['a channel', () => ({ sale_channel_value: '小程序' }), { 1: [0] }],
  ['the channel of agents', () => ({ sale_channel_value: agentChannel }), { 2: [0] }],
  ['online time', () => ({ online_start_time: at(2), online_end_time: at(3) }), { 1: [0, 1], 2: [0, 1] }],
  ['creation time', () => ({ create_start_time: at(4), create_end_time: at(5) }), { 2: [0, 1], 3: [0, 1] }],
];

describe.each(cases)('goods by %s', (_what, payload, wanted) => {
  it('as styles', async () => {
    const shown = await sheet({ export_type: styles, ...payload() });
    expect(shown.map((row) => row.SPU编码)).toEqual(Object.keys(wanted).map((n) => spuNo(Number(n))));
  });

  it('as pieces', async () => {
    const shown = await sheet({ export_type: single, ...payload() });
    expect(shown.map((row) => row.SKU编码)).toEqual(
      Object.entries(wanted).flatMap(([n, places]) => places.map((place) => goods[Number(n)]?.[place]?.sku_no)),
    );
  });
});

describe('goods inside a data scope', () => {
  it.each<[string, () => ScopeRule, number[]]>([
    ['a brand', () => ({ brand: [style(2).brand_id] }), [2]],
    ['a category', () => ({ category: [style(1).category_id] }), [1]],
    ['nothing', () => ({ brand: [999] }), []],
  ])('are limited by %s', async (_what, rule, places) => {
    const actor = reader({ scope: [rule()] });
    expect((await sheet({ export_type: styles }, actor)).map((row) => row.SPU编码)).toEqual(places.map(spuNo));
    expect((await sheet({ export_type: single }, actor)).map((row) => row.SKU编码)).toEqual(
      places.flatMap((n) => goods[n]?.map(({ sku_no }) => sku_no)),
    );
  });

  it('are not known to be sold by orders that the person does not see', async () => {
    const actor = reader({ scope: [{ warehouse: [999] }] });
    expect(await sheet({ export_type: styles, sale_channel_value: '小程序' }, actor)).toEqual([]);
    expect(await sheet({ export_type: styles }, actor)).toHaveLength(4);
  });
});

describe('the main supplier of a style', () => {
  const shown = async (actor: Actor) => (await sheet({ export_type: styles }, actor)).map((row) => row.供应商);

  it.each<[string, () => Partial<Actor>, (string | null)[]]>([
    ['is named where there is one', () => ({}), ['浙江禾木森服饰', null, null, null]],
    ['is named without any key', () => ({ permissions: new Set() }), ['浙江禾木森服饰', null, null, null]],
    [
      'is named inside a data scope',
      () => ({ scope: [{ supplier: [supplier] }] }),
      ['浙江禾木森服饰', null, null, null],
    ],
    ['is not named outside', () => ({ scope: [{ supplier: [999] }] }), [null, null, null, null]],
  ])('%s', async (_what, given, names) => {
    expect(await shown(reader(given()))).toEqual(names);
  });
});

it('a style stands under the headings, in words and yuan', async () => {
  const [shown] = await sheet({ export_type: styles, product_type: 2, product_value: [spuNo(0)] });
  const key = spuNo(0).slice(2);
  expect(shown).toEqual({
    SPU编码: spuNo(0),
    货号: key,
    商品名称: `商品 ${key}`,
    分类: `分类 ${key}`,
    品牌: `品牌 ${key}`,
    季节: '春季',
    性别: null,
    年份: 2026,
    吊牌价: '99.00',
    现售价: '69.00',
    供应商: '浙江禾木森服饰',
    合作模式: '代销',
    SKU数: 2,
    状态: '启用',
    上市时间: '2026-03-01 10:00',
    创建时间: '2026-03-02 10:00',
  });
  expect(Object.keys(shown ?? {}).join(' ')).toBe(
    'SPU编码 货号 商品名称 分类 品牌 季节 性别 年份 吊牌价 现售价 供应商 合作模式 SKU数 状态 上市时间 创建时间',
  );
});

it('a style without a piece is there, and counts none', async () => {
  await sql`insert into spu (spu_no, style_no, name, category_id, brand_id, unit_id, tag_price) select 'P-EMPTY', 'EMPTY', '空', category_id, brand_id, unit_id, 1 from spu limit 1`.execute(
    db,
  );
  const asked = { export_type: styles, product_type: 2, product_value: ['P-EMPTY'] };
  expect(await sheet(asked)).toMatchObject([{ SPU编码: 'P-EMPTY', SKU数: 0, 现售价: null }]);
});

it('a piece stands under the headings', async () => {
  const [shown] = await sheet({ export_type: single, product_type: 1, product_value: [style(0).sku_no] });
  const key = spuNo(0).slice(2);
  expect(shown).toEqual({
    SKU编码: style(0).sku_no,
    条码: style(0).barcode,
    SPU编码: spuNo(0),
    货号: key,
    商品名称: `商品 ${key}`,
    颜色: '黑',
    尺码: '1',
    分类: `分类 ${key}`,
    品牌: `品牌 ${key}`,
    吊牌价: '99.00',
    现售价: '69.00',
    状态: '启用',
    创建时间: '2026-03-02 10:00',
  });
  expect(Object.keys(shown ?? {}).join(' ')).toBe(
    'SKU编码 条码 SPU编码 货号 商品名称 颜色 尺码 分类 品牌 吊牌价 现售价 状态 创建时间',
  );
});
