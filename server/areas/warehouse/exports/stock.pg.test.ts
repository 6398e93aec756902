import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { taskType } from '#contract/areas/tasks/task.ts';
import type { Actor, ScopeRule } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { addBalance, addLock } from '#tests/factories/balances.ts';
import { reader, type Sheet, sheetOf } from '#tests/factories/export-rows.ts';
import { addInbound, addStockBatch, seller } from '#tests/factories/purchasing.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';

const { db } = await testDatabase();
const [summary, details] = [1, 2];

let [coat, shirt, sock] = [] as unknown as [Piece, Piece, Piece];
let [main, store] = [0, 0];
let [first, second] = [0, 0];

// The coat stands in three batches in the main warehouse, of which the last is older than the shelf; the shirt in none.
beforeAll(async () => {
  [coat, shirt, sock] = [await pieces(db), await pieces(db), await pieces(db)].flat() as [Piece, Piece, Piece];
  [main, store] = [(await shelf(db)).id, (await shelf(db)).id];
  [first, second] = [await seller(db, { name: '甲供应商' }), await seller(db, { name: '乙供应商' })];
  await sql`update spu set season_name = '冬', sex_name = '男' where id = (select spu_id from sku where id = ${coat.id})`.execute(
    db,
  );
  await addBalance(db, { warehouse: main, sku: coat.id, on_hand: 20, locked: 5, moving: 4 });
  await addBalance(db, { warehouse: main, sku: coat.id, grade: 1, on_hand: 3 });
  await addBalance(db, { warehouse: store, sku: coat.id, on_hand: 6 });
  await addBalance(db, { warehouse: main, sku: shirt.id, on_hand: 7, locked: 7 });
  await addBalance(db, { warehouse: store, sku: sock.id, on_hand: 0, moving: 2 });
  await addLock(db, { warehouse: main, sku: coat.id, lock_type: 1, qty: 4, qty_released: 1 });
  await addLock(db, { warehouse: main, sku: coat.id, lock_type: 2, qty: 1 });
  await addLock(db, { warehouse: main, sku: coat.id, lock_type: 2, qty: 1 });
  await addLock(db, { warehouse: main, sku: coat.id, lock_type: 3, qty: 9, qty_released: 9 });
  await addLock(db, { warehouse: main, sku: shirt.id, lock_type: 7, qty: 7 });
  const inbound = await addInbound(db, { warehouse_id: main, in_stock_no: 'IS-A', lines: [{ sku_id: coat.id }] });
  const at = { warehouse_id: main, sku_id: coat.id };
  const known = { in_ware_detail_id: inbound.lines[0], supplier_id: first, co_model: 1, cost_price: 3000 };
  await addStockBatch(db, { ...at, ...known, serial_no: 'PC-A', qty_remain: 9, expire_at: '2026-05-01' });
  await addStockBatch(db, {
    ...at,
    serial_no: 'PC-B',
    qty_remain: 11,
    expire_at: '2026-06-01',
    supplier_id: second,
    cost_price: 3105,
  });
  await addStockBatch(db, { ...at, serial_no: 'PC-C', qty_remain: 8, expire_at: '2026-07-01' });
  await addStockBatch(db, { ...at, serial_no: 'PC-D', imperfect_type: 1, qty_remain: 2, cost_price: 1000 });
});

const sheet = async (payload: Record<string, unknown>, actor = reader()): Promise<Sheet> =>
  await sheetOf(db, { type: taskType.stock, payload, actor });
const limited = (rule: ScopeRule): Actor => reader({ scope: [rule] });
const goodsOf = (row: Sheet[number]): string =>
  `${row.SKU编码 === coat.sku_no ? 'coat' : row.SKU编码 === shirt.sku_no ? 'shirt' : 'sock'} ${row.品级 === '正品' ? 0 : 1}`;

