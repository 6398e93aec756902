import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { taskType } from '#contract/areas/tasks/task.ts';
import type { Actor, ScopeRule } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { reader, type Sheet, sheetOf } from '#tests/factories/export-rows.ts';
import { person } from '#tests/factories/people.ts';
import { addContract, addPurchase, buyer, seller } from '#tests/factories/purchasing.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';

const { db } = await testDatabase();

interface Row {
  no: string;
  sku: Piece;
  [field: string]: unknown;
}

let rows: Row[];
let goods: Piece[];
let buyers: { id: number; department: number }[];
let suppliers: number[];
let warehouses: number[];
let makers: Actor[];
/** Contracts of the suppliers, in their order. */
let contracts: number[];

const at = (n: number): string => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 86_400_000).toISOString();
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

beforeAll(async () => {
  goods = [...(await pieces(db, 2)), ...(await pieces(db, 2))];
  buyers = [await buyer(db), await buyer(db)];
  suppliers = [await seller(db), await seller(db), await seller(db)];
  warehouses = [(await shelf(db)).id, (await shelf(db)).id];
  makers = [await person(db), await person(db)];
  contracts = [];
  for (const [n, supplier_id] of suppliers.entries())
    contracts.push(await addContract(db, { contract_no: `HT-${n}`, supplier_id, purchaser_id: buyers[0]?.id ?? 0 }));
  rows = [];
  for (let n = 0; n < 40; n += 1) {
    const by = pick(buyers, n);
    const given = {
      purchase_no: `CG-${n}`,
      status: pick([0, 1, 2, 3, 4, 5, 6, -1], n),
      co_model: pick([1, 2, 3], n),
      purchase_type: pick([1, 2, 3, 4], n),
      purchaser_id: by.id,
      department_id: n % 5 === 0 ? null : by.department,
      supplier_id: pick(suppliers, n),
      contract_id: pick(contracts, n),
      warehouse_id: pick(warehouses, Math.floor(n / 2)),
      created_by: pick(makers, n + Math.floor(n / 3)).id,
      created_at: at(n),
    };
    const wanted = [pick(goods, n), pick(goods, n + 1)];
    await addPurchase(db, { ...given, lines: wanted.map(({ id }) => ({ sku_id: id })) });
    rows.push(...wanted.map((sku) => ({ ...given, no: given.purchase_no, sku })));
  }
});

const sheet = async (payload: Record<string, unknown>, actor = reader()): Promise<Sheet> =>
  await sheetOf(db, { type: taskType.purchase, payload, actor });

async function expectKept(
  payload: Record<string, unknown>,
  keeps: (row: Row) => boolean,
  actor?: Actor,
): Promise<void> {
  const wanted = rows.filter(keeps);
  expect([wanted.length > 0, wanted.length < rows.length]).toEqual([true, true]);
  expect((await sheet(payload, actor)).map((row) => `${row.采购单号} ${row.SKU编码}`)).toEqual(
    wanted.map(({ no, sku }) => `${no} ${sku.sku_no}`),
  );
}