describe('stock summed', () => {
  const rows = async (payload: Record<string, unknown> = {}, actor?: Actor): Promise<string[]> =>
    (await sheet({ export_type: summary, ...payload }, actor)).map(goodsOf);

  it('is what the list of stock shows, figure for figure', async () => {
    const { rows: listed } = await sql`
      select w.name as "仓库", k.sku_no as "SKU编码", s.qty_on_hand as "实物库存", s.qty_locked as "锁定", s.qty_available as "可用", s.qty_in_transit as "在途"
      from stock s join warehouse w on w.id = s.warehouse_id join sku k on k.id = s.sku_id order by s.warehouse_id, s.sku_id, s.imperfect_type`.execute(
      db,
    );
    const shown = await sheet({ export_type: summary });
    expect(
      shown.map(({ 仓库, SKU编码, 实物库存, 锁定, 可用, 在途 }) => ({ 仓库, SKU编码, 实物库存, 锁定, 可用, 在途 })),
    ).toEqual(listed);
    expect(shown[0]).toMatchObject({ 实物库存: 20, 锁定: 5, 可用: 15, 在途: 4 });
  });

  it('costs what its batches cost, nothing where nothing is, and is unknown where a piece is', async () => {
    const shown = await sheet({ export_type: summary });
    // 9 pieces of A and 11 of B are the 20 on hand; one of the three of grade 1 is in no batch.
    expect(shown.map((row) => row.库存成本)).toEqual(['611.55', null, null, null, '0.00']);
    expect(Object.keys((await sheet({ export_type: summary }, reader({ permissions: new Set() })))[0] ?? {})).toEqual(
      Object.keys(shown[0] ?? {}).filter((heading) => heading !== '库存成本'),
    );
  });

  it('costs something unknown as soon as a batch on the shelf does', async () => {
    await sql`update stock_batch set cost_price = null where serial_no = 'PC-B'`.execute(db);
    expect((await sheet({ export_type: summary }))[0]?.库存成本).toBeNull();
    await sql`update stock_batch set cost_price = 3105 where serial_no = 'PC-B'`.execute(db);
  });

  it.each<[string, () => Record<string, unknown>, string[]]>([
    [
      'nothing',
      () => ({ w_ids: [], season_name: ['0'], sex_name: [], product_type: 4 }),
      ['coat 0', 'coat 1', 'shirt 0', 'coat 0', 'sock 0'],
    ],
    ['w_ids', () => ({ w_ids: [store] }), ['coat 0', 'sock 0']],
    ['supplier_ids', () => ({ supplier_ids: [second] }), ['coat 0']],
    ['serial_nos', () => ({ serial_nos: ['PC-D', 'PC-Z'] }), ['coat 1']],
    ['serial_nos of a batch that is gone', () => ({ serial_nos: ['PC-C'] }), []],
    ['in_stock_nos', () => ({ in_stock_nos: ['IS-A'] }), ['coat 0']],
    ['category_ids', () => ({ category_ids: [shirt.category_id] }), ['shirt 0']],
    ['brand_ids', () => ({ brand_ids: [sock.brand_id, shirt.brand_id] }), ['shirt 0', 'sock 0']],
    ['goods', () => ({ product_type: 3, product_value: [sock.barcode] }), ['sock 0']],
    ['season_name', () => ({ season_name: ['冬', '夏'] }), ['coat 0', 'coat 1', 'coat 0']],
    ['sex_name', () => ({ sex_name: ['女'] }), []],
    ['sex_name', () => ({ sex_name: ['男'] }), ['coat 0', 'coat 1', 'coat 0']],
  ])('is filtered by %s', async (_field, payload, wanted) => {
    expect(await rows(payload())).toEqual(wanted);
  });

  it('is limited by warehouse, brand and category of the person', async () => {
    expect(await rows({}, limited({ warehouse: [store] }))).toEqual(['coat 0', 'sock 0']);
    expect(await rows({}, limited({ brand: [shirt.brand_id] }))).toEqual(['shirt 0']);
    expect(await rows({}, limited({ category: [sock.category_id], warehouse: [main] }))).toEqual([]);
  });

  it('stands under the headings', async () => {
    const key = coat.sku_no.replace(/^S-(.*)-.*/, '$1');
    expect((await sheet({ export_type: summary }))[0]).toEqual({
      仓库: `仓库 ${await codeOf(main)}`,
      SKU编码: coat.sku_no,
      条码: coat.barcode,
      商品名称: `商品 ${key}`,
      颜色: '黑',
      尺码: '1',
      分类: `分类 ${key}`,
      品牌: `品牌 ${key}`,
      季节: '冬季',
      性别: '男款',
      品级: '正品',
      实物库存: 20,
      锁定: 5,
      可用: 15,
      在途: 4,
      库存成本: '611.55',
    });
  });
});

describe('stock in parts', () => {
  /** goods and grade, batch, state, kind of lock, pieces. */
  const rows = async (payload: Record<string, unknown> = {}, actor?: Actor): Promise<string[]> =>
    (await sheet({ export_type: details, ...payload }, actor)).map((row) =>
      [goodsOf(row), row.批次流水号 ?? '-', row.状态, row.锁定类型 ?? '-', row.数量].join(' '),
    );
  const every = [
    // 15 of 20 coats are free: those that expire first. What is promised names no batch.
    'coat 0 PC-A 可用 - 9',
    'coat 0 PC-B 可用 - 6',
    'coat 0 - 锁定 订单锁定 3',
    'coat 0 - 锁定 调拨锁定 2',
    'coat 0 - 在途 - 4',
    'coat 1 PC-D 残次 - 2',
    'coat 1 - 残次 - 1',
    'shirt 0 - 锁定 手工锁定 7',
    'coat 0 - 可用 - 6',
    'sock 0 - 在途 - 2',
  ];

  it('holds each piece once', async () => {
    expect(await rows()).toEqual(every);
    expect(await rows({ is_zt: 0, status: [0], lock_type: [0], imperfect_type: [] })).toEqual(every);
  });

  it('adds up to what is on hand and on its way, shelf by shelf', async () => {
    const sums = async (moving: string): Promise<Record<string, number>> => {
      const sum: Record<string, number> = {};
      for (const row of await sheet({ export_type: details })) {
        const key = `${row.仓库} ${goodsOf(row)}`;
        if (row.是否在途 === moving) sum[key] = (sum[key] ?? 0) + Number(row.数量);
      }
      return sum;
    };
    const shown = await sheet({ export_type: summary });
    const wanted = (heading: string): Record<string, number> =>
      Object.fromEntries(
        shown.filter((row) => row[heading] !== 0).map((row) => [`${row.仓库} ${goodsOf(row)}`, Number(row[heading])]),
      );
    expect(await sums('否')).toEqual(wanted('实物库存'));
    expect(await sums('是')).toEqual(wanted('在途'));
  });

  it.each<[string, () => Record<string, unknown>, (row: string, place: number) => boolean]>([
    ['status free', () => ({ status: [1] }), (row) => row.includes('可用')],
    ['status locked or moving', () => ({ status: [2, 4] }), (row) => /锁定|在途/.test(row)],
    ['status imperfect', () => ({ status: [3] }), (row) => row.includes('残次')],
    ['lock_type', () => ({ lock_type: [2, 7] }), (row) => /调拨锁定|手工锁定/.test(row)],
    ['imperfect_type, good ones', () => ({ imperfect_type: [0] }), (row) => /^\w+ 0/.test(row)],
    ['imperfect_type, light ones', () => ({ imperfect_type: [1, 2] }), (row) => /^\w+ 1/.test(row)],
    ['is_zt, on its way alone', () => ({ is_zt: 1 }), (row) => row.includes('在途')],
    ['is_zt, without that', () => ({ is_zt: 2 }), (row) => !row.includes('在途')],
    ['w_ids', () => ({ w_ids: [store] }), (_row, place) => place > 7],
    ['supplier_ids', () => ({ supplier_ids: [first] }), (row) => row.includes('PC-A')],
    ['serial_nos', () => ({ serial_nos: ['PC-B', 'PC-C'] }), (row) => row.includes('PC-B')],
    ['in_stock_nos', () => ({ in_stock_nos: ['IS-A'] }), (row) => row.includes('PC-A')],
    ['category_ids', () => ({ category_ids: [shirt.category_id] }), (row) => row.startsWith('shirt')],
    ['brand_ids', () => ({ brand_ids: [sock.brand_id] }), (row) => row.startsWith('sock')],
    ['goods', () => ({ product_type: 1, product_value: [shirt.sku_no] }), (row) => row.startsWith('shirt')],
    ['season_name', () => ({ season_name: ['冬'] }), (row) => row.startsWith('coat')],
    ['sex_name', () => ({ sex_name: ['男'] }), (row) => row.startsWith('coat')],
  ])('is filtered by %s', async (_field, payload, keeps) => {
    const wanted = every.filter(keeps);
    expect([wanted.length > 0, wanted.length < every.length]).toEqual([true, true]);
    expect(await rows(payload())).toEqual(wanted);
  });

  it('is limited by warehouse, supplier, brand and category of the person', async () => {
    expect(await rows({}, limited({ warehouse: [store] }))).toEqual(every.slice(8));
    expect(await rows({}, limited({ supplier: [second] }))).toEqual([every[1]]);
    expect(await rows({}, limited({ brand: [shirt.brand_id] }))).toEqual([every[7]]);
    expect(await rows({}, limited({ category: [sock.category_id] }))).toEqual([every[9]]);
  });

  it('stands under the headings, costs behind their key', async () => {
    const [shown] = await sheet({ export_type: details });
    expect(shown).toEqual({
      仓库: `仓库 ${await codeOf(main)}`,
      批次流水号: 'PC-A',
      入库单号: 'IS-A',
      SKU编码: coat.sku_no,
      商品名称: coat.sku_no.replace(/^S-(.*)-.*/, '商品 $1'),
      供应商: '甲供应商',
      合作模式: '经销(买断)',
      品级: '正品',
      状态: '可用',
      锁定类型: null,
      数量: '9',
      是否在途: '否',
      单位成本: '30.00',
      入库时间: '2026-01-01 10:00',
      到期日期: '2026-05-01',
    });
    const [poor = {}] = await sheet({ export_type: details }, reader({ permissions: new Set() }));
    expect(Object.keys(poor)).toEqual(Object.keys(shown ?? {}).filter((heading) => heading !== '单位成本'));
  });
});

async function codeOf(warehouse: number): Promise<string | undefined> {
  const { rows } = await sql<{
    code: string;
  }>`select warehouse_no as code from warehouse where id = ${warehouse}`.execute(db);
  return rows[0]?.code;
}