describe('lines of purchase orders', () => {
  it('are all there without a filter, and with every filter that means all', async () => {
    const all = {
      status: [0, 1, 2, 3, 4, 5, 6, -1],
      co_model: [0],
      purchase_type: [0],
      purchase_no: [],
      product_type: 4,
    };
    expect(await sheet({})).toHaveLength(rows.length);
    expect(await sheet(all)).toHaveLength(rows.length);
  });

  it.each<[string, () => Record<string, unknown>, (row: Row) => boolean]>([
    ['status, drafts and cancelled ones', () => ({ status: [0, -1] }), ({ status }) => status === 0 || status === -1],
    ['status, drafts alone', () => ({ status: [0] }), ({ status }) => status === 0],
    ['co_model', () => ({ co_model: [2, 3] }), ({ co_model }) => co_model !== 1],
    ['purchase_type', () => ({ purchase_type: [4] }), ({ purchase_type }) => purchase_type === 4],
    ['purchaser_ids', () => ({ purchaser_ids: [buyers[1]?.id] }), (row) => row.purchaser_id === buyers[1]?.id],
    [
      'department_ids',
      () => ({ department_ids: [buyers[0]?.department] }),
      (row) => row.department_id === buyers[0]?.department,
    ],
    ['supplier_ids', () => ({ supplier_ids: [suppliers[0]] }), (row) => row.supplier_id === suppliers[0]],
    ['admin_ids', () => ({ admin_ids: [makers[0]?.id] }), (row) => row.created_by === makers[0]?.id],
    ['purchase_no', () => ({ purchase_no: ['CG-3', 'CG-17', 'CG-999'] }), ({ no }) => no === 'CG-3' || no === 'CG-17'],
    [
      'start_time and end_time, both included',
      () => ({ start_time: at(4), end_time: at(8) }),
      (row) => String(row.created_at) >= at(4) && String(row.created_at) <= at(8),
    ],
    ['brand_ids', () => ({ brand_ids: [goods[0]?.brand_id] }), ({ sku }) => sku.brand_id === goods[0]?.brand_id],
    [
      'category_ids',
      () => ({ category_ids: [goods[2]?.category_id] }),
      ({ sku }) => sku.category_id === goods[2]?.category_id,
    ],
    ['goods', () => ({ product_type: 1, product_value: [goods[1]?.sku_no] }), ({ sku }) => sku === goods[1]],
  ])('are filtered by %s', async (_field, payload, keeps) => {
    await expectKept(payload(), keeps);
  });

  it.each<[string, () => ScopeRule, (row: Row) => boolean]>([
    ['a supplier', () => ({ supplier: [suppliers[1] ?? 0] }), (row) => row.supplier_id === suppliers[1]],
    ['a warehouse', () => ({ warehouse: [warehouses[1] ?? 0] }), (row) => row.warehouse_id === warehouses[1]],
    ['a brand', () => ({ brand: [goods[0]?.brand_id ?? 0] }), ({ sku }) => sku.brand_id === goods[0]?.brand_id],
    [
      'a category',
      () => ({ category: [goods[2]?.category_id ?? 0] }),
      ({ sku }) => sku.category_id === goods[2]?.category_id,
    ],
  ])('are limited to %s of the person', async (_what, rule, keeps) => {
    await expectKept({}, keeps, reader({ scope: [rule()] }));
  });

  it('say that a price is to come where a line has none yet, and never zero', async () => {
    await sql`
      update purchase_order_line set price_state = 2, purchase_price = 0, amount = 0
      where id = (select min(id) from purchase_order_line where purchase_order_id = (select min(id) from purchase_order))`.execute(
      db,
    );
    const [first, second] = await sheet({});
    expect(first).toMatchObject({ 进价: '待补价', 金额: '待补价' });
    expect(second?.进价).toMatch(/^[\d.]+$/);
  });

  it('name their contract', async () => {
    expect((await sheet({ purchase_no: ['CG-0', 'CG-1', 'CG-2'] })).map((row) => row.合同编号)).toEqual([
      'HT-0',
      'HT-0',
      'HT-1',
      'HT-1',
      'HT-2',
      'HT-2',
    ]);
  });

  it('do not name a contract with a supplier that the person does not see', async () => {
    await sql`update purchase_order set contract_id = ${contracts[0]} where purchase_no = 'CG-4'`.execute(db);
    const within = reader({ scope: [{ supplier: [suppliers[1] ?? 0] }] });
    const shown = await sheet({ purchase_no: ['CG-1', 'CG-4'] }, within);
    expect(shown.map((row) => row.合同编号)).toEqual(['HT-1', 'HT-1', null, null]);
  });

  it('show no prices to who may not see costs', async () => {
    const hidden = await sheet({}, reader({ permissions: new Set(['purchaseOrder:view']) }));
    const headings = Object.keys((await sheet({}))[0] ?? {});
    expect(Object.keys(hidden[0] ?? {})).toEqual(
      headings.filter((heading) => heading !== '进价' && heading !== '金额'),
    );
    expect(JSON.stringify(hidden)).not.toMatch(/330\.00|33\.00/);
  });

  it('stand under the headings, in words and yuan', async () => {
    const { rows: names } = await sql<{ supplier: string; buyer: string; department: string }>`
      select (select name from supplier where id = ${suppliers[1]}) as supplier, (select name from purchaser where id = ${buyers[1]?.id}) as buyer,
        (select name from organize where id = ${buyers[1]?.department}) as department`.execute(db);
    const [shown] = await sheet({ purchase_no: ['CG-1'] });
    const { sku_no } = goods[1] as Piece;
    expect(shown).toEqual({
      采购单号: 'CG-1',
      采购类型: '现货采购',
      合作模式: '代销',
      供应商: names[0]?.supplier,
      合同编号: 'HT-1',
      采购员: names[0]?.buyer,
      部门: names[0]?.department,
      状态: '待审核',
      SKU编码: sku_no,
      商品名称: sku_no.replace(/^S-(.*)-.*/, '商品 $1'),
      颜色: '黑',
      尺码: '2',
      采购数量: 10,
      已预约: 0,
      已入库: 0,
      进价: '33.00',
      金额: '330.00',
      预计到货日: '2026-02-01',
      创建时间: '2026-01-02 08:00',
    });
    expect(Object.keys(shown ?? {}).join(' ')).toBe(
      '采购单号 采购类型 合作模式 供应商 合同编号 采购员 部门 状态 SKU编码 商品名称 颜色 尺码 采购数量 已预约 已入库 进价 金额 预计到货日 创建时间',
    );
  });
});
